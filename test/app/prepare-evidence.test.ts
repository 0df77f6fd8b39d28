import { expect, test } from 'vitest';
import { prepareEvidence } from '../../src/app/prepare-evidence.ts';
import {
  type Evidence,
  toEvidence,
  toParticipants,
  toReplyPositions,
} from '../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { toStrands } from '../../src/core/conversation/strands.ts';
import { toLanguages } from '../../src/core/select/languages.ts';
import { toTermIndex } from '../../src/core/select/term-index.ts';
import { toPeople } from '../../src/core/verify/people.ts';
import { findWindowStarts } from '../../src/core/windows/cut.ts';
import { createWorkerPool } from '../../src/workers/worker-pool.ts';
import { makeConversation } from '../bench/conversation.ts';
import { toCpuMs } from '../cpu.ts';
import { workers } from '../workers.ts';

const size = 2_000;
const needs = { terms: true, windows: size };
const never = new AbortController().signal;

const odd = ['', '\ud83d', '👍', '\n', 'テント café? 18:00', '@Bob Lee: the Zelte'];
const places = ['a', 'b'].map(id => ({ id, title: id }));

/** Out of order, in several places, with copies, edits, bots, the system, a reply to a bot, and odd texts and names. */
function makeMixed(count: number): Conversation {
  const { messages, ...rest } = makeConversation(count);
  const mixed = messages.toReversed().map((message, index) => ({
    ...message,
    kind: index % 31 === 0 ? ('system' as const) : message.kind,
    author: {
      ...message.author,
      name: index % 13 === 0 ? '🎉 Ann' : `${message.author.name} ${index % 50}`,
      bot: index % 9 === 0,
    },
    text: index % 7 === 0 ? (odd[index % odd.length] ?? '') : message.text,
    ...(index % 5 === 0 && { channel: places[0], thread: places[index % 2] }),
    ...(index % 11 === 0 && { editedTime: message.time }),
  }));
  return { ...rest, messages: [...mixed, ...mixed.slice(0, 7)], optedOut: 2 };
}

/** What is asked of an evidence later. */
function toAnswers(evidence: Evidence, spoken: readonly string[]) {
  const { strands, of } = toStrands(evidence);
  const index = toTermIndex(evidence, spoken);
  const terms = index.sequenceAt(10);
  const { name = '' } = evidence.messages[3]?.author ?? {};
  return {
    evidence,
    spoken,
    strands,
    replies: toReplyPositions(evidence),
    participants: toParticipants(evidence),
    strandOf: [0, evidence.messages.length + 1, ...evidence.messages.map(({ position }) => position)].map(of),
    starts: findWindowStarts(evidence, size),
    scores: index.score(terms),
    places: terms.map(term => [index.count(term), index.positionsOf(term), index.rarity(term)]),
    unknown: [index.count('no such term'), index.positionsOf('no such term')],
    named: [toPeople(evidence).findNames(`${name} said so`), toPeople(evidence).toIds(name)],
  };
}

test.each([2_000, 2_001, 6_000])('a thread prepares the same of %d messages', async count => {
  const conversation = makeMixed(count);
  const [, , from] = conversation.messages.map(({ time }) => time).toSorted();
  const range = { from: from ?? '' };
  const prepared = await prepareEvidence(conversation, range, workers, never, needs);
  const evidence = toEvidence(conversation, range);
  expect(evidence.omitted.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['duplicate', 'outside_window', 'opted_out']),
  );
  const answers = toAnswers(prepared.evidence, prepared.spoken);
  expect(answers).toEqual(toAnswers(evidence, toLanguages(evidence)));
  expect(answers.places.every(([, positions]) => (positions as readonly number[]).includes(10))).toBe(true);
  expect(answers.scores.get(10)).toBeGreaterThan(0);
  expect(answers.replies.size).toBeGreaterThan(10);
});

test('what is asked later of a prepared evidence is known already', async () => {
  const { evidence, spoken } = await prepareEvidence(makeConversation(30_000), {}, workers, never, needs);
  const term = toTermIndex(evidence, spoken).sequenceAt(10)[0] ?? '';
  const since = process.threadCpuUsage();
  toStrands(evidence);
  toPeople(evidence);
  findWindowStarts(evidence, size);
  toTermIndex(evidence, spoken).count(term);
  expect(toCpuMs(since)).toBeLessThan(10);
});

test('a few long messages are prepared in a worker process too', async () => {
  const { messages, ...rest } = makeConversation(50);
  const long = { ...rest, messages: messages.map(each => ({ ...each, text: each.text.repeat(2_000) })) };
  const tasks: string[] = [];
  const run: typeof workers.run = (task, ...others) => {
    tasks.push(task);
    return workers.run(task, ...others);
  };
  await prepareEvidence(long, {}, { run }, never, needs);
  expect(tasks).toEqual(['prepare']);
});

test('nothing is prepared any more for somebody who stopped', async () => {
  const stop = new AbortController();
  const preparing = prepareEvidence(makeConversation(20_000), {}, workers, stop.signal, needs);
  stop.abort(new Error('stopped'));
  await expect(preparing).rejects.toThrow('stopped');
});

test('a conversation that needs too much memory is refused in one sentence', async () => {
  const entry = new URL('../../src/workers/entry.ts', import.meta.url);
  const small = createWorkerPool({ entry, heapMb: 40 });
  const preparing = prepareEvidence(makeConversation(50_000), {}, small, never, needs);
  await expect(preparing).rejects.toMatchObject({
    code: 'file_too_large',
    message: expect.stringMatching(/^These messages need more memory .* Choose fewer messages/),
  });
  await small.stop();
});
