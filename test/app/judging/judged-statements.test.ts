import { describe, expect, test } from 'vitest';
import { check } from '../../../src/app/check.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import type { StatementInput } from '../../../src/core/verify/checker.ts';
import { toConversation } from '../../core/talk.ts';
import { createJudge, type Told } from './judge.ts';

const never = new AbortController().signal;
const talk = [
  'Ann: The retreat costs 5 mil, says the hotel.',
  'Bob: The rooms there have no heating in autumn.',
  'Mick: I have never been to Erasmus week, sounds fun though.',
  'Ann: Then we ask the other hotel for September.',
];

async function checkAll(statements: readonly StatementInput[], told: Told, lines = talk) {
  const { judge, asked } = createJudge(() => told);
  const request = { statements, zone: 'UTC', window: {}, language: 'en' };
  const summary = await check(toConversation(...lines), request, { newId: () => 's1', judge }, never);
  return { summary, asked };
}

const toCited = ({ claims, footnotes }: Summary) => ({
  status: claims[0]?.status,
  positions: footnotes.map(({ position }) => position),
});

describe('statements for the judge', () => {
  test('are judged by the whole of a short conversation, in their order and without cites', async () => {
    const statements = [{ text: 'The other hotel is asked.' }, { text: 'It has no heating.' }];
    const { asked } = await checkAll(statements, 'supported');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ isUncited: true, positions: new Set([1, 2, 3, 4]) });
    const texts = asked[0]?.claims.map(({ text }) => text) ?? [];
    expect(texts.filter(text => statements.some(each => each.text === text))).toEqual(
      statements.map(({ text }) => text),
    );
  });

  test('are judged by a part of a long one, with the messages nearest to them', async () => {
    const filler = Array.from(
      { length: 600 },
      (_, at) => `Eve: chatter number ${at} about gardens and trains`,
    );
    const { asked } = await checkAll([{ text: 'The rooms have no heating.' }], 'supported', [
      ...filler,
      ...talk,
    ]);
    const shown = asked[0]?.positions ?? new Set();
    expect(shown.has(602)).toBe(true);
    expect(shown.size).toBeLessThan(60);
  });

  test.each([
    ['no message is like it', 'Nobody wants to freeze.'],
    ['a value is written otherwise', 'The retreat costs 5 million.'],
    ['code finds only the words of another person', 'Mick wants the other hotel in September.'],
  ])('are asked about where %s, and hold only with a message that the judge names', async (_, text) => {
    const named = await checkAll([{ text }], { verdict: 'supported', positions: [2] });
    expect(toCited(named.summary)).toEqual({ status: 'verified', positions: [2] });
    const bare = await checkAll([{ text }], 'supported');
    expect(bare.summary.claims.every(({ status }) => status === 'needs_clarification')).toBe(true);
  });

  test('that cite the wrong message say which one says it', async () => {
    const statement = { text: 'The rooms have no heating in autumn.', positions: [2] };
    const { summary } = await checkAll([statement], { verdict: 'supported', positions: [4] });
    expect(summary.claims[0]).toMatchObject({
      status: 'verified',
      citationReplaced: true,
      findings: expect.arrayContaining([
        expect.objectContaining({ effect: 'uncite', problem: { code: 'judged_citation', position: 4 } }),
      ]),
    });
    const kept = await checkAll([statement], { verdict: 'supported', positions: [2, 4] });
    expect(toCited(kept.summary).positions).toEqual([2, 4]);
    expect(kept.summary.claims[0]?.citationReplaced).toBe(false);
  });

  test('keep a quotation that stands nowhere for code alone', async () => {
    const { asked } = await checkAll(
      [{ text: 'Bob said: “The rooms have a sauna in autumn.”' }],
      'supported',
    );
    expect(asked).toEqual([]);
  });
});
