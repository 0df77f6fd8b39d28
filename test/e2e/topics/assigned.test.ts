import { afterEach, beforeEach, expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { AssignReport, AssignRequest, Engine, Judge } from '../../../src/app/ports.ts';
import { createJudge } from '../../app/judging/judge.ts';
import { createScene, type Scene, summarized, toShown } from '../scene.ts';

let scene: Scene;
let asked: AssignRequest[];
let isDown: boolean;
let answer: (request: AssignRequest, signal: AbortSignal) => AssignReport | Promise<AssignReport>;

/** Writes each message as a fact without a topic. */
const factual: Engine = {
  name: 'factual',
  draft: async ({ evidence }, onClaim) => {
    if (isDown) return { engine: { name: 'factual' }, usage: null, failure: 'overloaded' };
    for (const { position, text } of evidence.messages)
      onClaim({ kind: 'fact', text, evidence: [{ position, quote: text }] });
    return { engine: { name: 'factual' }, usage: null, failure: null };
  },
};

/** What is about the same thing belongs together: the last word of a claim is what it is about. */
function assignByLastWord({ topics, claims }: AssignRequest): AssignReport {
  const toLastWord = (text = '') => /(\w+)\.$/.exec(text)?.[1] ?? '';
  const names = topics.map(each => toLastWord(each.claims[0]?.text));
  const numbers = claims.map(({ text }) => {
    const name = toLastWord(text);
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name) + 1;
  });
  return { assignments: new Map(numbers.map((number, index) => [index + 1, number])), failure: null };
}

beforeEach(async () => {
  asked = [];
  isDown = false;
  answer = assignByLastWord;
  const judge: Judge = {
    ...createJudge(() => 'supported').judge,
    assign: async (request, signal) => {
      asked.push(request);
      return answer(request, signal);
    },
  };
  scene = await createScene({ engine: factual, judge, fallback: extractiveEngine });
});
afterEach(() => scene.close());

/** Says something after all that was said before. */
function say(content: string, by = scene.ann) {
  pass(120_000);
  return scene.world.addMessage(scene.channel, { by, content, atMs: scene.playground.clock.now() - 60_000 });
}

function pass(ms: number): void {
  scene.jumpTo(new Date(scene.playground.clock.now() + ms).toISOString());
}

async function summarize(messages: number): Promise<void> {
  const { actions, ann: user, channel } = scene;
  const options = { private: false, messages };
  await summarized(await actions.slash({ user, channel, command: 'summarize', options }));
}

/** The texts of each topic, as they are stored. */
async function topics(): Promise<readonly (readonly string[])[]> {
  const [record] = await scene.running().store.topics.list(scene.guild.id);
  const claims = record?.contributions.flatMap(each => each.claims) ?? [];
  return [...Map.groupBy(claims, ({ topicId }) => topicId).values()].map(own => own.map(({ text }) => text));
}

const car = 'Ann saw a nice blue thing at the shop today, a car.';
const cake = 'Ann paid for the blue thing at the shop today, a cake.';
const price = 'It costs a lot, that car.';

test('two subjects share no topic, and one subject without a common word does, once the model was asked', async () => {
  say(car);
  say(cake);
  await summarize(2);
  await expect.poll(topics).toEqual([[car], [cake]]);
  say(price, scene.bob);
  await summarize(1);
  await expect.poll(topics).toEqual([[car, price], [cake]]);
  expect(asked.map(each => [each.topics.length, each.claims.length])).toEqual([
    [0, 2],
    [2, 1],
  ]);
  expect(asked.at(-1)?.payer).toEqual({
    guildId: scene.guild.id,
    personId: null,
    channelId: scene.channel.id,
    feature: 'topics',
  });
  const view = await scene.actions.slash({ user: scene.ann, channel: scene.channel, command: 'topics' });
  const { message } = await view.until(each => (each.message?.embeds.length ?? 0) > 0);
  expect(toShown(message).match(/\*\*\\nactive/g)).toHaveLength(2);
});

test('a model that does not answer is asked again a minute later, and words decide until then', async () => {
  answer = () => ({ assignments: new Map(), failure: 'overloaded' });
  say(car);
  say(cake);
  await summarize(2);
  await expect.poll(() => asked.length).toBe(1);
  expect(await topics()).toEqual([[car, cake]]);
  answer = assignByLastWord;
  pass(61_000);
  await expect.poll(topics).toEqual([[car], [cake]]);
});

test('an assignment that a crash ended is made after it', async () => {
  answer = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  say(car);
  say(cake);
  await summarize(2);
  await expect.poll(() => asked.length).toBe(1);
  answer = assignByLastWord;
  await scene.crash();
  pass(3_600_000);
  await expect.poll(topics, { timeout: 10_000 }).toEqual([[car], [cake]]);
});

test('no model reads what code selected without one', async () => {
  isDown = true;
  say(car);
  say(cake);
  await summarize(2);
  await expect.poll(topics).not.toEqual([]);
  isDown = false;
  say(price, scene.bob);
  await summarize(1);
  await expect.poll(() => asked.length).toBe(1);
  expect(asked.map(each => [each.topics.length, each.claims.map(({ text }) => text)])).toEqual([
    [0, [price]],
  ]);
});

test('no model reads what was deleted while the bot was offline, or is in a channel that was excluded since', async () => {
  answer = () => ({ assignments: new Map(), failure: 'overloaded' });
  const deleted = say(car);
  say(cake);
  await summarize(2);
  await expect.poll(() => asked.length).toBe(1);
  await scene.restart(() => scene.world.removeMessage(deleted));
  pass(61_000);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]?.claims.map(({ text }) => text)).toEqual([cake]);
  const { store } = scene.running();
  await store.privacy.changeAccess(scene.guild.id, () => ({
    channels: { rule: 'never', ids: [scene.channel.id] },
    roleIds: [],
  }));
  pass(300_000);
  const isOver = async () => (await store.topicJobs.list()).size === 0;
  await expect.poll(isOver).toBe(true);
  expect(asked).toHaveLength(2);
});

test('no model reads the words of a person who opted out, or those of a deleted message', async () => {
  const { actions, channel, bob } = scene;
  let release = () => {};
  answer = (request, signal) =>
    new Promise((resolve, reject) => {
      release = () => resolve(assignByLastWord(request));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const deleted = say(cake);
  say(price, bob);
  await summarize(2);
  await expect.poll(() => asked.length).toBe(1);
  await actions.slash({ user: bob, channel, command: 'privacy', subcommand: 'opt-out' });
  scene.world.removeMessage(deleted);
  await expect.poll(topics).not.toContainEqual(expect.arrayContaining([cake]));
  answer = assignByLastWord;
  release();
  say(car);
  await summarize(1);
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  const later = JSON.stringify(asked.slice(1));
  expect(later).toContain(car);
  expect(later).not.toContain(cake);
  expect(later).not.toContain(price);
  await expect.poll(async () => JSON.stringify(await topics())).not.toContain(cake);
});
