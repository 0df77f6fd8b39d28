import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../../src/core/decisions/entry.ts';
import { sure } from '../../sure.ts';
import { createLogParts } from '../decisions/log-scene.ts';
import { besides, summarized, toLabels, told, toSaid, toShown } from '../scene.ts';
import { monday, setUp as setUpDigests, soon, tent, tuesday, wednesday } from './digest-scene.ts';

/** A server that permits cards, and a member without any permission of a manager. */
async function setUp(permitted = 5, options: Parameters<typeof setUpDigests>[0] = {}) {
  const scene = await setUpDigests(options);
  if (permitted > 0) await scene.set({ personal_digests: permitted });
  const cleo = scene.addMember('cleo');
  const direct = scene.world.openDirect(cleo);
  const entries = () => scene.running().store.entries.list(scene.guild.id);
  const own = async () => (await scene.list()).filter(({ creatorId }) => creatorId === cleo.id);
  return {
    ...scene,
    cleo,
    direct,
    entries,
    /** After so many tasks came into the log. */
    logged: (count: number) => vi.waitUntil(async () => (await entries()).length === count, soon),
    /** The card is due, and is over. */
    passes: async (day: string) => {
      scene.due(day);
      await vi.waitUntil(async () => sure((await own())[0]).lastRun?.at.startsWith(day), soon);
    },
    me: (options: Readonly<Record<string, string>> = { when: 'daily 09:00' }, user = cleo) =>
      scene.run('digest me', options, user),
    cards: () => scene.posted(direct),
    card: (count = 1) => scene.nextPost(count, direct),
    own,
  };
}

type CardScene = Awaited<ReturnType<typeof setUp>>;

/** A task of Cleo. */
const booking = {
  ...{ kind: 'action', owner: 'Cleo', due: 'by Tuesday', topic: 'Tent' },
  ...{ when: 'I book the tent', text: 'Cleo books the tent.' },
} as const;

/** The same task with another due date. */
const toOverdue = (entry: LogEntry, id: string, day: string): LogEntry => ({
  ...entry,
  id,
  statements: entry.statements.map(each => ({ ...each, text: `Old ${id}.`, dueDate: { day } })),
});

const toLines = (text: string) => text.split('\n').filter(line => /^(?:- |\*\*|-# )/.test(line));

describe('/digest me', () => {
  test('sends a member what waits for them and the news they may read, once each, until they stop it', async () => {
    const scene = await setUp();
    const { world, cleo, bob } = scene;
    const closed = scene.addClosed('closed', { member: bob });
    const set = await told(await scene.me());
    expect(toSaid(set.message)).toMatch(
      /^Your catch-up of \*\*Fair\*\* comes by direct message every day at 09:00/,
    );
    scene.say(tent);
    scene.say('We decided to open the casino.', closed);
    const asked = scene.say(`<@${cleo.id}> which tent is it?`);
    scene.due();
    const text = await scene.card();
    await scene.idle();
    expect(toLines(text).slice(0, 4)).toEqual([
      expect.stringMatching(/^\*\*Catch-up\*\* · Fair · every day at 09:00/),
      expect.stringMatching(/^-# 1 channel with news since <t:\d+:f>\. Not searched/),
      '**Waiting for you**',
      expect.stringMatching(/^- \*\*Bob\*\* asks you: @Cleo which tent is it\?/),
    ]);
    expect(text).toContain('big tent');
    expect(text).not.toContain('casino');
    // Nothing new, no message; then only what is new.
    await scene.passes(tuesday);
    expect(scene.cards()).toHaveLength(1);
    scene.say('We decided to serve soup for lunch.');
    scene.due('2091-03-07');
    expect(await scene.card(2)).not.toContain('big tent');
    await scene.idle();

    await scene.restart();
    expect(await scene.sources(scene.cards()[0], cleo)).toContain('big tent');
    world.removeMessage(asked);
    await vi.waitUntil(() => !toShown(sure(scene.cards()[0])).includes('which tent'), soon);
    expect(sure(scene.cards()[0]).content).toContain('was deleted or changed');
    expect(toShown(sure(scene.cards()[0]))).toContain('big tent');

    const pressed = await besides(await scene.press(scene.cards()[1], 'Stop', cleo));
    expect(toSaid(pressed)).toContain('Stopped.');
    expect(await scene.list()).toEqual([]);
  });

  test('ticks a task with one press where it is shown, for the member alone, also after a restart', async () => {
    const task = { kind: 'action', owner: 'Cleo' } as const;
    const tasks = [
      { ...task, when: 'I book the tent', text: 'Cleo books the tent.' },
      { ...task, when: 'I print the menu', text: 'Cleo prints the menu.' },
    ];
    const scene = await setUp(5, createLogParts(tasks));
    const { cleo, channel } = scene;
    scene.say('I book the tent', channel, cleo);
    scene.say('I print the menu', channel, cleo);
    await scene.ask({}, cleo);
    await scene.logged(2);
    await told(await scene.me());
    scene.say(`<@${cleo.id}> which tent is it?`);
    scene.due();
    expect(await scene.card()).toMatch(/\*\*Waiting for you\*\*\n- Cleo (?:books|prints)[^\n]+\n- Cleo /);
    await scene.idle();
    await scene.restart();
    const boxes = () =>
      toLabels(sure(scene.cards()[0]))
        .flat()
        .filter((label = '') => /^[☐☑]/.test(label))
        .sort();
    const done = async () =>
      (await scene.entries()).flatMap(each => (each.kind === 'action' ? [each.done] : []));
    expect(boxes()).toEqual(['☐ Cleo books the tent.', '☐ Cleo prints the menu.']);
    await scene.press(scene.cards()[0], '☐ Cleo books the tent.', cleo);
    await vi.waitUntil(() => boxes().join() === '☐ Cleo prints the menu.,☑ Cleo books the tent.', soon);
    expect((await done()).filter(Boolean)).toMatchObject([{ by: cleo.id }]);
    await scene.press(scene.cards()[0], '☑ Cleo books the tent.', cleo);
    await vi.waitUntil(() => boxes().join() === '☐ Cleo books the tent.,☐ Cleo prints the menu.', soon);
    expect(await done()).toEqual([null, null]);
  });

  test('comes without news on the day when a task is due, and once it is overdue, and on no other day', async () => {
    const scene = await setUp(5, createLogParts([booking]));
    const { cleo, channel, running } = scene;
    scene.say('I book the tent by Tuesday', channel, cleo);
    await scene.ask({}, cleo);
    await scene.logged(1);
    const [entry] = await scene.entries();
    for (const number of [1, 2, 3, 4])
      await running().store.entries.put(toOverdue(sure(entry), `${number}`, '2091-03-01'));
    await told(await scene.me());
    const days = [monday, tuesday, wednesday, '2091-03-08'];
    const comes = [0, 1, 2, 2];
    for (const [index, day] of days.entries()) {
      await scene.passes(day);
      expect(scene.cards()).toHaveLength(sure(comes[index]));
    }
    const [due, overdue] = scene.cards().map(({ content }) => content);
    // The tasks that are overdue for long do not hide it.
    expect(due).toMatch(/Nothing new since.*\n\*\*Waiting for you\*\*\n- Cleo books the tent\.(?!.*overdue)/);
    expect(overdue).toMatch(/- Cleo books the tent\..*\*\*overdue\*\*/);
  });

  test('does not tell old news again after a card that came first for a task', async () => {
    const scene = await setUp(5, createLogParts([booking]));
    const { cleo, channel, guild, world } = scene;
    const other = world.addChannel(guild, { name: 'other' });
    scene.say('We decided to serve soup for lunch.', other);
    scene.due(monday, '20:00');
    scene.say('I book the tent by Tuesday', channel, cleo);
    await scene.ask({}, cleo);
    await scene.logged(1);
    await told(await scene.me());
    for (const day of [tuesday, wednesday]) {
      await scene.passes(day);
    }
    expect(scene.cards()).toHaveLength(2);
    expect(scene.cards().map(toShown).join()).not.toContain('news since');
  });

  test('has to be permitted by a manager, who is offered it once a member asks', async () => {
    const scene = await setUp(0);
    const { ann, bob, cleo, channel } = scene;
    const asked = await told(await scene.me());
    expect(toSaid(asked.message)).toContain('are off on this server');
    await scene.press(asked, 'Ask in this channel', cleo);
    await vi.waitUntil(() => scene.posted(channel).length === 1, soon);
    const offer = sure(scene.posted(channel)[0]);
    expect(offer.content).toContain(`<@${cleo.id}> would like their`);
    expect(offer.flags).not.toBe(64);
    // A person who asks next, after a restart too, is only told so.
    await scene.restart();
    const second = await told(await scene.me({}, bob));
    await scene.press(second, 'In diesem Kanal fragen', bob);
    await vi.waitUntil(() => toSaid(second.message).includes('schon jemand danach gefragt'), soon);
    expect(scene.posted(channel)).toHaveLength(1);
    const refused = await besides(await scene.press(offer, 'Turn on', bob));
    expect(toSaid(refused)).toContain('Server verwalten');
    expect(toSaid((await told(await scene.me())).message)).toContain('are off');
    await scene.press(offer, 'Turn on', ann);
    await vi.waitUntil(() => sure(scene.posted(channel)[0]).content.includes('for up to 25 members'), soon);
    expect(toSaid((await told(await scene.me())).message)).toContain('every day at 09:00');
    // Once a manager turns it off again, none is sent.
    scene.say(tent);
    await scene.set({ personal_digests: 0 });
    scene.due();
    await scene.paused('not_permitted');
    expect(scene.cards().filter(({ embeds }) => embeds.length > 0)).toEqual([]);
  });

  test('is one for each member, for as many members as are permitted, in days and times', async () => {
    const scene = await setUp(1);
    const { bob, cleo } = scene;
    const said = async (...given: Parameters<typeof scene.me>) =>
      toSaid((await told(await scene.me(...given))).message);
    const [first, again] = await Promise.all([said(), said()]);
    expect([first, again].join()).not.toContain('already get');
    expect(await said({ when: 'Monday, Thursday 7:30' })).toContain('every Monday and Thursday at 07:30');
    expect(await said({})).toContain('every Monday and Thursday at 07:30');
    expect(await scene.list()).toHaveLength(1);
    for (const [when, words] of [
      ['0 * * * *', 'can’t be used here'],
      ['soon', 'can’t be used here'],
    ] as const)
      expect(await said({ when })).toContain(words);
    expect(await said({}, bob)).toContain('1 Mitglied bekommt');
    // Nobody sees in the list who has one.
    expect(toSaid((await told(await scene.run('digest list'))).message)).toContain('no digests yet');
    const { id } = sure((await scene.own())[0]);
    const pressed = await scene.press(await told(await scene.me({})), 'Stop', cleo);
    await besides(pressed);
    expect(await scene.running().store.digests.get(scene.guild.id, id)).toBeNull();
  });

  test('pauses while the member takes no direct messages, which the next /catchup says', async () => {
    const scene = await setUp();
    const { world, cleo, channel } = scene;
    await told(await scene.me());
    scene.say(tent);
    world.refuseDirect(cleo);
    scene.due();
    await scene.paused('direct_closed');
    // It is written again once the member resumes it.
    await expect.poll(() => scene.running().store.summaries.ids(scene.guild.id)).toEqual([]);
    world.refuseDirect(cleo, false);
    const card = await summarized(await scene.run('catchup', {}, cleo, channel));
    expect(toSaid(card.message)).toContain('is paused: you accept no direct messages from me');
    expect(toSaid((await told(await scene.me({}))).message)).toContain('Next:');
    expect(await scene.card()).toContain('big tent');
    expect(scene.cards()).toHaveLength(1);
    // Nobody can be told of the pause in the messages that they refuse.
    const sent = scene.playground.exchanges.filter(
      each => each.path === `/channels/${scene.direct.id}/messages`,
    );
    expect(sent.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([403, 200]);
  });

  test.each([
    ['leaves the server', async scene => scene.world.removeMember(scene.guild, scene.cleo)],
    [
      'deletes what is stored of them',
      async scene => {
        const shown = await told(await scene.run('privacy delete', {}, scene.cleo));
        await scene.press(shown, 'Delete my data', scene.cleo);
      },
    ],
    [
      'is of a server whose data is erased',
      async scene => {
        const shown = await told(await scene.run('settings erase'));
        await scene.press(shown, 'Delete everything', scene.ann);
      },
    ],
  ] as const satisfies readonly (readonly [string, (scene: CardScene) => Promise<void>])[])(
    'ends when the member %s',
    async (_, end) => {
      const scene = await setUp();
      await told(await scene.me());
      scene.say(tent);
      await end(scene);
      scene.due();
      await expect.poll(scene.list, soon).toEqual([]);
      expect(scene.cards()).toEqual([]);
    },
  );

  test.each([
    [
      'the channel is closed to the member',
      ({ world, channel, cleo }) =>
        world.overwrite(channel, { member: cleo, deny: PermissionFlagsBits.ViewChannel }),
    ],
    ['Bob opts out', async scene => void (await told(await scene.run('privacy opt-out', {}, scene.bob)))],
  ] as const satisfies readonly (readonly [string, (scene: CardScene) => unknown])[])(
    'shows nothing of a channel or a person once %s',
    async (_, change) => {
      const scene = await setUp();
      const { cleo, world, guild, ann } = scene;
      const other = world.addChannel(guild, { name: 'kitchen' });
      await told(await scene.me());
      scene.say(tent);
      scene.say(`<@${cleo.id}> which tent is it?`);
      scene.say('We decided to serve soup for lunch.', other, ann);
      await change(scene);
      scene.due();
      const text = await scene.card();
      expect(text).toContain('soup');
      expect(text).not.toContain('tent');
    },
  );

  test('offers no threads, of which none could be opened in a direct message', async () => {
    const scene = await setUp();
    const thread = scene.world.addThread(scene.channel, { name: 'boats', owner: scene.bob });
    await told(await scene.me());
    scene.world.addMessage(thread, { by: scene.bob, content: 'We decided to buy boat 7 for 450 euros.' });
    scene.say(tent);
    scene.due();
    expect(await scene.card()).toContain('boat 7');
    await scene.idle();
    const [card] = scene.cards();
    expect((await scene.stored(card))?.threads).toHaveLength(1);
    expect(JSON.stringify(card?.components)).not.toContain('catchup');
  });

  test('keeps the catch-up of deletions going when a message that waits links to another', async () => {
    const scene = await setUp();
    const { world, guild, bob, cleo, channel } = scene;
    const kitchen = world.addChannel(guild, { name: 'kitchen' });
    const linked = world.addMessage(kitchen, { by: bob, content: 'The purple tent costs 450 euros.' });
    await told(await scene.me());
    const url = `https://discord.com/channels/${guild.id}/${kitchen.id}/${linked.id}`;
    const asked = scene.say(`<@${cleo.id}> which tent is it? ${url}`);
    scene.due();
    expect(await scene.card()).toContain('which tent');
    await scene.idle();
    const stored = await scene.stored(scene.cards()[0]);
    expect(stored?.card?.sources?.map(({ messageId }) => messageId)).toEqual([asked.id]);
    const casino = scene.say('We decided to open the casino.');
    await scene.ask({ private: false });
    await scene.restart(() => world.removeMessage(casino));
    await vi.waitUntil(() => !JSON.stringify(scene.posted(channel)).includes('casino'), soon);
  });

  test('loses the words of who opts out after it was sent', async () => {
    const scene = await setUp();
    const { cleo, bob } = scene;
    await told(await scene.me());
    scene.say(`<@${cleo.id}> which tent is it?`);
    scene.say('We decided to serve soup for lunch.', scene.channel, scene.ann);
    scene.due();
    expect(await scene.card()).toContain('which tent');
    await scene.idle();
    await told(await scene.run('privacy opt-out', {}, bob));
    await vi.waitUntil(() => !toShown(sure(scene.cards()[0])).includes('which tent'), soon);
    expect(sure(scene.cards()[0]).content).toContain('was deleted or changed');
  });
});
