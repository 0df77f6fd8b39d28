import { expect, test } from 'vitest';
import { openClaudeScene } from '../claude-scene.ts';
import { summarized, told, toSaid, toShown } from '../scene.ts';

const minuteMs = 60_000;

/** Bob has summarized two channels, and then something else was said in them. */
async function openStored() {
  const scene = await openClaudeScene({}, { isEmpty: true });
  const { world, guild, bob, addClosed } = scene;
  const boats = world.addChannel(guild, { name: 'boats' });
  const secret = addClosed('secret', { member: bob });
  const say = (channel: typeof boats, content: string, minutesAgo = 0) =>
    world.addMessage(channel, { by: bob, content, atMs: Date.now() - minutesAgo * minuteMs });
  const cleo = scene.addMember('cleo');
  const decided = say(boats, 'We decided to rent the big tent for 450 euros.', 50);
  say(boats, 'We will meet at the harbor on Friday.', 49);
  say(secret, 'We decided to fire the harbor master in May.', 48);
  for (const channel of [boats, secret])
    await summarized(await scene.summarize({ messages: 100, private: true }, bob, channel));
  return { ...scene, boats, secret, say, decided, cleo };
}

type Stored = Awaited<ReturnType<typeof openStored>>;

/** What a card shows, and what of it the model got as messages. */
async function catchUp({ run, claude, cleo, playground }: Stored) {
  const before = { calls: claude.requests.length, asked: playground.exchanges.length };
  const view = await summarized(await run('catchup', {}, cleo));
  const bodies = claude.requests.slice(before.calls).map(({ body }) => JSON.stringify(body ?? ''));
  return {
    said: toSaid(view.message),
    shown: toShown(view.message),
    windows: bodies.filter(body => body.includes('This is one part of a longer conversation')),
    merged: bodies.filter(body => body.includes('<claims>') && !body.includes('one verdict')).join(),
    reads: playground.exchanges
      .slice(before.asked)
      .filter(({ path }) => /\/channels\/\d+\/messages(\?|$)/.test(path)).length,
  };
}

test('a card takes what a summary tells, and reads only what is newer', async () => {
  const scene = await openStored();
  scene.say(scene.boats, 'We decided to buy red sails in June.');
  const { said, shown, windows, merged, reads } = await catchUp(scene);
  expect(said).toContain('Includes 1 earlier summary of 2 messages.');
  expect(shown).toContain('450 euros');
  expect(shown).toContain('red sails');
  expect(windows).toHaveLength(1);
  expect(windows[0]).toContain('red sails');
  expect(windows[0]).not.toContain('meet at the harbor');
  expect(merged).toContain('450 euros');
  expect(reads).toBe(1);
});

test('a channel with nothing newer is not read, and the card is written all the same', async () => {
  const { shown, windows, reads } = await catchUp(await openStored());
  expect(shown).toContain('450 euros');
  expect(windows).toEqual([]);
  expect(reads).toBe(0);
});

test('nothing of a summary of a channel that the person may not read is told', async () => {
  const { said, shown, merged } = await catchUp(await openStored());
  expect(said).toContain('Includes 1 earlier summary');
  expect(`${shown}${merged}`).not.toContain('harbor master');
});

test('nothing is told of a message that was deleted, also while the bot was offline', async () => {
  const scene = await openStored();
  await scene.restart(() => scene.world.removeMessage(scene.decided));
  const { shown, merged } = await catchUp(scene);
  expect(`${shown}${merged}`).not.toContain('450 euros');
});

test('nothing is told of who opted out', async () => {
  const scene = await openStored();
  await told(await scene.run('privacy opt-out', {}, scene.bob));
  scene.world.addMessage(scene.boats, { by: scene.ann, content: 'We decided to buy red sails.' });
  const { shown, merged } = await catchUp(scene);
  expect(shown).toContain('red sails');
  expect(`${shown}${merged}`).not.toContain('450 euros');
});

test('what the person was asked is read in its channel, whatever a summary tells', async () => {
  const scene = await openStored();
  scene.say(scene.boats, `<@${scene.cleo.id}> do you come along?`);
  const { said, windows } = await catchUp(scene);
  expect(said).not.toContain('earlier summary');
  expect(windows).toEqual([]);
});

test('a summary that begins after the last message of the person leaves a gap, and all is read', async () => {
  const scene = await openStored();
  const { world, guild, run, bob, cleo, say } = scene;
  const sails = world.addChannel(guild, { name: 'sails' });
  world.addMessage(sails, { by: cleo, content: 'I am off for a week', atMs: Date.now() - 30 * minuteMs });
  say(sails, 'We decided on red sails for 300 euros.', 20);
  say(sails, 'We decided to sell the old boat.', 10);
  await summarized(await run('summarize', { messages: 1, private: true }, bob, sails));
  const { said, shown, reads } = await catchUp(scene);
  expect(said).toContain('Includes 1 earlier summary of 2 messages.');
  expect(shown).toContain('red sails');
  expect(reads).toBe(1);
});
