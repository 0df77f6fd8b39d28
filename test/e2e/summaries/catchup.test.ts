import type { InteractionView } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/app/ports.ts';
import { sure } from '../../sure.ts';
import { createLogParts } from '../decisions/log-scene.ts';
import { createHeldEngine } from '../engines.ts';
import {
  fill,
  openScene,
  readReply,
  readSummary,
  type Scene,
  summarized,
  toClaims,
  toLabels,
  told,
  toSaid,
  toShown,
} from '../scene.ts';

type Channel = ReturnType<Scene['world']['addChannel']>;
type Options = Readonly<Record<string, string>>;

const minuteMs = 60_000;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

/** What a select offers. */
type Menu = {
  readonly options: readonly {
    readonly label: string;
    readonly value: string;
    readonly description: string;
  }[];
};

const catchUp = (options: Options = {}, user = scene.ann, where = scene.channel) =>
  scene.run('catchup', options, user, where);
/** A card, once it is whole. */
const card = async (...given: Parameters<typeof catchUp>) => summarized(await catchUp(...given));

const here = { where: 'here' };

function say(channel: Channel, by: { readonly id: string }, content: string, minutesAgo: number) {
  return scene.world.addMessage(channel, { by, content, atMs: Date.now() - minutesAgo * minuteMs });
}

function toMenus({ message }: InteractionView): readonly Menu[] {
  const rows = (message?.components ?? []) as unknown as readonly { readonly components: readonly Menu[] }[];
  return rows.flatMap(({ components }) => components.filter(each => 'options' in each));
}

/** The channels of the menus of a card in their order. */
const toOptions = (view: InteractionView) => toMenus(view).flatMap(({ options }) => options);
const toListed = (view: InteractionView) => toOptions(view).map(({ label }) => label);
/** Each with what is said of it. */
const toOffered = (view: InteractionView) =>
  toOptions(view).map(({ label, description }) => `${label}: ${description}`);

/** The lines of a card, without their links. */
function toCardLines({ message }: InteractionView): readonly string[] {
  const shown = [toSaid(message), toClaims(message)].join('\n').replace(/\[(\[\d+\]|↗)\]\([^)]+\)/g, '$1');
  return shown.split('\n').filter(line => line.startsWith('- '));
}

/** Chooses a channel in the menu of a card. */
function choose(view: InteractionView, label: string, user = scene.ann): Promise<InteractionView> {
  const { value } = sure(toOptions(view).find(each => each.label === label));
  return scene.actions.select({ user, message: sure(view.message), customId: 'catchup', values: [value] });
}

describe('/catchup here', () => {
  test('summarizes what came after the last message of the person, for them alone', async () => {
    const { channel, ann, bob } = scene;
    say(channel, ann, 'We decided to sell the old boat on Monday.', 50);
    say(channel, bob, 'We decided to rent the big tent for 450 euros.', 40);
    say(channel, bob, "I'll book the tent by Friday", 30);
    const view = await card(here);
    expect(view.message?.flags).toBe(64);
    expect(toShown(view.message)).toContain('450 euros');
    expect(toShown(view.message)).not.toContain('old boat');
    say(channel, ann, 'thanks', 20);
    expect(await readReply(scene.more(view.message, 'Again'))).toContain('Nothing new in');
  });

  test('says that there is nothing new, also where only a bot wrote', async () => {
    const { world, channel, ann } = scene;
    say(channel, ann, 'We decided to sell the old boat on Monday.', 50);
    const sentence = `Nothing new in <#${channel.id}> since your last message. To look in all channels, use \`/catchup\` without \`where:\`.`;
    expect(await readReply(catchUp(here))).toBe(sentence);
    say(channel, world.bot, 'Build 7 is done', 40);
    expect(await readReply(catchUp(here))).toBe(sentence);
  });

  test('says how far it looked where the person never wrote, and starts where they say', async () => {
    fill(scene);
    const cleo = scene.addMember('cleo');
    expect(await readReply(catchUp(here, cleo))).toContain('None of the newest 8 messages here is yours');
    expect(await readSummary(catchUp({ ...here, since: '24 hours' }, cleo))).toContain('for 450');
  });
});

describe('the card of /catchup', () => {
  test('shows what waits for the person, then the news of all channels, each line with its channel', async () => {
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
    say(channel, bob, `<@${ann.id}> have a look at the plan for Friday`, 70);
    say(silent, bob, 'before', 60);
    say(silent, ann, 'after', 50);
    say(old, bob, 'long ago', 45 * 1_440);
    const thread = world.addThread(busy, { name: 'sails', owner: bob });
    say(thread, bob, 'We decided on red sails.', 30);

    const view = await card();
    expect(view.message?.flags).toBe(64);
    expect(toSaid(view.message)).toContain('**Waiting for you**');
    expect(toSaid(view.message)).toContain('4 channels with news since you last wrote there.');
    const lines = toCardLines(view);
    expect(lines.slice(0, 2)).toEqual([
      `- **Bob** asks you: Which one?\u00a0↗ · <#${asked.id}>`,
      `- **Bob** mentioned you: @Ann have a look at the plan for Friday\u00a0↗ · <#${channel.id}>`,
    ]);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.length).toBeLessThanOrEqual(12);
    for (const line of lines.slice(2)) expect(line).toMatch(/\[\d+\].*\*\(#(?:busy|asked|planning)\)\*$/);
    expect(lines.join('\n')).toContain('red sails');
    expect(toOffered(view)).toEqual([
      '#asked: 1 open question to you · 1 reply to you · 1 message by 1 person',
      '#planning: 1 mention · 1 message by 1 person',
      '#busy: 12 messages by 1 person',
      'sails: 1 message by 1 person',
    ]);

    const { message } = await summarized(await choose(view, '#busy'));
    expect(message?.flags).toBe(64);
    expect(toShown(message)).toContain('450 euros');
    expect(toShown(message)).not.toContain('Which one');
  });

  test('counts the channels that it reads, once it knows which have news', async () => {
    scene = await openScene({ pace: { afterMs: 20, everyMs: 30 } });
    const { world, guild, bob, playground } = scene;
    const busy = Array.from({ length: 7 }, (_, index) => world.addChannel(guild, { name: `busy-${index}` }));
    for (const each of busy) say(each, bob, 'We decided on red sails.', 9);
    say(scene.channel, scene.ann, 'mine', 1);
    const [search, page] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    playground.faults.delay(search.promise, 'GET /guilds/*/messages/search');
    playground.faults.delay(page.promise, `GET /channels/${busy[0]?.id}/messages`);
    const view = await catchUp();
    const shows = (words: string) => view.until(({ message }) => message?.content.includes(words) === true);
    // With the one in which nobody but Ann has written.
    await shows('Looking for news in 8 channels…');
    search.resolve();
    await shows('Reading 5 of 7 channels…');
    page.resolve();
    await summarized(view);
    expect(JSON.stringify(view.versions)).not.toMatch(/Reading 0|of 8 channels/);
  });

  test('cuts nothing that waits for the person for the first line of the news', async () => {
    const cites = Array.from({ length: 6 }, (_, index) => `Plan ${index}`);
    const text = `The crew sails ${'past the old lighthouse and the harbour '.repeat(12)}on Sunday.`;
    const { engine, judge } = createLogParts([{ when: 'Plan 0', cites, kind: 'fact', text, topic: 'Sails' }]);
    scene = await openScene({ engine, judge });
    const { channel, ann, bob } = scene;
    say(channel, ann, 'seen', 70);
    for (const [index, plan] of cites.entries()) say(channel, bob, `${plan} for Sunday`, 60 - index);
    for (let i = 0; i < 4; i++)
      say(channel, bob, `<@${ann.id}> look at list ${i}: ${'*tents*, _chairs_ '.repeat(9)}`, 20 - i);
    const { message } = await card();
    expect(toSaid(message).match(/mentioned you/g)).toHaveLength(4);
    expect(toShown(message)).toContain('The crew sails');
  });

  test('takes a time, and counts everything since then', async () => {
    const { channel, ann, bob } = scene;
    say(channel, bob, 'We decided to sell the old boat on Monday.', 60);
    say(channel, bob, 'We decided to rent the big tent for 450 euros.', 20);
    say(channel, ann, 'mine', 10);
    const view = await card({ since: '30m' });
    expect(toSaid(view.message)).toMatch(/1 channel with news since <t:\d+/);
    expect(toShown(view.message)).not.toContain('old boat');
    expect(toOffered(view)).toEqual(['#planning: 1 message by 1 person']);
    for (const [since, sentence] of [
      ['tomorrow', 'is in the future'],
      ['whenever', 'as a time'],
      ['https://discord.com/channels/1/2/3', 'takes a time'],
    ] as const)
      expect(await readReply(catchUp({ since }))).toContain(sentence);
  });

  test('reads a page of 50 channels, and offers the others in its menus', async () => {
    const { world, guild, bob, playground } = scene;
    for (let index = 0; index < 60; index++)
      say(
        world.addChannel(guild, { name: `room-${index}` }),
        bob,
        `We decided to rent ${index} tents for 450 euros`,
        300 - index,
      );
    const quiet = world.addChannel(guild, { name: 'quiet' });
    say(quiet, scene.ann, 'mine', 1);
    const before = playground.exchanges.length;
    const view = await card();
    const gets = playground.exchanges.slice(before).filter(({ method }) => method === 'GET');
    const pages = gets.filter(({ path }) => path.endsWith('/messages'));
    expect(pages).toHaveLength(50);
    expect(pages.map(({ path }) => path)).not.toContain(`/channels/${quiet.id}/messages`);
    expect(gets.length).toBeLessThanOrEqual(75);
    expect(toCardLines(view).length).toBeLessThanOrEqual(12);
    expect(toMenus(view).map(({ options }) => options.length)).toEqual([25, 25, 10]);
    expect(toOffered(view).filter(each => each.endsWith('not read this time'))).toHaveLength(10);
    expect(toSaid(view.message)).not.toContain('not in the menus');
    for (let index = 60; index < 77; index++)
      say(world.addChannel(guild, { name: `room-${index}` }), bob, 'We decided to rent 9 tents', 10);
    const full = await card();
    expect(toOptions(full)).toHaveLength(75);
    expect(toSaid(full.message)).toContain('2 channels with news are not in the menus');
    const last = sure(toMenus(view)[2]?.options.at(-1));
    const chosen = scene.actions.select({
      user: scene.ann,
      message: sure(view.message),
      customId: 'catchup2',
      values: [last.value],
    });
    expect(await readSummary(chosen)).toMatch(/rent \d tents/);
  });

  test.each([
    ['is building its index', () => scene.world.setSearch({ isReady: false, retryAfterSecs: 60 })],
    ['fails', () => scene.playground.faults.failWith(500, 'GET /guilds/*/messages/search', 9)],
  ])('reads channel by channel where the search %s', async (_, fail) => {
    const { channel, ann, bob } = scene;
    fail();
    say(channel, bob, 'We decided to sell the old boat on Monday.', 60);
    say(channel, ann, 'mine', 50);
    say(channel, bob, `<@${ann.id}> can you come on Friday?`, 40);
    const view = await card();
    expect(toOffered(view)).toEqual([
      '#planning: 1 open question to you · 1 mention · 1 message by 1 person',
    ]);
    expect(toSaid(view.message)).toContain('search is not available');
    expect(toShown(view.message)).not.toContain('old boat');
  });

  test('finds where the person wrote last behind the many messages they wrote elsewhere', async () => {
    const { world, guild, channel, ann, bob, playground } = scene;
    const quiet = world.addChannel(guild, { name: 'quiet' });
    say(quiet, bob, 'before', 203);
    say(quiet, ann, 'mine', 202);
    say(quiet, bob, 'We decided on red sails.', 201);
    for (let i = 0; i < 60; i++) say(channel, ann, `note ${i}`, 100 - i);
    const before = playground.exchanges.length;
    const view = await card();
    expect(toOffered(view)).toEqual(['#quiet: 1 message by 1 person']);
    const read = playground.exchanges.slice(before).filter(({ path }) => path.endsWith('/messages'));
    expect(read.map(({ path }) => path)).toEqual([`/channels/${quiet.id}/messages`]);
  });

  test('counts what mentions a role of the person, and what was asked before a thousand other messages', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const crew = world.addRole(guild, { name: 'crew', isMentionable: true });
    world.giveRole(guild, ann, crew);
    const named = world.addChannel(guild, { name: 'named' });
    say(named, bob, `<@&${crew.id}> please look at the tent`, 5);
    say(channel, ann, 'We decided to sell the old boat on Monday.', 3_100);
    say(channel, bob, `<@${ann.id}> which tent?`, 3_050);
    for (let i = 0; i < 3_000; i++) say(channel, bob, `We decided to buy boat ${i} for 450 euros`, 3_000 - i);
    const last = scene.world.history(channel).at(-1)?.id;
    // The events of so many messages come before that of the command, which is answered within 3 s or not at all.
    await expect
      .poll(() => scene.running().client.channels.cache.get(channel.id))
      .toMatchObject({ lastMessageId: last });
    const view = await card();
    expect(toOffered(view)).toEqual([
      '#planning: 1 open question to you · 1 mention · 1,001+ messages by 1 person',
      '#named: 1 mention · 1 message by 1 person',
    ]);
    expect(toCardLines(view)[0]).toContain('**Bob** asks you: @Ann which tent?');
    const { message } = await summarized(await choose(view, '#planning'));
    expect(toShown(message)).toContain('3,001 messages');
  });

  test('says since when there is nothing new', async () => {
    const { world, channel, ann } = scene;
    say(channel, ann, 'We decided to sell the old boat on Monday.', 50);
    say(channel, world.bot, 'Build 7 is done', 40);
    expect(await readReply(catchUp())).toMatch(
      /^Nothing new since your last message in each channel; I looked back to <t:\d+:f>\.\n-# Not searched: archived and older private threads/,
    );
    expect(await readReply(catchUp({ since: '45m' }))).toMatch(/^Nothing new since <t:\d+:f>\./);
  });

  test('refuses a second card while the first is being made, and works after a restart', async () => {
    const { channel, bob, playground } = scene;
    say(channel, bob, 'We decided to rent the big tent for 450 euros.', 60);
    playground.faults.delay(1_000, `GET /channels/${channel.id}/messages`);
    const first = catchUp();
    await expect.poll(() => playground.exchanges.some(({ path }) => path.endsWith('/search'))).toBe(true);
    const second = await told(await catchUp());
    expect(toSaid(second.message)).toContain('still being written');
    expect(toShown(second.message)).toContain(':stop"');
    const view = await summarized(await first);
    await scene.restart();
    expect(await readSummary(choose(view, '#planning'))).toContain('450 euros');
  });
});

describe('a card that is being made', () => {
  const parts = createLogParts([
    {
      when: 'I will book the tent',
      kind: 'action',
      text: 'Ann books the tent.',
      owner: 'Ann',
      due: 'by 12 March',
    },
    { when: 'I will print the menu', kind: 'action', text: 'Ann prints the menu.', owner: 'Ann' },
    { when: 'The gym is free', kind: 'fact', text: 'The gym is free.', topic: 'The gym is free' },
    { when: 'We sail on', kind: 'decision', text: 'The crew sails on Sunday.', topic: 'The crew sails' },
  ]);

  test('shows the tasks of the person at once, overdue ones first, and keeps them above the news', async () => {
    const held = createHeldEngine();
    let isHeld = false;
    const engine = {
      ...parts.engine,
      draft: async (...given: Parameters<typeof parts.engine.draft>) => {
        if (isHeld) await held.engine.draft(given[0], () => {}, given[2]);
        return parts.engine.draft(...given);
      },
    };
    scene = await openScene({ engine, judge: parts.judge, pace: { afterMs: 20, everyMs: 20 } });
    const { world, guild, channel, ann, bob } = scene;
    say(channel, ann, 'I will print the menu', 9 * 1_440);
    const tent = say(channel, ann, 'I will book the tent by 12 March', 3_000);
    await scene.ask();
    const { entries } = scene.running().store;
    await expect.poll(async () => (await entries.list(guild.id)).length).toBe(2);
    for (const entry of await entries.list(guild.id)) {
      const [statement] = entry.statements;
      if (!statement || statement.dueDate === null) continue;
      await entries.put({ ...entry, statements: [{ ...statement, dueDate: { day: '2026-01-02' } }] });
    }
    const sea = world.addChannel(guild, { name: 'sea' });
    say(channel, bob, 'The gym is free', 20);
    for (let i = 0; i < 5; i++) say(sea, bob, `We sail on Sunday, I think, plan ${i}`, 10 - i);
    isHeld = true;
    const view = await catchUp();
    await held.reached;
    await view.until(({ message }) => (message?.content ?? '').includes('Ann books the tent.'));
    expect(toSaid(view.message)).toMatch(/^\*\*Waiting for you\*\*\n- Ann books the tent\./);
    held.release();
    const lines = toCardLines(await summarized(view));
    expect(lines).toEqual([
      '- Ann books the tent.\u00a0↗ · Due: <t:1767355200:D> · **overdue**',
      '- Ann prints the menu.\u00a0↗',
      '- **The gym is free** · The gym is free.\u00a0[1] *(#planning)*',
      expect.stringMatching(
        /^- \*\*The crew sails\*\* · The crew sails on Sunday\.\u00a0\[2\] .*\*\(#sea\)\*$/,
      ),
    ]);
    isHeld = false;
    // One press ticks a task where it is shown, another takes it back.
    const boxes = ({ message }: InteractionView) =>
      toLabels(message)
        .flat()
        .filter((label = '') => /^[☐☑]/.test(label));
    expect(boxes(view)).toEqual(['☐ Ann books the tent.', '☐ Ann prints the menu.']);
    const isDone = async () =>
      (await entries.list(guild.id)).filter(each => each.kind === 'action' && each.done);
    const { id, content } = sure(view.message);
    const ticked = await scene.press(view, '☐ Ann prints the menu.');
    await expect.poll(() => boxes(ticked)).toEqual(['☐ Ann books the tent.', '☑ Ann prints the menu.']);
    expect(await isDone()).toHaveLength(1);
    expect(ticked.message).toMatchObject({ id, content });
    const open = await scene.press(ticked, '☑ Ann prints the menu.');
    await expect.poll(() => boxes(open)).toEqual(['☐ Ann books the tent.', '☐ Ann prints the menu.']);
    expect(await isDone()).toEqual([]);
    world.removeMessage(tent);
    const again = await card();
    expect(toShown(again.message)).not.toContain('books the tent');
    expect(toShown(again.message)).toContain('prints the menu');
  });

  test('has twelve lines at most, and none of a message that was deleted while it was written', async () => {
    const held = createHeldEngine();
    const engine: Engine = {
      name: 'writing',
      draft: async (request, onClaim, signal) => {
        await held.engine.draft(request, () => {}, signal);
        for (const { position, text } of request.evidence.messages)
          onClaim({ text, kind: 'fact', evidence: [{ position, quote: text }] });
        return { engine: { name: 'writing' }, usage: null, failure: null };
      },
    };
    scene = await openScene({ engine, pace: { afterMs: 20, everyMs: 20 } });
    const { world, guild, channel, ann, bob } = scene;
    const asked = say(world.addChannel(guild, { name: 'asked' }), bob, `<@${ann.id}> which tent?`, 60);
    say(channel, bob, `<@${ann.id}> look at the plan.`, 50);
    for (let i = 10; i < 30; i++) say(channel, bob, `Boat ${i} is sold${' and painted red'.repeat(30)}.`, i);
    const view = await catchUp();
    await held.reached;
    await view.until(({ message }) => toSaid(message).includes('which tent?'));
    world.removeMessage(asked);
    held.release();
    const shown = await summarized(view);
    const lines = toCardLines(shown);
    expect(lines.length).toBeLessThan(12);
    expect(lines[0]).toContain('mentioned you: @Ann look at the plan.');
    expect(toShown(shown.message)).not.toContain('which tent?');
    const first = lines.length;
    const turned = await scene.press(shown, 'Next');
    await turned.until(({ message }) => toShown(message).includes('page 2 of 2'));
    // What waits is not shown again without a check.
    expect(toSaid(turned.message)).toBe('');
    expect(first + toCardLines(turned).length).toBe(12);
  });

  test('says after a crash that it was interrupted, with a button that makes it again', async () => {
    const held = createHeldEngine();
    scene = await openScene({ engine: held.engine, leaseMs: 400 });
    say(scene.channel, scene.bob, 'We decided to rent the big tent for 450 euros.', 60);
    const view = await catchUp();
    await held.reached;
    await scene.crash();
    await expect.poll(() => view.message?.content).toBe('This summary was interrupted.');
    held.release();
    const again = await summarized(await scene.press(view, 'Regenerate'));
    expect(toShown(again.message)).toContain('450 euros');
    expect(toListed(again)).toEqual(['#planning']);
  });

  test('is refused if the person loses one of its channels meanwhile', async () => {
    const held = createHeldEngine();
    scene = await openScene({ engine: held.engine });
    const { world, guild, channel, bob } = scene;
    const secret = world.addChannel(guild, { name: 'boats' });
    const cleo = scene.addMember('cleo');
    say(secret, bob, `We decided to buy boat 7 for 450 euros, <@${cleo.id}>`, 60);
    say(channel, bob, 'We decided to rent the big tent.', 50);
    const view = await catchUp({}, cleo);
    await held.reached;
    // What was fetched counts, also before the event comes.
    scene.playground.faults.delayEvents(60_000);
    world.overwrite(secret, { role: guild, deny: Flags.ViewChannel });
    held.release();
    expect(await readReply(view)).toContain('You cannot see that channel');
    expect(toShown(view.message)).not.toMatch(/450 euros|boat 7|big tent/);
  });
});

describe('what the person may not read', () => {
  test('is neither named nor counted in the card', async () => {
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
    const view = await card({}, bob);
    expect(toListed(view)).toEqual(['#planning']);
    const shown = JSON.stringify(view);
    for (const each of [boss, mute, plan, hidden]) {
      expect(shown).not.toContain(each.id);
      expect(shown).not.toContain(each.name);
    }
    expect(view.message?.content).not.toContain('ausgelassen');
  });

  test('is refused at the press if access was removed after the card', async () => {
    const { world, guild, ann, bob } = scene;
    const secret = world.addChannel(guild, { name: 'boats' });
    say(secret, ann, 'We decided to buy boat 7 for 450 euros.', 60);
    const view = await card({}, bob);
    expect(toListed(view)).toEqual(['#boats']);
    world.overwrite(secret, { role: guild, deny: Flags.ViewChannel });
    world.overwrite(secret, { member: world.bot, allow: Flags.ViewChannel });
    const refused = await told(await choose(view, '#boats', bob));
    expect(refused.message?.content).toContain('nicht sehen');
    expect(toShown(refused.message)).not.toContain('for 450 euros');
    world.removeChannel(secret);
    expect(await readReply(choose(view, '#boats', bob))).toMatch(/kein Kanal|nicht mehr/);
  });

  test('a channel that the bot may not read, or that is age-restricted, is counted for people who may', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const blind = world.addChannel(guild, { name: 'blind' });
    world.overwrite(blind, { member: world.bot, deny: Flags.ViewChannel });
    const adult = world.addChannel(guild, { name: 'adult', isAgeRestricted: true });
    for (const each of [blind, adult, channel]) say(each, bob, 'new', 60);
    const view = await card();
    expect(toListed(view)).toEqual(['#planning']);
    expect(view.message?.content).toContain('1 channel left out: I can’t read it.');
    expect(view.message?.content).toContain('1 age-restricted channel left out');
    expect(toListed(await card({}, ann, adult))).toContain('#adult');
  });

  test('nothing of a person who opted out waits for anybody, or is news', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const cleo = world.addUser({ name: 'cleo' });
    world.addMember(guild, cleo);
    const other = world.addChannel(guild, { name: 'other' });
    say(channel, bob, `<@${ann.id}> which tent do you want?`, 60);
    say(other, cleo, 'We decided to rent the big tent for 450 euros.', 50);
    say(other, bob, `<@${ann.id}> the tent is mine.`, 40);
    await scene.running().store.privacy.setOptedOut(bob.id, true);
    const view = await card();
    expect(toOffered(view)).toEqual(['#other: 1 message by 1 person']);
    expect(toShown(view.message)).toContain('450 euros');
    expect(toShown(view.message)).not.toMatch(/Bob|which tent|is mine/);
  });

  test('private threads beyond the newest ten are not looked at, and their number is not told', async () => {
    const { world, channel, ann, bob } = scene;
    Array.from({ length: 12 }, (_, index) => {
      const members = index % 2 === 0 ? [world.bot, bob] : [world.bot];
      const plan = world.addThread(channel, { name: `plan ${index}`, owner: ann, isPrivate: true, members });
      say(plan, ann, 'We decided on red sails.', 60 - index);
      return plan;
    });
    const view = await card({}, bob);
    expect(toListed(view)).toEqual([10, 8, 6, 4, 2].map(index => `plan ${index}`));
    expect(toSaid(view.message)).toContain('5 Kanäle');
  });
});
