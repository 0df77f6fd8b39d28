import type { InteractionView, OptionValue } from '@footnote/playground/discord';
import type { GuildTextBasedChannel } from 'discord.js';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import {
  createScene,
  fill,
  readBeside,
  readReply,
  type Scene,
  seenOnlyBy,
  summarized,
  toLabels,
  toShown,
} from '../scene.ts';
import { openDigest } from './digest-scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.close());

type Options = Readonly<Record<string, OptionValue>>;

function digest(subcommand: string, options: Options = {}, user = scene.ann, channel = scene.channel) {
  return scene.actions.slash({ user, channel, command: 'digest', subcommand, options });
}

const weekly = { when: 'every Monday at 09:00' };

/** A preview, once it is shown. */
async function opened(options: Options = {}, user = scene.ann, channel = scene.channel) {
  return summarized(await digest('set', { ...weekly, ...options }, user, channel));
}

/** A preview of a digest of the channel it was asked in. */
async function previewed(
  options: Options = {},
  user = scene.ann,
  channel = scene.channel,
  sources: readonly { readonly id: string }[] = [channel],
) {
  const view = await opened(options, user, channel);
  await choose(view, sources, user);
  await eventually(() => view.message?.content).not.toMatch(/^(?:Choose the channels|Wähle unten)/);
  return view;
}

async function created(options: Options = {}, user = scene.ann): Promise<InteractionView> {
  const view = await previewed(options, user);
  await scene.press(view, 'Create', user);
  await eventually(() => view.message?.content).toMatch(/^(?:Digest created|Digest angelegt)/);
  return view;
}

/** Rate limits of the playground can hold an answer up for some seconds. */
function eventually<T>(read: () => T) {
  return expect.poll(read);
}

async function refused(asked: Promise<InteractionView>): Promise<string> {
  return await readReply(asked);
}

async function choose(view: InteractionView, values: readonly { readonly id: string }[], user = scene.ann) {
  const message = sure(view.message);
  const customId = /digest-draft:[\w-]+:channels/.exec(toShown(message))?.[0] ?? '';
  return scene.actions.select({ user, message, customId, values });
}

function toText({ message }: InteractionView): string {
  return `${message?.content}\n${message?.embeds[0]?.title}\n${message?.embeds[0]?.description}`;
}

function stored() {
  return scene.running().store.digests.list(scene.guild.id);
}

async function suggested(name: string, value: string, subcommand = 'set', user = scene.ann) {
  return scene.actions.autocomplete({
    user,
    channel: scene.channel,
    command: 'digest',
    subcommand,
    focused: { name, value },
  });
}

/** A channel that Bob cannot see. */
function addHidden(name: string, parent?: { readonly id: string }) {
  const { world, guild } = scene;
  return world.addChannel(guild, {
    name,
    ...(parent && { parent }),
    overwrites: seenOnlyBy(scene),
  });
}

describe('/digest set', () => {
  test('takes the channel it was asked in as the destination alone, and waits for the channels to read', async () => {
    const other = scene.world.addChannel(scene.guild, { name: 'other' });
    const view = await opened();
    expect(toText(view)).toContain(`**Summarizes:** no channels yet\n**Posts in:** <#${scene.channel.id}>`);
    expect(toShown(view.message)).toContain('"default_values":[]');
    expect(toLabels(view.message)).toEqual([
      ['Choose channels or categories to summarize'],
      ['Create', 'Cancel'],
    ]);
    expect(view.message?.content).toBe('Choose the channels to summarize below.');
    await expect(scene.press(view, 'Create')).rejects.toThrow('greyed out');
    await choose(view, [scene.channel, other]);
    await eventually(() => toText(view)).toContain(
      `**Summarizes:** <#${scene.channel.id}> and <#${other.id}>`,
    );
    await scene.press(view, 'Create');
    await eventually(() => view.message?.content).toMatch(/^Digest created\. First run: <t:\d+:F>$/);
    expect(view.message?.components).toEqual([]);
    expect(await stored()).toMatchObject([
      {
        creatorId: scene.ann.id,
        sources: { kind: 'channels', channelIds: [scene.channel.id, other.id] },
        destination: { kind: 'channel', channelId: scene.channel.id },
        schedule: { kind: 'weekly', days: ['monday'], time: '09:00', zone: 'UTC' },
        detail: 'standard',
        review: false,
        paused: null,
      },
    ]);
  });

  test('takes every option', async () => {
    const { world, guild } = scene;
    const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
    const inside = world.addChannel(guild, { name: 'alpha', parent: category });
    const news = world.addChannel(guild, { name: 'news' });
    const options = {
      when: '0 9 * * 1-5',
      post_in: news,
      zone: 'Asia/Tokyo',
      detail: 'brief',
      language: 'de',
      focus: 'the `tent` @everyone',
      review: true,
    };
    const view = await previewed(options, scene.ann, scene.channel, [category]);
    await scene.press(view, 'Create');
    await eventually(() => view.message?.content).toMatch(/^Digest created/);
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
        language: 'de',
        review: true,
      },
    ]);
  });

  test('uses the zone of the server, else of the person', async () => {
    const { zones } = scene.running().store;
    await zones.set(scene.ann.id, 'Europe/Berlin');
    expect(toText(await previewed())).toContain('(Europe/Berlin)');
    await zones.set(scene.guild.id, 'Asia/Tokyo');
    expect(toText(await previewed())).toContain('(Asia/Tokyo)');
    expect(toText(await previewed({ zone: 'America/Lima' }))).toContain('(America/Lima)');
  });

  test('leaves out channels that readers of the destination may not read, and says so', async () => {
    const hidden = addHidden('secret');
    const view = await previewed();
    await choose(view, [scene.channel, hidden]);
    await eventually(() => toText(view)).toContain(
      `**Left out:** <#${hidden.id}>: not everyone who can read the digest has access`,
    );
    await choose(view, [hidden]);
    await eventually(() => view.message?.content).toContain('no channel left to read');
    await expect(scene.press(view, 'Create')).rejects.toThrow('greyed out');
    await choose(view, [scene.channel]);
    await eventually(() => view.message?.content).toBe('');
    await scene.press(view, 'Create');
    await eventually(stored).toHaveLength(1);
  });

  test('names no channel that the person cannot see', async () => {
    const { world, guild, bob } = scene;
    const category = world.addChannel(guild, { name: 'projects', kind: 'category' });
    world.addChannel(guild, { name: 'open', parent: category });
    const hidden = addHidden('acquisition', category);
    const keepers = world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild });
    world.giveRole(guild, bob, keepers);
    const view = await previewed({ when: 'daily 9:00' }, bob, scene.channel, [category]);
    await eventually(() => toText(view)).toContain('1 Kanal, den du nicht sehen kannst');
    expect(toShown(view.message)).not.toContain(hidden.id);
    expect(toShown(view.message)).not.toContain('acquisition');
    await scene.press(view, 'Anlegen', bob);
    await eventually(stored).toHaveLength(1);
    const [{ id = '' } = {}] = await stored();
    for (const shown of [await summarized(await digest('list', {}, bob)), await openDigest(scene, id, bob)]) {
      expect(toShown(shown.message)).not.toContain(hidden.id);
      expect(toShown(shown.message)).not.toContain('acquisition');
    }
  });

  test('names no destination that a manager cannot see', async () => {
    const { world, guild, bob, ann } = scene;
    const hidden = addHidden('acquisition');
    await created({ post_in: hidden });
    world.giveRole(guild, bob, world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild }));
    const [{ id = '' } = {}] = await stored();
    for (const view of [await summarized(await digest('list', {}, bob)), await openDigest(scene, id, bob)])
      expect(toShown(view.message)).not.toMatch(new RegExp(`${hidden.id}|acquisition`));
    const [offer] = await suggested('digest', '', 'set', bob);
    expect(offer?.name).not.toContain('acquisition');
    expect((await suggested('digest', '', 'set', ann))[0]?.name).toContain('#acquisition');
  });

  test('refuses people who may not manage the destination, and takes those who may', async () => {
    const { world, channel, bob } = scene;
    expect(await refused(digest('set', weekly, bob))).toContain('**Server verwalten**');
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    expect(toText(await summarized(await digest('set', weekly, bob)))).toContain('Neuer Digest');
  });

  test('checks everything again at Create', async () => {
    const { world, guild, bob, channel } = scene;
    const keepers = world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild });
    world.giveRole(guild, bob, keepers);
    const view = await previewed({}, bob);
    world.takeRole(guild, bob, keepers);
    expect(await readBeside(scene.press(view, 'Anlegen', bob))).toContain('**Server verwalten**');
    world.giveRole(guild, bob, keepers);
    world.overwrite(channel, { role: guild.id, deny: Flags.ReadMessageHistory });
    world.overwrite(channel, { member: world.bot, allow: Flags.ReadMessageHistory });
    await scene.press(view, 'Anlegen', bob);
    await eventually(() => view.message?.content).toContain('kein Kanal');
    expect(await stored()).toEqual([]);
  });

  test('creates one digest however often Create is pressed', async () => {
    const view = await previewed();
    const presses = await Promise.all([
      scene.press(view, 'Create'),
      scene.press(view, 'Create'),
      scene.press(view, 'Create'),
    ]);
    await eventually(() => presses.flatMap(each => each.followUps).length).toBe(2);
    for (const { content } of presses.flatMap(each => each.followUps))
      expect(content).toContain('already created');
    expect(await stored()).toHaveLength(1);
  });

  test('asks to run the command again after a restart', async () => {
    const view = await previewed();
    await scene.restart();
    expect(await readBeside(scene.press(view, 'Create'))).toBe(
      'This preview has expired. Run the command again.',
    );
    expect(await readBeside(choose(view, [scene.channel]))).toContain('expired');
    expect(await stored()).toEqual([]);
  });

  test('is for the person who asked alone', async () => {
    const view = await previewed();
    const place = await scene.running().client.channels.fetch(scene.channel.id);
    const copy = await (place as GuildTextBasedChannel).send({
      content: 'copy',
      components: (view.message?.components ?? []) as never,
    });
    for (const label of ['Create', 'Cancel']) {
      const pressed = await scene.actions.press({
        user: scene.bob,
        message: { id: copy.id, channel_id: scene.channel.id },
        label,
      });
      expect(await readBeside(pressed)).toContain('Nur wer diese Vorschau angefordert hat');
    }
    expect(await stored()).toEqual([]);
    await scene.press(view, 'Create');
    await eventually(stored).toHaveLength(1);
  });

  test('takes at most 25 digests a server, also at once', async () => {
    const { digests } = scene.running().bot;
    const view = await created();
    const [first] = await stored();
    if (!first || !digests) throw new Error('no digest');
    expect(view.message?.content).toContain('created');
    const made = await Promise.all(Array.from({ length: 30 }, () => digests.create(first)));
    expect(made.filter(each => each !== null)).toHaveLength(24);
    const last = await previewed();
    expect(await readBeside(scene.press(last, 'Create'))).toContain('as many digests as it can have');
    expect(await stored()).toHaveLength(25);
    const list = await summarized(await digest('list'));
    expect(toText(list)).toContain('every Monday at 09:00');
  });

  test('suggests schedules and zones while one types', async () => {
    expect((await suggested('when', '')).map(({ value }) => value)).toEqual([
      'weekdays at 09:00',
      'daily 09:00',
      'every Monday at 09:00',
      'every Friday at 09:00',
      'monday, thursday 09:00',
      'monthly 1 09:00',
      'last day of the month at 09:00',
    ]);
    expect((await suggested('when', 'every tue 7:30'))[0]).toEqual({
      name: 'every Tuesday at 07:30',
      value: 'every tue 7:30',
    });
    expect((await suggested('when', 'week', 'set', scene.bob))[0]?.name).toBe(
      'montags bis freitags um 09:00 Uhr',
    );
    expect((await suggested('when', 'dienstag 7', 'set', scene.bob))[0]?.name).toBe(
      'jede Woche am Dienstag um 07:00 Uhr',
    );
    expect((await suggested('zone', 'berl'))[0]?.value).toBe('Europe/Berlin');
  });
});

describe('a webhook', () => {
  const url = 'https://hooks.example/secret-path';
  const webhookOf = async () => (await stored())[0]?.webhook;
  const edited = async (options: Options, user = scene.ann) =>
    digest('set', { digest: (await stored())[0]?.id ?? '', ...options }, user);

  test('is named by its host, and its secret is shown once', async () => {
    const view = await created({ webhook: url });
    const webhook = await webhookOf();
    expect(webhook).toEqual({ url, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
    expect(toText(view)).toContain('**Webhook:** `hooks.example`');
    expect(view.message?.content).toContain(`\`${webhook?.secret}\``);
    const list = await openDigest(scene, (await stored())[0]?.id ?? '');
    for (const hidden of ['secret-path', webhook?.secret ?? ''])
      expect(toShown(list.message)).not.toContain(hidden);
  });

  test('needs Manage Server, an allowed address, and the creator', async () => {
    const { world, guild, channel, bob } = scene;
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    const bobs = await refused(digest('set', { ...weekly, webhook: url }, bob));
    expect(bobs).toBe('Du brauchst **Server verwalten**, um einen Digest an einen Webhook zu senden.');
    const unsafe = await refused(digest('set', { ...weekly, webhook: 'http://hooks.example/' }));
    expect(unsafe).toContain('begins with https://');
    await created({ webhook: url });
    world.giveRole(guild, bob, world.addRole(guild, { name: 'lead', permissions: Flags.ManageGuild }));
    expect(await refused(edited({ webhook: 'none' }, bob))).toContain(`Nur <@${scene.ann.id}>`);
  });
});

describe('a saved digest', () => {
  const idOf = async () => (await stored())[0]?.id ?? '';

  test('is listed, and opened from the list', async () => {
    expect(await refused(digest('list'))).toContain('no digests yet');
    await created();
    const list = await summarized(await digest('list'));
    expect(list.isEphemeral).toBe(true);
    expect(toText(list)).toMatch(
      /1\. \*\*every Monday at 09:00 \(UTC\)\*\*: <#\d+> → <#\d+> · next run <t:\d+:R>$/,
    );
    const opened = await openDigest(scene, await idOf());
    expect(toText(opened)).toContain('**Status:** next run <t:');
    expect(toText(opened)).toContain(`**Created by:** <@${scene.ann.id}>`);
    for (const label of ['Run now', 'Pause', 'Delete']) expect(toShown(opened.message)).toContain(label);
  });

  test('is suggested to people who can see it', async () => {
    await created();
    const id = await idOf();
    expect(await suggested('digest', 'plann', 'set')).toEqual([
      { name: '1. #planning · every Monday at 09:00 (UTC)', value: id },
    ]);
    expect(await suggested('digest', 'xyz', 'set')).toEqual([]);
    expect(await suggested('digest', '', 'set', scene.bob)).toEqual([]);
  });

  test('is hidden from people who neither created it nor manage the server', async () => {
    const { world, channel, bob } = scene;
    await created();
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    const id = await idOf();
    expect(await refused(digest('list', {}, bob))).toContain('keine Digests');
    expect(await refused(digest('set', { digest: id }, bob))).toContain('Diesen Digest gibt es nicht');
    const place = await scene.running().client.channels.fetch(channel.id);
    const { components = [] } = (await openDigest(scene, id)).message ?? {};
    const copy = await (place as GuildTextBasedChannel).send({
      content: 'copy',
      components: components as never,
    });
    for (const label of ['Run now', 'Pause', 'Delete']) {
      const message = { id: copy.id, channel_id: channel.id };
      const pressed = await scene.press(message, label, bob);
      expect(await readBeside(pressed)).toContain('Diesen Digest gibt es nicht');
    }
    const view = await previewed({ when: 'daily 07:00' }, bob);
    await scene.press(view, 'Anlegen', bob);
    await eventually(stored).toHaveLength(2);
    expect(toText(await summarized(await digest('list', {}, bob)))).not.toContain('Montag');
    expect(toText(await summarized(await digest('list')))).toMatch(/every Monday.*every day/s);
  });

  test('can be seen and deleted, but not run, by a creator who lost the permission', async () => {
    const { world, channel, bob } = scene;
    world.overwrite(channel, { member: bob, allow: Flags.ManageChannels });
    const view = await previewed({}, bob);
    await scene.press(view, 'Anlegen', bob);
    await eventually(stored).toHaveLength(1);
    const id = await idOf();
    const shown = await openDigest(scene, id, bob);
    world.overwrite(channel, { member: bob, deny: Flags.ManageChannels });
    expect(await refused(digest('set', { digest: id }, bob))).toContain('**Server verwalten**');
    for (const label of ['Pausieren', 'Jetzt ausführen'])
      expect(await readBeside(scene.press(shown, label, bob))).toContain('**Server verwalten**');
    const fresh = await openDigest(scene, id, bob);
    expect(toShown(fresh.message)).not.toContain('Pausieren');
    await scene.press(fresh, 'Löschen', bob);
    await eventually(() => fresh.message?.content).toContain('Diesen Digest löschen?');
    await scene.press(fresh, 'Löschen', bob);
    await eventually(stored).toEqual([]);
  });

  test('is paused and resumed, with the reason in the list', async () => {
    await created();
    const id = await idOf();
    const view = await openDigest(scene, id);
    await scene.press(view, 'Pause');
    await eventually(() => toText(view)).toContain('**Status:** paused: someone paused it. Press **Resume**');
    expect(toText(await summarized(await digest('list')))).toContain('paused: someone paused it.');
    await scene.restart();
    await scene.press(view, 'Resume');
    await eventually(() => toText(view)).toContain('**Status:** next run');
    await scene.press(view, 'Pause');
    await eventually(() => toText(view)).toContain('**Status:** paused');
  });

  test('runs now and posts, tells when it last ran, and counts as a summary of the person', async () => {
    fill(scene);
    await scene.running().store.settings.set(scene.guild.id, { dailyRuns: 1 });
    await created({ when: 'daily 09:00' });
    const id = await idOf();
    // What was said before the digest was created counts from the last due time on.
    await scene.running().store.digests.update(scene.guild.id, id, each => ({
      ...each,
      since: new Date(Date.now() - 86_400_000).toISOString(),
    }));
    const view = await openDigest(scene, id);
    await scene.press(view, 'Run now');
    await eventually(() => view.message?.content).toContain(`It will post in <#${scene.channel.id}>`);
    expect(toLabels(view.message)).toEqual([['Refresh', 'Pause', 'Delete']]);
    const posts = () =>
      scene.world.history(scene.channel).filter(each => toShown(each).includes('**Digest**'));
    await eventually(() => posts().length).toBe(1);
    await eventually(async () => toText(await summarized(await digest('list')))).toMatch(
      /Last run: <t:\d+:R>, 1 summary posted/,
    );
    await scene.press(view, 'Refresh');
    await eventually(() => toLabels(view.message)).toEqual([['Run now', 'Pause', 'Delete']]);
    const again = await openDigest(scene, id);
    await scene.press(again, 'Run now');
    await eventually(() => again.message?.content).toContain('today’s summary');
    expect((await stored())[0]?.run).toBeNull();
  });

  test('is edited after a preview; options that are not given stay', async () => {
    const other = scene.world.addChannel(scene.guild, { name: 'other' });
    await created({ focus: 'tent', detail: 'brief' });
    const id = await idOf();
    const view = await summarized(
      await digest('set', { digest: id, zone: 'Asia/Tokyo', detail: 'standard' }),
    );
    expect(toText(view)).toContain('Edit digest: preview');
    expect(toText(view)).toContain('every Monday at 09:00 (Asia/Tokyo)');
    expect((await stored())[0]?.schedule.zone).toBe('UTC');
    await choose(view, [other]);
    await eventually(() => toText(view)).toContain(`**Summarizes:** <#${other.id}>`);
    await scene.press(view, 'Save');
    await eventually(() => view.message?.content).toMatch(/^Digest saved\. Next run: <t:\d+:F>$/);
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
    const [one, two] = [
      await summarized(await digest('set', { digest: id, when: 'daily 07:00' })),
      await summarized(await digest('set', { digest: id, when: 'daily 08:00' })),
    ];
    await scene.press(one, 'Save');
    await eventually(() => one.message?.content).toContain('Digest saved');
    expect(await readBeside(scene.press(two, 'Save'))).toContain('Someone else changed');
    expect((await stored())[0]?.schedule).toMatchObject({ time: '07:00' });
  });

  test('is deleted after a question, once', async () => {
    await created();
    const id = await idOf();
    const view = await openDigest(scene, id);
    const other = await openDigest(scene, id);
    await scene.press(view, 'Delete');
    await eventually(() => view.message?.content).toContain('Delete this digest?');
    await scene.press(view, 'Keep');
    await eventually(() => toShown(view.message)).toContain('Run now');
    expect(await stored()).toHaveLength(1);
    await scene.press(view, 'Delete');
    await eventually(() => view.message?.content).toContain('Delete this digest?');
    await scene.press(view, 'Delete');
    await eventually(() => view.message?.content).toBe('Digest deleted. Its posts stay.');
    expect(await stored()).toEqual([]);
    for (const label of ['Run now', 'Pause', 'Delete'])
      expect(await readBeside(scene.press(other, label))).toContain('There is no such digest');
  });
});
