import { expect, test, vi } from 'vitest';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { toMemoryText } from '../../../src/core/prompt/parts.ts';
import { createLogParts } from '../decisions/log-scene.ts';
import { createMatters } from '../engines.ts';
import { summarized, toShown } from '../scene.ts';
import { type DigestScene, monday, setUp, soon, tent, toText, tuesday, wednesday } from './digest-scene.ts';

async function read(scene: DigestScene, words: string, options = {}): Promise<string> {
  const view = await scene.run(`digest ${words}`, options);
  return toShown(await view.until(({ message }) => !!message?.content || (message?.embeds.length ?? 0) > 0));
}

test('a digest is posted in the language of its summary', async () => {
  const scene = await setUp();
  await scene.create({ language: 'de' });
  const forum = scene.world.addChannel(scene.guild, { name: 'digests', kind: 'forum' });
  await scene.create({ language: 'de', destination: { kind: 'forum', channelId: forum.id } });
  scene.say(tent);
  scene.due();
  expect(await scene.nextPost(1)).toContain('täglich um 09:00 Uhr (UTC) · der nächste: <t:');
  expect(toShown(scene.posted()[0] ?? null)).toContain('"Mehr"');
  const names = async () => (await scene.listPosts(forum)).map(({ name }) => name);
  await expect.poll(names, soon).toEqual(['Digest vom 5. März 2091']);
});

test('a digest offers the active threads of its channel', async () => {
  const scene = await setUp();
  await scene.create();
  scene.say(tent);
  const thread = scene.world.addThread(scene.channel, { name: 'boats', owner: scene.bob });
  scene.say('We decided to buy boat 7.', thread);
  scene.due();
  await scene.nextPost(1);
  expect(toShown(scene.posted()[0] ?? null)).toContain('"label":"boats"');
});

test('the post of a digest that waits for its review names the digest, not a person', async () => {
  const scene = await setUp();
  await scene.create({ review: true });
  scene.say(tent);
  scene.due();
  expect(await scene.nextPost(1)).toMatch(
    /^The summary of this digest will appear here once it has been reviewed\.\n\*\*Digest\*\* · every day/,
  );
  await scene.press(await summarized(await scene.press(scene.posted()[0], 'Review')), 'Publish');
  await vi.waitUntil(() => toText(scene.posted()[0]).includes('big tent'), soon);
  expect(scene.posted()[0]?.content).toMatch(/^\*\*Digest\*\* · every day/);
});

test('digests with the same place and schedule have different labels, as in the list', async () => {
  const scene = await setUp();
  const { world, guild, news, actions, ann: user, channel } = scene;
  const long = world.addChannel(guild, { name: 'x'.repeat(90) });
  for (const { id } of [news, news, long, long])
    await scene.create({ destination: { kind: 'channel', channelId: id } });
  const focused = { name: 'digest', value: '' };
  const typed = { user, channel, command: 'digest', subcommand: 'set', focused };
  const labels = (await actions.autocomplete(typed)).map(({ name }) => name);
  expect(labels.slice(0, 2)).toEqual([1, 2].map(n => `${n}. #news · every day at 09:00 (UTC)`));
  expect(new Set(labels).size).toBe(4);
  expect(labels.every(({ length }) => length <= 100)).toBe(true);
  const list = await read(scene, 'list');
  for (const label of labels) expect(list).toContain(`"label":"${label}"`);
  expect(list).toContain(`2. **every day at 09:00 (UTC)**: <#${channel.id}> → <#${news.id}>`);
});

test('a matter that goes on in three digests is one topic, and each model is given what was said before', async () => {
  const requests: EngineRequest[] = [];
  const engine: Engine = {
    name: 'literal',
    draft: async (request, onClaim) => {
      requests.push(request);
      const toMatter = createMatters(request);
      for (const { position, text } of request.evidence.messages)
        onClaim({ kind: 'decision', text, evidence: [{ position, quote: text }], ...toMatter('Tent') });
      return { engine: { name: 'literal' }, usage: null, failure: null };
    },
  };
  const scene = await setUp({ engine });
  await scene.create();
  const texts = ['We rent the big tent.', 'We put it behind the gym.', 'We rent two more.'];
  for (const [index, day] of [monday, tuesday, wednesday].entries()) {
    scene.due(day, '08:00');
    scene.say(texts[index] ?? '');
    scene.due(day);
    await scene.hasRun(day);
  }
  const told = requests.map(({ memory }) => memory && toMemoryText(memory));
  expect(told[0]).toBeUndefined();
  const toEarlier = (day: string, words: string) =>
    `<earlier n="1" last="${day}" title="Tent">${words}</earlier>`;
  expect(told[1]).toContain(toEarlier(monday, texts[0] ?? ''));
  expect(told[2]).toContain(toEarlier(tuesday, `${texts[1]} ${texts[0]}`));
  const { summaries } = scene.running().store;
  const ids = await summaries.ids(scene.guild.id);
  const stored = await Promise.all(ids.map(id => summaries.get(scene.guild.id, id)));
  const topicIds = stored.flatMap(each => each?.summary.matters?.map(({ topicId }) => topicId) ?? []);
  expect(topicIds).toHaveLength(3);
  expect(new Set(topicIds).size).toBe(1);
});

test.each([
  ['how many tasks are open from before, and how many of them are overdue', false],
  ['nothing of tasks that somebody has finished', true],
])('a digest says %s', async (_, isFinished) => {
  const toTask = (when: string, text: string, due: object) => ({
    when,
    kind: 'action',
    text,
    owner: 'Bob',
    ...due,
  });
  const { engine, judge } = createLogParts([
    toTask('I book the tent', 'Bob books the tent.', {}),
    toTask('I print the menu', 'Bob prints the menu.', { due: 'by Monday evening' }),
    { when: 'The gym is free', kind: 'fact', text: 'The gym is free.' },
  ]);
  const scene = await setUp({ engine, judge });
  await scene.create();
  scene.say('I book the tent.');
  scene.say('I print the menu by Monday evening.');
  scene.due();
  const first = await scene.nextPost(1);
  expect(first).toMatch(/books the tent.*prints? the menu/is);
  expect(first).not.toContain('Still open from before');
  const { entries } = scene.running().store;
  const list = () => entries.list(scene.guild.id);
  await expect.poll(async () => (await list()).length, soon).toBe(2);
  await scene.idle();
  const done = { at: `${monday}T10:00:00.000Z`, by: scene.bob.id };
  for (const entry of isFinished ? await list() : [])
    if (entry.kind === 'action') await entries.put({ ...entry, done });
  scene.due(tuesday, '08:00');
  scene.say('The gym is free.');
  scene.due(tuesday);
  const second = await scene.nextPost(2);
  if (isFinished) expect(second).not.toContain('Still open from before');
  else
    expect(second).toMatch(
      /-# Still open from before: 2 action items, 1 overdue → \/decisions kind: Action items"/,
    );
});
