import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forgetMessages, markEdited } from '../../../src/core/decisions/apply-findings.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import {
  type Decision,
  entrySchema,
  type LogEntry,
  toVisibleEntry,
} from '../../../src/core/decisions/entry.ts';
import { type LogInput, link } from '../../../src/core/decisions/log-input.ts';
import { findCandidates } from '../../../src/core/decisions/search.ts';
import { type Said, summaryOf, toSource, toTime } from './log-input.ts';

/** The log after these summaries; ids are "e1", "e2" … in the order of entering. */
function toLog(...all: readonly LogInput[]): readonly LogEntry[] {
  let log: readonly LogEntry[] = [];
  let count = 0;
  for (const input of all) {
    const { put, removed } = applySummary(log, input, () => `e${++count}`);
    const changed = new Map(put.map(entry => [entry.id, entry]));
    const kept = log.filter(({ id }) => !removed.includes(id)).map(entry => changed.get(entry.id) ?? entry);
    log = [...kept, ...put.filter(({ id }) => !log.some(each => each.id === id))];
  }
  return log;
}

const tent: Said = { text: 'They rent the big tent for 450 euros.', cites: [2, 3] };
const close: Said = { text: 'They close at 18:00.', cites: [6] };

describe('a summary enters its claims', () => {
  test('with the time of the message that settled them and the people behind them', () => {
    const [entry] = toLog(summaryOf('s1', [tent]));
    expect(entry).toMatchObject({ at: toTime(3), places: ['c1'], createdAt: toTime(50) });
    expect(entry?.sources.map(({ sender }) => sender)).toEqual(['U2', 'U3']);
    expect(entrySchema.safeParse(entry).success).toBe(true);
  });

  test('once, however often a summary states it', () => {
    const once = toLog(summaryOf('s1', [tent, close]));
    expect(toLog(summaryOf('s1', [tent, close]), summaryOf('s1', [tent, close]))).toEqual(once);
    expect(applySummary(once, summaryOf('s1', [tent, close]), () => 'never').put).toEqual([]);
  });

  test('as evidence of the same entry if another summary tells the same of the same messages', () => {
    const other = { text: 'The big tent is rented for 450 euros.', cites: [3, 4] };
    const log = toLog(summaryOf('s1', [tent]), summaryOf('s2', [other]));
    expect(log).toHaveLength(1);
    expect(log[0]?.sources.map(({ messageId }) => messageId)).toEqual(['m2', 'm3', 'm4']);
    expect(log[0]?.at).toBe(toTime(3));
  });

  test('as two entries if one rests on a channel too that others can read', () => {
    const elsewhere = { ...toSource(4), placeId: 'c2' };
    const log = toLog(summaryOf('s1', [tent]), summaryOf('s2', [{ ...tent, cites: [3, elsewhere] }]));
    expect(log.map(({ places }) => places)).toEqual([['c1'], ['c1', 'c2']]);
  });

  test('as two entries if one message settles two things, or the numbers differ', () => {
    expect(toLog(summaryOf('s1', [tent]), summaryOf('s2', [{ ...close, cites: [3] }]))).toHaveLength(2);
    const dearer = { text: 'They rent the big tent for 500 euros.', cites: [3] };
    expect(toLog(summaryOf('s1', [tent]), summaryOf('s2', [dearer]))).toHaveLength(2);
  });
});

describe('what a summary no longer claims', () => {
  test('leaves the log with its last statement', () => {
    expect(toLog(summaryOf('s1', [tent, close]), summaryOf('s1', [tent]))).toHaveLength(1);
    const log = toLog(summaryOf('s1', [tent]), summaryOf('s2', [tent]), summaryOf('s1', []));
    expect(log.map(({ statements }) => statements.map(({ summaryId }) => summaryId))).toEqual([['s2']]);
  });

  test('leaves what it replaced in force, and what replaced it without a former decision', () => {
    const later: Said = { text: 'They close at 20:00.', cites: [9] };
    const [first, second, third] = toLog(
      summaryOf('s1', [tent]),
      summaryOf('s2', [close]),
      summaryOf('s3', [later]),
    ) as [Decision, Decision, Decision];
    const [middle, replaced] = link(second, first, []);
    const [last, gone] = link(third, middle, []);
    const { put, removed } = applySummary([replaced, gone, last], summaryOf('s2', []), () => 'never');
    expect(removed).toEqual(['e2']);
    expect(put).toEqual([first, third]);
  });
});

describe('a task', () => {
  const task: Said = { kind: 'action', text: 'Bob books the tent.', cites: [4], owner: 'u4' };

  test('is handed over by a later summary, until a person chooses its owner', () => {
    const handed: Said = { ...task, cites: [4, 9], owner: 'u9' };
    const [entry] = toLog(summaryOf('s1', [task]), summaryOf('s2', [handed]));
    expect(entry).toMatchObject({ ownerId: 'u9' });
    const chosen = { ...entry, ownerId: 'u1', isOwnerChosen: true } as LogEntry;
    const { put } = applySummary(
      [chosen],
      summaryOf('s3', [{ ...task, cites: [4, 12], owner: 'u12' }]),
      () => 'e9',
    );
    expect(put).toMatchObject([{ ownerId: 'u1' }]);
  });
});

test('a summary of older messages does not take a task from its later owner', () => {
  const task: Said = { kind: 'action', text: 'Bob books the tent.', cites: [4], owner: 'u4' };
  const handed: Said = { ...task, cites: [4, 9], owner: 'u9' };
  expect(toLog(summaryOf('s1', [handed]), summaryOf('s2', [task]))).toMatchObject([{ ownerId: 'u9' }]);
});

describe('deleting messages', () => {
  test('removes their words, and with the last one everything but id and time', () => {
    const [entry] = toLog(summaryOf('s1', [tent]));
    const one = forgetMessages(entry as LogEntry, new Set(['m2']));
    expect(one.sources.map(({ messageId }) => messageId)).toEqual(['m3']);
    expect(JSON.stringify(one)).not.toContain('utterance2');
    const none = forgetMessages(one, new Set(['m3']));
    expect(none).toMatchObject({ id: 'e1', at: toTime(3), sources: [], statements: [] });
    expect(JSON.stringify(none)).not.toMatch(/tent|utterance/);
  });

  test('works by channel and by person too, and edits only mark', () => {
    const [entry] = toLog(summaryOf('s1', [tent])) as [LogEntry];
    expect(forgetMessages(entry, new Set(['c1'])).sources).toEqual([]);
    expect(forgetMessages(entry, new Set(['u2'])).sources.map(({ sender }) => sender)).toEqual(['U3']);
    expect(markEdited(entry, new Set(['m3'])).sources.map(each => each.editedSince)).toEqual([
      undefined,
      true,
    ]);
    expect(markEdited(entry, new Set(['m9']))).toBe(entry);
  });
});

test('somebody sees an entry only as far as claims rest on channels that they can read', () => {
  const secret = { text: 'The big tent is rented for 450 euros.', cites: [3, toSource(5, 'u5', 'secret')] };
  const [entry] = toLog(summaryOf('s1', [tent]), summaryOf('s2', [secret])) as [LogEntry];
  expect(toVisibleEntry(entry, () => true)).toBe(entry);
  const part = toVisibleEntry(entry, id => id === 'c1');
  expect(JSON.stringify([part?.statements, part?.sources])).not.toMatch(/rented|utterance5/);
  expect(part?.statements.map(({ text }) => text)).toEqual([tent.text]);
  expect(toVisibleEntry(entry, id => id === 'secret')).toBeNull();
});

test('candidates are earlier current decisions with common messages or words, the most similar first', () => {
  const log = toLog(
    summaryOf('s1', [tent, close, { text: 'Parking is allowed behind the gym.', cites: [7] }]),
    summaryOf('s2', [{ text: 'They do not rent the big tent.', cites: [9] }]),
  );
  expect(findCandidates(log[3] as LogEntry, log).map(({ id }) => id)).toEqual(['e1']);
  expect(findCandidates(log[0] as LogEntry, log)).toEqual([]);
});

const claims = fc.array(
  fc.record({
    kind: fc.constantFrom('decision', 'action'),
    text: fc.constantFrom('rent the big tent', 'close at 18:00', 'close at 20:00', 'book the tent'),
    cites: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 4 },
);
const summaries = fc.array(fc.record({ id: fc.constantFrom('s1', 's2', 's3'), claims }), { maxLength: 6 });

describe('any summaries and deletions', () => {
  const inputs = (all: readonly { id: string; claims: readonly object[] }[]) =>
    all.map(({ id, claims: own }) => summaryOf(id, own as readonly Said[]));

  test('the order of deletions does not matter, and nothing of a deleted message is left', () => {
    fc.assert(
      fc.property(summaries, fc.uniqueArray(fc.integer({ min: 1, max: 6 })), (all, numbers) => {
        const ids = numbers.map(number => `m${number}`);
        for (const entry of toLog(...inputs(all))) {
          const one = ids.reduce((each, id) => forgetMessages(each, new Set([id])), entry);
          expect(one).toEqual(forgetMessages(entry, new Set(ids.toReversed())));
          for (const number of numbers) expect(JSON.stringify(one)).not.toContain(`utterance${number}"`);
        }
      }),
    );
  });
});
