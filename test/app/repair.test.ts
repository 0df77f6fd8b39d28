import { describe, expect, test } from 'vitest';
import type { SummarizeRequest } from '../../src/app/engine-request.ts';
import { summarize } from '../../src/app/summarize.ts';
import { toCounts } from '../../src/core/claims/footnotes.ts';
import { toConversation } from '../core/talk.ts';
import { callUsage, createEngine, createJudge, toRewritten } from './judging/judge.ts';

const conversation = toConversation(
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Approved.', re: 2 },
  ...Array.from({ length: 30 }, (_, index) => `Dave: nothing of note, remark ${index}`),
  'Emma: Does anybody have the key to the storage room?',
);
const request: SummarizeRequest = { detail: 'standard', zone: 'UTC', window: {} };
const never = new AbortController().signal;

const budget = {
  text: 'The budget is 1,200 euros',
  kind: 'fact',
  evidence: [{ position: 1, quote: 'the budget is 1,200 euros' }],
};
const wrongBudget = { ...budget, text: 'The budget is 1,500 euros' };
const tent = {
  text: 'Bob suggested the big tent',
  kind: 'proposal',
  evidence: [{ position: 2, quote: 'rent the big tent' }],
};

function create(...scripted: Parameters<typeof createEngine>) {
  const { engine, asked } = createEngine(...scripted);
  return { asked, run: () => summarize(conversation, request, { engine, newId: () => 's1' }, never) };
}

describe('claims that do not hold', () => {
  test('are written once more with what is wrong with them, and those that hold now are shown in their place', async () => {
    const { asked, run } = create([wrongBudget, tent], [budget]);
    const summary = await run();
    expect(asked.map(({ failing }) => failing)).toEqual([
      [{ claim: expect.objectContaining(wrongBudget), reasons: [expect.stringContaining('1,500')] }],
    ]);
    expect(summary.claims.map(({ text }) => text)).toEqual([budget.text, tent.text]);
    expect(toCounts(summary)).toMatchObject({ sourcesFound: 2, dropped: 0 });
    expect(summary.usage).toEqual({
      ...callUsage,
      inputTokens: 20,
      outputTokens: 4,
      costUsd: 1,
      durationMs: 14,
    });
  });

  test('come with the messages around them and those that share their words, not with all', async () => {
    const { asked, run } = create([{ ...wrongBudget, evidence: [{ position: 34, quote: 'x' }] }], []);
    await run();
    const positions = [...(asked[0]?.positions ?? [])].sort((a, b) => a - b);
    expect(positions).toEqual(expect.arrayContaining([1, 31, 34]));
    expect(positions.length).toBeLessThan(20);
    expect(positions.every(position => position >= 1 && position <= 34)).toBe(true);
  });

  test('give their place to no claim about something else', async () => {
    const elsewhere = {
      text: 'Emma asked for the key',
      kind: 'question',
      evidence: [{ position: 34, quote: 'Does anybody have the key' }],
    };
    const summary = await create([wrongBudget], [elsewhere]).run();
    expect(summary.claims).toEqual([]);
  });

  test('are not sent again where all hold, where they have no form, or where the draft broke off', async () => {
    for (const { asked, run } of [
      create([budget, tent], []),
      create([budget, null, 'words'], []),
      create([budget, wrongBudget], [], 'stalled'),
    ]) {
      await run();
      expect(asked).toEqual([]);
    }
  });

  test('are sent in one call of at most twelve', async () => {
    const { asked, run } = create(Array.from({ length: 30 }, () => wrongBudget));
    await run();
    expect(asked.map(({ failing }) => failing.length)).toEqual([12]);
  });

  test('are sent to nobody once a message was deleted, for nobody knows whose words they hold', async () => {
    const { engine, asked } = createEngine([wrongBudget]);
    const isGone = (id: string) => id === 'm2';
    await summarize(conversation, request, { engine, newId: () => 's1', isGone }, never);
    expect(asked).toEqual([]);
  });

  test('are sent in their shape alone, and no quote at any length', async () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 20_000; i += 1) deep = [deep];
    const quote = 'q'.repeat(100_000);
    const { asked, run } = create([{ ...wrongBudget, deep, evidence: [{ position: 1, quote }] }]);
    await run();
    expect(asked[0]?.failing[0]?.claim).toEqual({
      evidence: [{ position: 1, quote: quote.slice(0, 500) }],
      kind: 'fact',
      text: wrongBudget.text,
      speakers: [],
      owner: '',
      due: '',
      confidence: 1,
    });
  });

  test('that have a second fault are written a third time, others not', async () => {
    const toTent = (words: string) => ({ ...tent, text: `Bob suggested ${words}` });
    const versions = [toTent('the red tent, to Ann'), toTent('a tent, to Ann'), toTent('the big tent')];
    const { engine, asked } = createEngine([versions[0], { ...budget, text: 'Ann hates budgets' }]);
    const rewriting: typeof engine = {
      ...engine,
      repair: async (repairing, onClaim) => {
        asked.push(repairing);
        onClaim(toRewritten(versions[asked.length], 1));
        return { engine: { name: 'scripted' }, usage: callUsage, failure: null };
      },
    };
    const { judge } = createJudge(({ text }) =>
      text === 'Bob suggested the big tent' ? 'supported' : 'partly',
    );
    const summary = await summarize(
      conversation,
      request,
      { engine: rewriting, judge, newId: () => 's1' },
      never,
    );
    expect(asked.map(({ failing }) => failing.length)).toEqual([2, 1]);
    expect(summary.claims.map(({ text, status }) => [text, status])).toContainEqual([
      'Bob suggested the big tent',
      'verified',
    ]);
  });
});
