import { describe, expect, test } from 'vitest';
import { compareEntry } from '../../../src/app/decisions/compare.ts';
import type { CompareReport, Judge } from '../../../src/app/ports.ts';
import type { JudgeVerdict } from '../../../src/core/claims/judgement.ts';
import { applyFindings } from '../../../src/core/decisions/apply-findings.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { ActionItem, Decision } from '../../../src/core/decisions/entry.ts';
import { createLogger } from '../../../src/log.ts';
import { summaryOf, toSource } from '../../core/decisions/log-input.ts';
import { createJudge } from '../judging/judge.ts';

const log = [
  { ...toSource(1, 'ann'), text: 'We close at 18:00.' },
  { ...toSource(2, 'bob'), text: 'No, we close at 20:00, so somebody has to stay longer.' },
  { ...toSource(3, 'ann'), text: 'Parking is behind the gym.' },
];
const [closing, later, parking] = applySummary(
  [],
  summaryOf('s1', [
    { text: 'They close at 18:00.', cites: [log[0] ?? 0] },
    { text: 'Parking is behind the gym.', cites: [log[2] ?? 0] },
    { text: 'They close at 20:00.', cites: [log[1] ?? 0] },
  ]),
  (() => {
    let count = 0;
    return () => `e${++count}`;
  })(),
).put as readonly [Decision, Decision, Decision];

type Comparison = CompareReport['comparisons'][number];
const replaces: Comparison = {
  earlier: 1,
  relation: 'replaces',
  before: 'They close at 18:00.',
  before_messages: [1],
  after: 'They close at 20:00.',
  after_messages: [2],
  by: ['BOB'],
  impacts: [{ text: 'Somebody has to stay longer.', implied: false, messages: [2] }],
};

/** What a comparison finds, if a model answers this and the judge says so of each text. */
function compare(
  answer: Partial<Comparison> | CompareReport,
  verdicts: Readonly<Record<string, JudgeVerdict>> = {},
  all: readonly Decision[] = [closing, later],
) {
  const judge: Judge = {
    ...createJudge(({ text }) => verdicts[text] ?? 'supported').judge,
    compare: async () =>
      'comparisons' in answer ? answer : { comparisons: [{ ...replaces, ...answer }], failure: null },
  };
  const payer = { guildId: 'g1', personId: null, channelId: null, feature: 'decisions' } as const;
  const parts = { judge, zone: 'UTC', payer, log: createLogger('silent') };
  return compareEntry(later, all, parts, new AbortController().signal);
}

const nothing = { replaced: [], sameAs: null };

describe('a comparison', () => {
  test('links a decision to the one it replaces, with what follows', async () => {
    const impacts = [{ text: 'Somebody has to stay longer.', isImplied: false, messageIds: ['m2'] }];
    expect(await compare({})).toEqual({ replaced: [{ entryId: closing.id, impacts }], sameAs: null });
  });

  test('is not asked for without an earlier decision that it may concern', async () => {
    expect(await compare({}, {}, [later])).toEqual(nothing);
  });

  test.each([
    ['a number that no message has', { after: 'They close at 21:00.' }],
    ['somebody who wrote none of the messages', { by: ['ANN'] }],
    ['a message that does not exist', { after_messages: [7] }],
    ['messages of another decision as what held before', { before_messages: [2] }],
    ['messages of the earlier decision as what holds now', { after_messages: [1] }],
    [
      'only messages of the earlier decision',
      { after: 'They close at 18:00.', after_messages: [1], by: ['ANN'], impacts: [] },
    ],
    ['an earlier decision that was not shown', { earlier: 4 }],
  ])('counts for nothing with %s', async (_, answer) => {
    expect(await compare(answer)).toEqual(nothing);
  });

  test('counts for nothing if the judge does not support the change', async () => {
    for (const verdict of ['partly', 'not_supported', 'contradicted'] as const)
      expect(await compare({}, { 'They close at 20:00.': verdict })).toEqual(nothing);
  });

  test('marks what only follows, and leaves out what does not', async () => {
    const impact = (text: string, implied: boolean) => ({ text, implied, messages: [2] });
    const texts = ['Somebody has to stay.', 'The evening gets long.', 'The mayor is angry.'];
    const { replaced } = await compare(
      {
        impacts: [impact(texts[0] ?? '', true), impact(texts[1] ?? '', false), impact(texts[2] ?? '', false)],
      },
      { [texts[1] ?? '']: 'partly', [texts[2] ?? '']: 'not_supported' },
    );
    expect(replaced[0]?.impacts.map(({ text, isImplied }) => [text, isImplied])).toEqual([
      [texts[0], true],
      [texts[1], true],
    ]);
  });

  test('finds the same decision told again, and leaves others apart', async () => {
    expect(await compare({ relation: 'same' })).toEqual({ replaced: [], sameAs: closing.id });
    for (const relation of ['adds', 'none'] as const) expect(await compare({ relation })).toEqual(nothing);
  });

  test('rejects if the model did not answer, so that it is tried again', async () => {
    await expect(compare({ comparisons: [], failure: 'overloaded' })).rejects.toThrow('overloaded');
    expect(parking.supersededBy).toEqual([]);
  });
});

describe('tasks about one message', () => {
  const promise = { ...toSource(1, 'ann'), text: 'I book the tent and print the menu.' };
  const other = { ...toSource(2, 'ann', 'c2'), text: 'As I said.' };
  const books = { kind: 'action', text: 'Ann books the tent.', cites: [promise], owner: 'ann' } as const;
  const reserves = { ...books, text: 'Ann reserva la carpa.' } as const;

  test.each([
    ['are compared if another summary has one with the same owner', 's2', reserves, true],
    ['are two where one summary tells both', 's1', reserves, false],
    ['are two with two owners', 's2', { ...reserves, owner: 'bob' }, false],
    ['are two of different kinds', 's2', { ...reserves, kind: 'decision' as const }, false],
    [
      'are two where one rests on a channel that others can read',
      's2',
      { ...reserves, cites: [promise, other] },
      false,
    ],
    ['are two about two messages', 's2', { ...reserves, cites: [toSource(3, 'ann')] }, false],
  ] as const)('%s', async (_, summaryId, told, isAsked) => {
    const [first] = applySummary([], summaryOf('s1', [books]), () => 'e1').put;
    const input = summaryOf(summaryId, summaryId === 's1' ? [books, told] : [told]);
    const { put } = applySummary(first ? [first] : [], input, () => 'e2');
    const second = put.find(({ id }) => id === 'e2');
    if (!first || !second) throw new Error('no entries');
    let asked = 0;
    const compareAsSame = async () => {
      asked += 1;
      return { comparisons: [{ ...replaces, relation: 'same' as const }], failure: null };
    };
    const judge: Judge = { ...createJudge(() => 'supported').judge, compare: compareAsSame };
    const payer = { guildId: 'g1', personId: null, channelId: null, feature: 'decisions' } as const;
    const parts = { judge, zone: 'UTC', payer, log: createLogger('silent') };
    const found = await compareEntry(second, [first, second], parts, new AbortController().signal);
    expect([asked, found]).toEqual([isAsked ? 1 : 0, { replaced: [], sameAs: isAsked ? 'e1' : null }]);
    if (!isAsked) return;
    const done = { at: promise.time, by: 'ann' };
    const reminders = [{ personId: 'bob', at: promise.time, locale: 'de' }];
    const log = [{ ...first, done } as ActionItem, { ...second, reminders } as ActionItem];
    const { put: joined, removed } = applyFindings(log, 'e2', found);
    expect(joined).toMatchObject([{ id: 'e1', done, reminders, statements: [{}, {}] }]);
    expect(removed).toEqual(['e2']);
    const chosen = { ownerId: '88', isOwnerChosen: true, snoozedUntil: promise.time } as const;
    const more = [{ ...first, reminders } as ActionItem, { ...second, ...chosen, reminders } as ActionItem];
    expect(applyFindings(more, 'e2', found).put).toMatchObject([{ id: 'e1', ...chosen, reminders }]);
  });
});

test('a decision stays confirmed where it is joined with one that waits', () => {
  const [again] = applySummary(
    [],
    summaryOf('s2', [{ text: 'Cierran a las 18.', cites: [1] }]),
    () => 'e9',
  ).put;
  if (again?.kind !== 'decision') throw new Error('no decision');
  const post = { state: 'ready', confirmedBy: 'ann' } as const;
  const log = [
    { ...closing, post },
    { ...again, post: { state: 'waiting' } as const },
  ];
  const { put } = applyFindings(log, closing.id, { replaced: [], sameAs: 'e9' });
  expect(put).toMatchObject([{ id: 'e9', post }]);
});

test('a decision that was posted is kept when a summary in another language tells it as well', () => {
  const post = { state: 'posted', sending: { channelId: 'log', since: closing.at } } as const;
  const [again] = applySummary(
    [],
    summaryOf('s2', [{ text: 'Cierran a las 18.', cites: [1] }]),
    () => 'e9',
  ).put;
  if (again?.kind !== 'decision') throw new Error('no decision');
  const found = { replaced: [], sameAs: 'e9' };
  const { put, removed } = applyFindings([{ ...closing, post }, again], closing.id, found);
  expect(put).toMatchObject([{ id: closing.id, post, statements: [{}, {}] }]);
  expect(removed).toEqual(['e9']);
});
