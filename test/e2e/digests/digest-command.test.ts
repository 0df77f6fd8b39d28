import type { InteractionView } from '@footnote/playground/discord';
import type { GuildTextBasedChannel } from 'discord.js';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import {
  fill,
  type Options,
  openScene,
  readBeside,
  readReply,
  summarized,
  toLabels,
  toShown,
} from '../scene.ts';
import { type DigestScene, toDigestScene } from './digest-scene.ts';

let scene: DigestScene;
beforeEach(async () => {
  scene = toDigestScene(await openScene());
});

const digest = (words: string, options: Options = {}, user = scene.ann) =>
  scene.run(`digest ${words}`, options, user);
const list = async (user = scene.ann) => summarized(await digest('list', {}, user));
const stored = () => scene.list();
const idOf = async () => (await stored())[0]?.id ?? '';

const weekly = { when: 'every Monday at 09:00' };

/** A preview, once it is shown. */
async function opened(options: Options = {}, user = scene.ann) {
  return summarized(await digest('set', { ...weekly, ...options }, user));
}

/** A preview of a digest of the channel it was asked in. */
async function previewed(options: Options = {}, user = scene.ann, sources = [scene.channel]) {
  const view = await opened(options, user);
  await scene.choose(view, sources, user);
  await expect.poll(() => view.message?.content).not.toMatch(/^(?:Choose the channels|Wähle unten)/);
  return view;
}

async function created(options: Options = {}, user = scene.ann, sources = [scene.channel]) {
  const view = await previewed(options, user, sources);
  await scene.press(view, user === scene.bob ? 'Anlegen' : 'Create', user);
  await expect.poll(() => view.message?.content).toMatch(/^(?:Digest created|Digest angelegt)/);
  return view;
}

function toText({ message }: InteractionView): string {
  return `${message?.content}\n${message?.embeds[0]?.title}\n${message?.embeds[0]?.description}`;
}

async function suggested(name: string, value: string, user = scene.ann) {
  const focused = { name, value };
  return scene.actions.autocomplete({
    ...{ user, channel: scene.channel, command: 'digest', subcommand: 'set', focused },
  });
}

/** Bob may manage the server from now on. */
function promote() {
  const keepers = scene.world.addRole(scene.guild, { name: 'keepers', permissions: Flags.ManageGuild });
  scene.world.giveRole(scene.guild, scene.bob, keepers);
  return keepers;
}

/** The message as the bot would have posted it, so that everybody can press on it. */
async function repost({ message }: InteractionView) {
  const place = await scene.running().client.channels.fetch(scene.channel.id);
  const components = (message?.components ?? []) as never;
  const { id } = await (place as GuildTextBasedChannel).send({ content: 'copy', components });
  return { id, channel_id: scene.channel.id };
}

/** What a person is told beside a press. */
const pressed = async (on: Parameters<DigestScene['press']>[0], label: string, user = scene.ann) =>
  readBeside(scene.press(on, label, user));

describe('/digest set', () => {
  test('takes every option', async () => {
    const { world, guild, news } = scene;
    const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
    const inside = world.addChannel(guild, { name: 'alpha', parent: category });
    const options = {
      when: '0 9 * * 1-5',
      post_in: news,
      zone: 'Asia/Tokyo',
      detail: 'brief',
      language: 'català',
      focus: 'the `tent` @everyone',
      review: true,
    };
    const view = await created(options, scene.ann, [category]);
    expect(toText(view)).toContain(`**Summarizes:** <#${category.id}>, now <#${inside.id}>`);
    expect(toText(view)).toContain(`**Posts in:** <#${news.id}>`);
    expect(toText(view)).toContain('**Topics to focus on:** `the tent @everyone`');
    expect(toText(view)).toContain('**Review:**');
    expect(await stored()).toMatchObject([
      {
        sources: { kind: 'channels', channelIds: [category.id] },
        destination: { kind: 'channel', channelId: news.id },
        schedule: { kind: 'cron', line: '0 9 * * 1-5', zone: 'Asia/Tokyo' },
        detail: 'brief',
        language: 'ca',
        review: true,
      },
    ]);
  });

  test('uses the zone of the server, else of the person', async () => {
    const { zones } = scene.running().store;
    await zones.set(scene.ann.id, 'Europe/Berlin');
    expect(toText(await opened())).toContain('(Europe/Berlin)');
    await zones.set(scene.guild.id, 'Asia/Tokyo');
    expect(toText(await opened())).toContain('(Asia/Tokyo)');
    expect(toText(await opened({ zone: 'America/Lima' }))).toContain('(America/Lima)');
  });

  test('leaves out channels that readers of the destination may not read, and says so', async () => {
    const hidden = scene.addClosed('secret');
    const view = await previewed({}, scene.ann, [scene.channel, hidden]);
    const leftOut = `**Left out:** <#${hidden.id}>: not everyone who can read the digest has access`;
    await expect.poll(() => toText(view)).toContain(leftOut);
    await scene.press(view, 'Create');
    await expect.poll(() => view.message?.content).toContain('Digest created');
    const other = scene.world.addChannel(scene.guild, { name: 'other' });
    await created({}, scene.ann, [scene.channel, other]);
    const access = { channels: { rule: 'never', ids: [other.id] }, roleIds: [] } as const;
    await scene.running().store.privacy.changeAccess(scene.guild.id, () => access);
    const excluded = `<#${other.id}>: excluded with \`/settings access\``;
    const [first, second] = await stored();
    const opened = toText(await scene.openDigest(sure(first).id));
    expect(opened).toContain(`**Summarizes:** <#${scene.channel.id}>\n${leftOut}\n`);
    expect(toText(await scene.openDigest(sure(second).id))).toContain(`**Left out:** ${excluded}`);
  });

  test('cannot be created with nothing left to read', async () => {
    const hidden = scene.addClosed('secret');
    const view = await previewed({}, scene.ann, [hidden]);
    await expect.poll(() => view.message?.content).toContain('no channel left to read');
    await expect(scene.press(view, 'Create')).rejects.toThrow('greyed out');
  });

  test('names no channel and no destination that the person cannot see', async () => {
    const { world, guild, bob, ann } = scene;
    const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
    const hidden = scene.addClosed({ name: 'acquisition', parent: category });
    world.addChannel(guild, { name: 'open', parent: category });
    promote();
    const view = await previewed({}, bob, [category]);
    await expect.poll(() => toText(view)).toContain('1 gelöschter oder für dich unsichtbarer Kanal');
    await scene.press(view, 'Anlegen', bob);
    await expect.poll(stored).toHaveLength(1);
    await created({ post_in: hidden });
    const opened = (await stored()).map(({ id }) => scene.openDigest(id, bob));
    for (const shown of [view, await list(bob), ...(await Promise.all(opened))])
      expect(toShown(shown)).not.toMatch(new RegExp(`${hidden.id}|acquisition`));
    const offered = async (user = bob) => JSON.stringify(await suggested('digest', '', user));
    expect(await offered()).not.toContain('acquisition');
    expect(await offered(ann)).toContain('#acquisition');
  });

  test('says at once that a schedule is not understood and that the destination may not be managed', async () => {
    const [schedule, place] = (
      await readReply(await digest('set', { when: 'now and then' }, scene.bob))
    ).split('\n');
    expect(schedule).toContain('now and then');
    expect(place).toContain('**Server verwalten**');
  });

  test('refuses people who may not manage the destination, and takes those who may', async () => {
    const { world, channel, bob } = scene;
    expect(await readReply(digest('set', weekly, bob))).toContain('**Server verwalten**');
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    expect(toText(await opened({}, bob))).toContain('Neuer Digest');
  });

  test('checks everything again at Create', async () => {
    const { world, guild, bob, channel } = scene;
    const keepers = promote();
    const view = await previewed({}, bob);
    world.takeRole(guild, bob, keepers);
    expect(await pressed(view, 'Anlegen', bob)).toContain('**Server verwalten**');
    world.giveRole(guild, bob, keepers);
    world.overwrite(channel, { role: guild.id, deny: Flags.ReadMessageHistory });
    world.overwrite(channel, { member: world.bot, allow: Flags.ReadMessageHistory });
    await scene.press(view, 'Anlegen', bob);
    await expect.poll(() => view.message?.content).toContain('kein Kanal');
    expect(await stored()).toEqual([]);
  });

  test('creates one digest however often Create is pressed', async () => {
    const view = await previewed();
    const presses = await Promise.all([1, 2, 3].map(() => scene.press(view, 'Create')));
    const beside = () => presses.flatMap(({ followUps }) => followUps.map(({ content }) => content));
    const again = expect.stringContaining('already created');
    await expect.poll(beside).toEqual([again, again]);
    expect(await stored()).toHaveLength(1);
  });

  test('is for the person who asked alone', async () => {
    const copy = await repost(await previewed());
    for (const label of ['Create', 'Cancel'])
      expect(await pressed(copy, label, scene.bob)).toContain('Nur wer diese Vorschau angefordert hat');
    expect(await stored()).toEqual([]);
  });

  test('takes at most 25 digests a server, also at once', async () => {
    await created();
    const [first] = await stored();
    const made = Array.from({ length: 30 }, () => scene.running().bot.digests?.create(sure(first)));
    expect((await Promise.all(made)).filter(each => each !== null)).toHaveLength(24);
    expect(await pressed(await previewed(), 'Create')).toContain('as many digests as it can have');
    expect(await stored()).toHaveLength(25);
    expect(toText(await list())).toContain('every Monday at 09:00');
  });

  test('suggests schedules and zones while one types', async () => {
    const { bob } = scene;
    expect((await suggested('when', '')).map(({ value }) => value)).toContain(
      'last day of the month at 09:00',
    );
    expect((await suggested('when', 'every tue 7:30'))[0]).toEqual({
      name: 'every Tuesday at 07:30',
      value: 'every tue 7:30',
    });
    const [german] = await suggested('when', 'dienstag 7', bob);
    expect(german?.name).toBe('jeden Dienstag um 07:00 Uhr');
    expect((await suggested('zone', 'berl'))[0]?.value).toBe('Europe/Berlin');
  });
});

describe('a saved digest', () => {
  test('is listed, suggested, and opened from the list', async () => {
    expect(await readReply(digest('list'))).toContain('no digests yet');
    await created();
    const id = await idOf();
    const listed = await list();
    expect(listed.isEphemeral).toBe(true);
    expect(toText(listed)).toMatch(
      /1\. \*\*every Monday at 09:00 \(UTC\)\*\*: <#\d+> → <#\d+> · next run <t:\d+:R>$/,
    );
    const view = await scene.openDigest(id);
    expect(toText(view)).toContain('**Status:** next run <t:');
    expect(toText(view)).toContain(`**Created by:** <@${scene.ann.id}>`);
    expect(toLabels(view)).toEqual([['Run now', 'Pause', 'Delete']]);
    expect(await suggested('digest', 'plann')).toEqual([
      { name: '1. #planning · every Monday at 09:00 (UTC)', value: id },
    ]);
    expect(await suggested('digest', 'xyz')).toEqual([]);
    expect(await suggested('digest', '', scene.bob)).toEqual([]);
  });

  test('is hidden from people who neither created it nor manage the server', async () => {
    const { world, channel, bob } = scene;
    await created();
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    const id = await idOf();
    expect(await readReply(digest('list', {}, bob))).toContain('keine Digests');
    expect(await readReply(digest('set', { digest: id }, bob))).toContain('Diesen Digest gibt es nicht');
    const copy = await repost(await scene.openDigest(id));
    for (const label of ['Run now', 'Pause', 'Delete'])
      expect(await pressed(copy, label, bob)).toContain('Diesen Digest gibt es nicht');
    await created({ when: 'daily 07:00' }, bob);
    expect(toText(await list(bob))).not.toContain('Montag');
    expect(toText(await list())).toMatch(/every Monday.*every day/s);
  });

  test('can be seen and deleted, but not run, by a creator who lost the permission', async () => {
    const { world, channel, bob } = scene;
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    await created({}, bob);
    const id = await idOf();
    const shown = await scene.openDigest(id, bob);
    world.overwrite(channel, { member: bob, deny: Flags.ManageChannels });
    expect(await readReply(digest('set', { digest: id }, bob))).toContain('**Server verwalten**');
    for (const label of ['Pausieren', 'Jetzt ausführen'])
      expect(await pressed(shown, label, bob)).toContain('**Server verwalten**');
    const fresh = await scene.openDigest(id, bob);
    expect(toShown(fresh)).not.toContain('Pausieren');
    await scene.press(fresh, 'Löschen', bob);
    await expect.poll(() => fresh.message?.content).toContain('Diesen Digest löschen?');
    await scene.press(fresh, 'Löschen', bob);
    await expect.poll(stored).toEqual([]);
  });

  test('is paused and resumed, with the reason in the list', async () => {
    await created();
    const view = await scene.openDigest(await idOf());
    await scene.press(view, 'Pause');
    await expect.poll(() => toText(view)).toContain('**Status:** paused: it was paused by hand.');
    expect(toText(await list())).toContain('paused: it was paused by hand.');
    await scene.restart();
    await scene.press(view, 'Resume');
    await expect.poll(() => toText(view)).toContain('**Status:** next run');
  });

  test('runs now and posts, tells when it last ran, and counts as a summary of the person', async () => {
    fill(scene);
    await scene.running().store.settings.set(scene.guild.id, { dailyRuns: 1 });
    await created({ when: 'daily 09:00' });
    const id = await idOf();
    // What was said before the digest was created counts from the last due time on.
    const since = new Date(Date.now() - 86_400_000).toISOString();
    await scene.running().store.digests.update(scene.guild.id, id, each => ({ ...each, since }));
    const view = await scene.openDigest(id);
    await scene.press(view, 'Pause');
    await expect.poll(() => toLabels(view)).toEqual([['Run now', 'Resume', 'Delete']]);
    await scene.press(view, 'Run now');
    await expect.poll(() => view.message?.content).toContain(`It will post in <#${scene.channel.id}>`);
    expect(view.message?.content).toContain('It is no longer paused.');
    expect(toLabels(view)).toEqual([['Refresh', 'Pause', 'Delete']]);
    const posts = () => scene.posted(scene.channel).filter(each => toShown(each).includes('**Digest**'));
    await expect.poll(posts).toHaveLength(1);
    await scene.idle();
    await scene.press(view, 'Refresh');
    await expect.poll(() => toLabels(view)).toEqual([['Run now', 'Pause', 'Delete']]);
    expect(toText(view)).toMatch(/\*\*Last run:\*\* <t:\d+:F>, 1 summary posted/);
    await scene.press(view, 'Run now');
    await expect.poll(() => view.message?.content).toContain('today’s summary');
    expect((await stored())[0]?.run).toBeNull();
  });

  test('is edited after a preview; options that are not given stay', async () => {
    const other = scene.world.addChannel(scene.guild, { name: 'other' });
    await created({ focus: 'tent', detail: 'brief' });
    const id = await idOf();
    const view = await summarized(
      await digest('set', { digest: id, zone: 'Asia/Tokyo', detail: 'standard' }),
    );
    expect(toText(view)).toContain('Edit digest');
    expect(toText(view)).toContain('every Monday at 09:00 (Asia/Tokyo)');
    expect((await stored())[0]?.schedule.zone).toBe('UTC');
    await scene.choose(view, [other]);
    await expect.poll(() => toText(view)).toContain(`**Summarizes:** <#${other.id}>`);
    await scene.press(view, 'Save');
    await expect.poll(() => view.message?.content).toMatch(/^Digest saved\. Next run: <t:\d+:F>$/);
    expect(await stored()).toMatchObject([
      {
        id,
        sources: { kind: 'channels', channelIds: [other.id] },
        schedule: { kind: 'weekly', time: '09:00', zone: 'Asia/Tokyo' },
        focus: 'tent',
        detail: 'standard',
      },
    ]);
  });

  test('is not overwritten by an edit of what it was before', async () => {
    await created();
    const id = await idOf();
    const edit = async (when: string) => summarized(await digest('set', { digest: id, when }));
    const [one, two] = [await edit('daily 07:00'), await edit('daily 08:00')];
    await scene.press(one, 'Save');
    await expect.poll(() => one.message?.content).toContain('Digest saved');
    expect(await pressed(two, 'Save')).toContain('Someone else changed');
    expect((await stored())[0]?.schedule).toMatchObject({ time: '07:00' });
  });

  test('is deleted after a question, once', async () => {
    await created();
    const id = await idOf();
    const [view, other] = [await scene.openDigest(id), await scene.openDigest(id)];
    for (const [label, shows] of [
      ['Delete', 'Delete this digest?'],
      ['Keep', 'Run now'],
      ['Delete', 'Delete this digest?'],
      ['Delete', 'Digest deleted. Its posts stay.'],
    ] as const) {
      expect(await stored()).toHaveLength(1);
      await scene.press(view, label);
      await expect.poll(() => toShown(view)).toContain(shows);
    }
    expect(await stored()).toEqual([]);
    for (const label of ['Run now', 'Pause', 'Delete'])
      expect(await pressed(other, label)).toContain('There is no such digest');
  });
});
