import type { InteractionView } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createScene,
  fill,
  pressMore,
  readReply,
  readSummary,
  type Scene,
  summarized,
  told,
  toSaid,
  toShown,
} from '../scene.ts';

type Channel = ReturnType<Scene['world']['addChannel']>;
type Options = Readonly<Record<string, string>>;

const minuteMs = 60_000;

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.close());

function catchUp(options: Options = {}, user = scene.ann, channel = scene.channel): Promise<InteractionView> {
  return scene.actions.slash({ user, channel, command: 'catchup', options });
}

const everywhere = { where: 'everywhere' };

function say(channel: Channel, by: { readonly id: string }, content: string, minutesAgo: number) {
  return scene.world.addMessage(channel, { by, content, atMs: Date.now() - minutesAgo * minuteMs });
}

/** The channels of a list in its order. */
function toListed({ message }: InteractionView): readonly string[] {
  const lines = message?.embeds[0]?.description?.split('\n') ?? [];
  return lines.flatMap(line => /^<#(\d+)>/.exec(line)?.[1] ?? []);
}

describe('/catchup', () => {
  test('summarizes what came after the last message of the person, for them alone', async () => {
    const { channel, ann, bob } = scene;
    say(channel, ann, 'We decided to sell the old boat on Monday.', 50);
    say(channel, bob, 'We decided to rent the big tent for 450 euros.', 40);
    say(channel, bob, "I'll book the tent by Friday", 30);
    const view = await summarized(await catchUp());
    expect(view.message?.flags).toBe(64);
    expect(toShown(view.message)).toContain('450 euros');
    expect(toShown(view.message)).not.toContain('old boat');
    say(channel, ann, 'thanks', 20);
    expect(await readReply(pressMore(scene.actions, view.message, 'Again', scene.ann))).toContain(
      'Nothing new in',
    );
  });

  test('says that there is nothing new, also where only a bot wrote', async () => {
    const { world, channel, ann } = scene;
    say(channel, ann, 'We decided to sell the old boat on Monday.', 50);
    const sentence = `Nothing new in <#${channel.id}> since your last message. To look in all channels, use \`where: everywhere\`.`;
    expect(await readReply(catchUp())).toBe(sentence);
    say(channel, world.bot, 'Build 7 is done', 40);
    expect(await readReply(catchUp())).toBe(sentence);
  });

  test('says how far it looked where the person never wrote, and starts where they say', async () => {
    const { world, guild } = scene;
    fill(scene);
    const cleo = world.addUser({ name: 'cleo' });
    world.addMember(guild, cleo);
    expect(await readReply(catchUp({}, cleo))).toContain('None of the newest 8 messages here is yours');
    expect(await readSummary(catchUp({ since: '24 hours' }, cleo))).toContain('450');
  });
});

describe('/catchup everywhere', () => {
  test('lists one line a channel, first what concerns the person, and summarizes each', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const [busy, asked, silent, old] = ['busy', 'asked', 'silent', 'old'].map(name =>
      world.addChannel(guild, { name }),
    );
    if (!busy || !asked || !silent || !old) throw new Error('four channels');
    const own = say(asked, ann, 'I have the boat', 90);
    world.addMessage(asked, {
      by: bob,
      content: 'Which one?',
      replyTo: own,
      atMs: Date.now() - 80 * minuteMs,
    });
    for (let i = 0; i < 12; i++) say(busy, bob, `We decided to buy boat ${i} for 450 euros`, 60 - i);
    say(channel, ann, 'seen', 100);
    say(channel, bob, `<@${ann.id}> have a look`, 70);
    say(silent, bob, 'before', 60);
    say(silent, ann, 'after', 50);
    say(old, bob, 'long ago', 45 * 1_440);
    const thread = world.addThread(busy, { name: 'sails', owner: bob });
    say(thread, bob, 'We decided on red sails.', 30);

    const view = await told(await catchUp(everywhere));
    expect(view.message?.flags).toBe(64);
    expect(view.message?.content).toContain('**4 channels with new messages since you last wrote there**');
    expect(toListed(view)).toEqual([asked.id, channel.id, busy.id, thread.id]);
    const lines = view.message?.embeds[0]?.description ?? '';
    expect(lines).toContain(
      `<#${asked.id}> · 1 open question to you · 1 reply to you · 1 message by 1 person`,
    );
    expect(lines).toContain(`<#${channel.id}> · 1 mention · 1 message by 1 person`);
    expect(lines).toContain(`<#${busy.id}> · 12 messages by 1 person`);

    const { message } = await summarized(await scene.press(view, '#busy'));
    expect(message?.flags).toBe(64);
    expect(toShown(message)).toContain('450 euros');
  });

  test('takes a time, and counts everything since then', async () => {
    const { channel, ann, bob } = scene;
    say(channel, bob, 'one', 60);
    say(channel, bob, 'two', 20);
    say(channel, ann, 'mine', 10);
    const { message } = await told(await catchUp({ ...everywhere, since: '30m' }));
    expect(message?.content).toMatch(/1 channel with new messages since <t:\d+/);
    expect(message?.embeds[0]?.description).toContain('1 message by');
    for (const [since, sentence] of [
      ['tomorrow', 'is in the future'],
      ['whenever', 'as a time'],
      ['https://discord.com/channels/1/2/3', 'takes a time'],
    ] as const) {
      const refused = await told(await catchUp({ ...everywhere, since }));
      expect(refused.message?.content).toContain(sentence);
    }
  });

  test('has a menu where there are more channels than buttons, and stays within its budget', async () => {
    const { world, guild, ann, bob, playground } = scene;
    const channels = Array.from({ length: 26 }, (_, index) => {
      const each = world.addChannel(guild, { name: `room-${index}` });
      say(each, bob, `We decided to rent ${index} tents for 450 euros`, 300 - index);
      return each;
    });
    const before = playground.exchanges.length;
    const view = await told(await catchUp(everywhere));
    const gets = playground.exchanges.slice(before).filter(({ method }) => method === 'GET');
    expect(gets.length).toBeLessThan(30);
    expect(toListed(view)).toHaveLength(20);
    const left = channels.slice(0, 6).reverse();
    expect(view.message?.content).toContain(
      `Skipped this time: ${left
        .slice(0, 5)
        .map(({ id }) => `<#${id}>`)
        .join(', ')} and 1 more.`,
    );
    const value = new RegExp(`catchup:${channels[25]?.id}:\\d+`).exec(toShown(view.message))?.[0] ?? '';
    if (view.message === null) throw new Error('nothing to choose from');
    const chosen = scene.actions.select({
      user: ann,
      message: view.message,
      customId: 'catchup',
      values: [value],
    });
    expect(await readSummary(chosen)).toContain('25 tents');
  });

  test.each([
    ['is building its index', () => scene.world.setSearch({ isReady: false, retryAfterSecs: 60 })],
    ['fails', () => scene.playground.faults.failWith(500, 'GET /guilds/*/messages/search', 9)],
  ])('reads channel by channel where the search %s', async (_, fail) => {
    const { channel, ann, bob } = scene;
    fail();
    say(channel, bob, 'before', 60);
    say(channel, ann, 'mine', 50);
    say(channel, bob, `<@${ann.id}> can you come?`, 40);
    const { message } = await told(await catchUp(everywhere));
    expect(message?.embeds[0]?.description).toBe(
      `<#${channel.id}> · 1 open question to you · 1 mention · 1 message by 1 person`,
    );
    expect(message?.content).toContain('search is not available');
  });

  test('finds where the person wrote last behind the many messages they wrote elsewhere', async () => {
    const { world, guild, channel, ann, bob, playground } = scene;
    const quiet = world.addChannel(guild, { name: 'quiet' });
    say(quiet, bob, 'before', 203);
    say(quiet, ann, 'mine', 202);
    say(quiet, bob, 'after', 201);
    for (let i = 0; i < 60; i++) say(channel, ann, `note ${i}`, 100 - i);
    const before = playground.exchanges.length;
    const { message } = await told(await catchUp(everywhere));
    expect(message?.embeds[0]?.description).toBe(`<#${quiet.id}> · 1 message by 1 person`);
    const read = playground.exchanges.slice(before).filter(({ path }) => path.endsWith('/messages'));
    expect(read.map(({ path }) => path)).toEqual([`/channels/${quiet.id}/messages`]);
  });

  test('counts what mentions a role of the person, and what was asked before a thousand other messages', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const crew = world.addRole(guild, { name: 'crew', isMentionable: true });
    world.giveRole(guild, ann, crew);
    const named = world.addChannel(guild, { name: 'named' });
    say(named, bob, `<@&${crew.id}> please look`, 5);
    say(channel, ann, 'We decided to sell the old boat on Monday.', 3_100);
    say(channel, bob, `<@${ann.id}> which tent?`, 3_050);
    for (let i = 0; i < 3_000; i++) say(channel, bob, `We decided to buy boat ${i} for 450 euros`, 3_000 - i);
    const view = await told(await catchUp(everywhere));
    expect(view.message?.embeds[0]?.description?.split('\n')).toEqual([
      `<#${channel.id}> · 1 open question to you · 1 mention · 101+ messages by 1 person`,
      `<#${named.id}> · 1 mention · 1 message by 1 person`,
    ]);
    const { message } = await summarized(await scene.press(view, '#planning'));
    expect(toShown(message)).toContain('3,001 messages');
  });

  test('works after a restart, and refuses a second list while the first is being made', async () => {
    const { channel, bob, playground } = scene;
    say(channel, bob, 'We decided to rent the big tent for 450 euros.', 60);
    playground.faults.delay(1_000, `GET /channels/${channel.id}/messages`);
    const first = catchUp(everywhere);
    await expect.poll(() => playground.exchanges.some(({ path }) => path.endsWith('/search'))).toBe(true);
    expect(await readReply(catchUp(everywhere))).toContain('still running');
    const view = await told(await first);
    await view.until(({ message }) => (message?.embeds.length ?? 0) > 0);
    await scene.restart();
    expect(await readSummary(scene.press(view, '#planning'))).toContain('450 euros');
  });
});

describe('what the person may not read', () => {
  test('is neither named nor counted in the list', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const closed = { role: guild.id, deny: Flags.ViewChannel };
    const forBot = { member: world.bot, allow: Flags.ViewChannel };
    const boss = world.addChannel(guild, { name: 'merger-with-acme', overwrites: [closed, forBot] });
    const mute = world.addChannel(guild, {
      name: 'no-history',
      overwrites: [{ role: guild.id, deny: Flags.ReadMessageHistory }],
    });
    const plan = world.addThread(channel, {
      name: 'surprise',
      owner: ann,
      isPrivate: true,
      members: [world.bot],
    });
    const hidden = world.addChannel(guild, { name: 'bot-sees-not', overwrites: [closed] });
    for (const each of [boss, mute, plan, hidden]) say(each, ann, `<@${bob.id}> can you see this?`, 60);
    say(channel, ann, 'hello', 30);
    const view = await told(await catchUp(everywhere, bob));
    expect(toListed(view)).toEqual([channel.id]);
    const shown = JSON.stringify(view);
    for (const each of [boss, mute, plan, hidden]) {
      expect(shown).not.toContain(each.id);
      expect(shown).not.toContain(each.name);
    }
    expect(view.message?.content).not.toContain('ausgelassen');
  });

  test('is refused at the press when leave was taken away after the list', async () => {
    const { world, guild, ann, bob } = scene;
    const secret = world.addChannel(guild, { name: 'boats' });
    say(secret, ann, 'We decided to buy boat 7 for 450 euros.', 60);
    const view = await told(await catchUp(everywhere, bob));
    expect(toListed(view)).toEqual([secret.id]);
    world.overwrite(secret, { role: guild, deny: Flags.ViewChannel });
    world.overwrite(secret, { member: world.bot, allow: Flags.ViewChannel });
    const refused = await told(await scene.press(view, '#boats', bob));
    expect(refused.message?.content).toContain('nicht sehen');
    expect(JSON.stringify(refused)).not.toContain('for 450 euros');
    world.removeChannel(secret);
    expect(await readReply(scene.press(view, '#boats', bob))).toMatch(/kein Kanal|nicht mehr/);
  });

  test('a channel that the bot may not read, or that is age-restricted, is counted for people who may', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const blind = world.addChannel(guild, { name: 'blind' });
    world.overwrite(blind, { member: world.bot, deny: Flags.ViewChannel });
    const adult = world.addChannel(guild, { name: 'adult', isAgeRestricted: true });
    for (const each of [blind, adult, channel]) say(each, bob, 'new', 60);
    const view = await told(await catchUp(everywhere));
    expect(toListed(view)).toEqual([channel.id]);
    expect(view.message?.content).toContain('1 channel left out: I can’t read it.');
    expect(view.message?.content).toContain('1 age-restricted channel left out');
    expect(toListed(await told(await catchUp(everywhere, ann, adult)))).toContain(adult.id);
  });

  test('a private thread is listed for who is in it', async () => {
    const { world, channel, ann, bob } = scene;
    const plan = world.addThread(channel, {
      name: 'plan',
      owner: ann,
      isPrivate: true,
      members: [world.bot, bob],
    });
    say(plan, ann, 'We decided on red sails.', 60);
    expect(toListed(await told(await catchUp(everywhere, bob)))).toEqual([plan.id]);
  });

  test('private threads beyond the newest ten are not looked at, and their number is not told', async () => {
    const { world, channel, ann, bob } = scene;
    const threads = Array.from({ length: 12 }, (_, index) => {
      const members = index % 2 === 0 ? [world.bot, bob] : [world.bot];
      const plan = world.addThread(channel, { name: `plan ${index}`, owner: ann, isPrivate: true, members });
      say(plan, ann, 'We decided on red sails.', 60 - index);
      return plan;
    });
    const view = await told(await catchUp(everywhere, bob));
    expect(toListed(view)).toEqual([10, 8, 6, 4, 2].map(index => threads[index]?.id));
    expect(toSaid(view.message)).toContain('5 Kanäle');
    expect(view.message?.content.match(/^-# /gm)).toHaveLength(1);
  });
});
