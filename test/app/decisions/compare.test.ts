import { describe, expect, test } from 'vitest';
import { compareEntry } from '../../../src/app/decisions/compare.ts';
import type { CompareReport, Judge } from '../../../src/app/ports.ts';
import type { JudgeVerdict } from '../../../src/core/claims/judgement.ts';
import { applyFindings, forgetChoices, forgetMessages } from '../../../src/core/decisions/apply-findings.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import {
  type ActionItem,
  type Decision,
  type EntrySource,
  entrySchema,
  type LogEntry,
} from '../../../src/core/decisions/entry.ts';
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
  all: readonly LogEntry[] = [closing, later],
  entry: LogEntry = later,
) {
  const judge: Judge = {
    ...createJudge(({ text }) => verdicts[text] ?? 'supported').judge,
    compare: async () =>
      'comparisons' in answer ? answer : { comparisons: [{ ...replaces, ...answer }], failure: null },
  };
  const payer = { guildId: 'g1', personId: null, channelId: null, feature: 'decisions' } as const;
  const parts = { judge, zone: 'UTC', payer, log: createLogger('silent') };
  return compareEntry(entry, all, parts, new AbortController().signal);
}

const nothing = { replaced: [], contradicted: [], sameAs: null };
const now = '2026-03-03T12:00:00.000Z';

describe('a comparison', () => {
  test('links a decision to the one it replaces, with what follows', async () => {
    const impacts = [{ text: 'Somebody has to stay longer.', isImplied: false, messageIds: ['m2'] }];
    expect(await compare({})).toEqual({ ...nothing, replaced: [{ entryId: closing.id, impacts }] });
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
    expect(await compare({ relation: 'same' })).toEqual({ ...nothing, sameAs: closing.id });
    for (const relation of ['adds', 'none'] as const) expect(await compare({ relation })).toEqual(nothing);
  });

  test('marks the decision that what was told contradicts, once, and tells its followers', async () => {
    const said = {
      ...toSource(4, 'cy'),
      text: 'On Sundays we close at 16:00, and everybody in the gym knows.',
    };
    const words = { kind: 'statement', text: 'They close the gym at 16:00.', cites: [said] } as const;
    const gym = { ...log[0], text: 'We close the gym at 18:00.' } as EntrySource;
    const [decision] = applySummary(
      [],
      summaryOf('s1', [{ text: 'They close the gym at 18:00.', cites: [gym] }]),
      () => 'e1',
    ).put as readonly Decision[];
    const followers = ['zoe', 'bob'].map(personId => ({ personId, locale: 'en' }));
    const known = [{ ...(decision as Decision), followers }];
    const tell = (all: readonly LogEntry[], summary: string, id: string, text: string = words.text) =>
      applySummary(all, summaryOf(summary, [{ ...words, text }]), () => id).put;
    const [told] = tell(known, 's2', 'e2') as readonly [LogEntry];
    expect(told).toMatchObject({ kind: 'statement', id: 'e2' });
    const answer: Partial<Comparison> = {
      ...replaces,
      relation: 'contradicts',
      before: 'They close the gym at 18:00.',
      after: 'They close the gym at 16:00.',
      by: ['CY'],
      impacts: [],
    };
    const found = await compare(answer, {}, [...known, told], told);
    expect(found).toEqual({ ...nothing, contradicted: ['e1'] });
    // What was told replaces nothing.
    expect(await compare({ ...answer, relation: 'replaces' }, {}, [...known, told], told)).toEqual(found);
    expect(
      await compare(answer, { 'They close the gym at 16:00.': 'partly' }, [...known, told], told),
    ).toEqual(nothing);
    const { put } = applyFindings([...known, told], 'e2', found, now);
    const reminders = followers.map(each => ({ ...each, at: now, about: 'e2' }));
    expect(put).toMatchObject([
      { id: 'e1', contradictedBy: [{ entryId: 'e2', toldIn: [] }], reminders: reminders },
    ]);
    const [marked] = put as readonly [Decision];
    expect(applyFindings([marked, told], 'e2', found, now).put).toEqual([]);
    // Of the same message in other words, nobody is told again.
    const [again] = tell([marked, told], 's3', 'e3', 'Nobody stays in the gym after four.') as readonly [
      LogEntry,
    ];
    const twice = applyFindings([marked, told, again], 'e3', found, now).put[0] as Decision;
    expect([twice.contradictedBy.length, twice.reminders]).toEqual([2, reminders]);
    // Without the summary that told it, the mark is gone, and so is what was to be sent.
    const after = applySummary([marked, told], summaryOf('s2', []), () => '');
    expect(after.removed).toEqual(['e2']);
    expect(after.put).toMatchObject([{ id: 'e1', contradictedBy: [], reminders: [] }]);
    // Those who opted out, and those who delete their data, follow no more.
    const left = { followers: followers.slice(1), reminders: reminders.slice(1) };
    expect(forgetMessages(marked, new Set(['zoe']))).toMatchObject(left);
    expect(forgetChoices(marked, 'zoe')).toMatchObject(left);
    expect(forgetMessages(marked, new Set(['m1']))).toMatchObject({ followers: [], reminders: [] });
  });

  test('is asked of nothing that shares too little with a decision, or that the decision rests on', () => {
    const tell = (text: string, cites: readonly EntrySource[]) =>
      applySummary([closing], summaryOf('s2', [{ kind: 'statement', text, cites }]), () => 'e9').put;
    expect(tell('They close at noon, at 18:00 they clean.', [toSource(1, 'ann')])).toEqual([]);
    expect(tell('Parking is behind the gym.', [toSource(3, 'ann')])).toEqual([]);
    const waiting = { ...closing, post: { state: 'waiting' as const } };
    const said = { ...toSource(4, 'cy'), text: 'We close at 16:00.' };
    const claim = { kind: 'statement', text: 'They close at 18:00 no more.', cites: [said] } as const;
    expect(applySummary([waiting], summaryOf('s2', [claim]), () => 'e9').put).toEqual([]);
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
    expect([asked, found]).toEqual([isAsked ? 1 : 0, { ...nothing, sameAs: isAsked ? 'e1' : null }]);
    if (!isAsked) return;
    const done = { at: promise.time, by: 'ann' };
    const reminders = [{ personId: 'bob', at: promise.time, locale: 'de' }];
    const log = [{ ...first, done } as ActionItem, { ...second, reminders } as ActionItem];
    const { put: joined, removed } = applyFindings(log, 'e2', found, now);
    expect(joined).toMatchObject([{ id: 'e1', done, reminders, statements: [{}, {}] }]);
    expect(removed).toEqual(['e2']);
    const chosen = { ownerId: '88', isOwnerChosen: true, snoozedUntil: promise.time } as const;
    const more = [{ ...first, reminders } as ActionItem, { ...second, ...chosen, reminders } as ActionItem];
    expect(applyFindings(more, 'e2', found, now).put).toMatchObject([{ id: 'e1', ...chosen, reminders }]);
  });
});

test('a decision with as many followers and contradictions as there may be stays readable', () => {
  const follow = (name: string) =>
    Array.from({ length: 600 }, (_, index) => ({ personId: `${name}${index}`, locale: 'en' }));
  const contradict = (name: string) =>
    Array.from({ length: 60 }, (_, index) => ({ entryId: `${name}${index}`, toldIn: [] }));
  const [one, other] = ['p', 'q'].map((name, index) => ({
    ...closing,
    id: `e${index + 1}`,
    followers: follow(name),
    contradictedBy: contradict(name),
  })) as readonly Decision[] as readonly [Decision, Decision];
  const told = [4, 5].flatMap(
    number => applySummary([], summaryOf('s9', [{ text: 'No.', cites: [number] }]), () => `t${number}`).put,
  );
  const marked = told.reduce<readonly LogEntry[]>(
    (all, { id }) => {
      const { put } = applyFindings(all, id, { ...nothing, contradicted: [one.id] }, now);
      return all.map(each => put.find(other => other.id === each.id) ?? each);
    },
    [one, ...told],
  );
  const { reminders } = marked[0] as Decision;
  // Everybody is told of the first.
  expect(reminders.map(({ about }) => about).lastIndexOf('t4')).toBe(599);
  expect(reminders).toHaveLength(1_000);
  const again = { ...other, reminders };
  const { put } = applyFindings([...marked, again], other.id, { ...nothing, sameAs: one.id }, now);
  for (const entry of [marked[0], put[0]]) expect(entrySchema.parse(entry)).toEqual(entry);
  expect(put).toMatchObject([
    { followers: { length: 1_000 }, reminders: { length: 1_000 }, contradictedBy: { length: 100 } },
  ]);
});

test('what contradicts two decisions that are joined is marked once, and told once', () => {
  const marks = {
    contradictedBy: [{ entryId: 't1', toldIn: [] }],
    reminders: [{ personId: 'bob', at: closing.at, locale: 'de', about: 't1' }],
  };
  const log = ['e1', 'e2'].map(id => ({ ...closing, ...marks, id })) as readonly Decision[];
  const { put } = applyFindings(log, 'e2', { ...nothing, sameAs: 'e1' }, now);
  expect(put).toMatchObject([{ id: 'e1', ...marks }]);
});

test.each([
  ['confirmed, where it is joined with one that waits', { state: 'ready', confirmedBy: 'ann' }, 'e9'],
  [
    'posted, and its entry',
    { state: 'posted', sending: { channelId: 'log', since: closing.at } },
    closing.id,
  ],
] as const)('a decision that is told in another language stays %s', (_, post, kept) => {
  const told = { text: 'Cierran a las 18.', cites: [1] };
  const [again] = applySummary([], summaryOf('s2', [told]), () => 'e9').put as readonly [Decision];
  const log = [
    { ...closing, post },
    { ...again, post: { state: 'waiting' } as const },
  ];
  const { put, removed } = applyFindings(log, closing.id, { ...nothing, sameAs: 'e9' }, now);
  expect(put).toMatchObject([{ id: kept, post, statements: [{}, {}] }]);
  expect([kept, ...removed].sort()).toEqual([closing.id, 'e9'].sort());
});
