import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCitedIds, toClaimIds, toCounts } from '../../../src/core/claims/footnotes.ts';
import { applyMessageChanges, type MessageChanges } from '../../../src/core/claims/message-changes.ts';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { supportedSummary } from '../../render/arbitrary.ts';
import { type Told, tellSummary, toDraft } from '../../render/summaries.ts';
import { scale } from '../../scale.ts';

const messages = ['one', 'two', 'three', 'four', 'five', 'six'].map((text, index) => ({
  by: index % 2 === 0 ? 'Ann' : 'Bob',
  text: `This is number ${text}.`,
  at: `2026-03-0${index + 1}T09:00:00.000Z`,
}));

const quote = (position: number, words: string) => [position, words] as const;
const claims: Told['claims'] = [
  { text: 'Of three and one.', kind: 'request', cites: [quote(3, 'three'), quote(1, 'number one')] },
  { text: 'Of one, four, two, and six besides.', topic: 'tent', cites: [1, quote(4, 'four'), 2, 6] },
  { text: 'Of two and one.', kind: 'action', topic: 'tent', cites: [quote(2, 'two'), quote(1, 'is number')] },
  { text: 'Of five and four.', kind: 'fact', topic: 'hall', cites: [5, 4] },
  { text: 'Ann did.', kind: 'fact', speakers: ['Ann'], cites: [3] },
];

const dropped: NonNullable<Told['rejected']>[number] = {
  text: 'Some words.',
  reasons: [
    { check: 'judge', problem: { code: 'judged_unsupported', words: 'three says so' } },
    { check: 'citation', problem: { code: 'no_message', position: 9 } },
  ],
  draft: toDraft({ text: 'Some words.', evidence: [{ position: 3, quote: 'Some of three' }] }),
};

function tell(of = claims): Summary {
  return tellSummary({ messages, claims: of, rejected: [dropped] });
}

function idOf(position: number, summary = tell()): string {
  return (
    [...summary.footnotes, ...summary.claims.flatMap(({ more }) => more)].find(
      each => each.position === position,
    )?.messageId ?? ''
  );
}

const changed = (how: Partial<Record<keyof MessageChanges, readonly string[]>>): MessageChanges => ({
  deleted: new Set(how.deleted),
  edited: new Set(how.edited),
});

const texts = (summary: Summary) => summary.claims.map(({ text }) => text);

describe('a summary with a deleted message', () => {
  test('loses the claims that cite it, and numbers what is left 1..k', () => {
    const amended = applyMessageChanges(tell(), changed({ deleted: [idOf(3)] }));
    expect(texts(amended)).toEqual([
      'Of one, four, two, and six besides.',
      'Of two and one.',
      'Of five and four.',
    ]);
    expect(amended.claims.map(({ id }) => id)).toEqual(['c2', 'c3', 'c4']);
    expect(amended.footnotes.map(({ number, position }) => [number, position])).toEqual([
      [1, 1],
      [2, 2],
      [3, 4],
      [4, 5],
    ]);
    expect(JSON.stringify(amended)).not.toContain('three');
    expect(amended.coverage.cited).toBe(4);
  });

  test('says how many were dropped, and keeps no words of those that were', () => {
    const amended = applyMessageChanges(tell(), changed({ deleted: [idOf(3)] }));
    const { rejected } = amended;
    expect(toCounts(amended)).toMatchObject({ verified: 3, dropped: 3 });
    expect(rejected.map(({ text }) => text)).toEqual(['', '', '']);
    expect(rejected.map(({ reasons }) => reasons[0])).toEqual([
      { check: 'judge', problem: { code: 'forgotten' } },
      { check: 'citation', problem: { code: 'message_deleted' } },
      { check: 'citation', problem: { code: 'message_deleted' } },
    ]);
    expect(rejected.map(({ claim }) => claim)).toEqual([null, null, null]);
    expect(rejected[0]?.reasons[1]).toEqual(dropped.reasons[1]);
  });

  test('that only what was dropped cites takes the words of all that was, and nothing else', () => {
    const [, ...others] = claims;
    const told = tell(others.slice(0, -1));
    const gone = changed({ deleted: ['m3'] });
    expect(toCitedIds(told)).toContain('m3');
    expect(told.footnotes.map(({ messageId }) => messageId)).not.toContain('m3');
    const amended = applyMessageChanges(told, gone);
    expect(texts(amended)).toEqual(texts(told));
    expect(toCounts(amended)).toEqual(toCounts(told));
    expect(amended.rejected.map(({ text, claim }) => [text, claim])).toEqual([['', null]]);
    expect(amended.rejectedSources).toEqual([]);
    expect(applyMessageChanges(amended, gone)).toBe(amended);
  });

  test('takes the words of the judge from a claim that stays, and nothing else', () => {
    const judged = { code: 'judged_partly', words: 'number three' } as const;
    const added = {
      check: 'values',
      outcome: 'fail',
      problem: { code: 'value_in_message', value: 'one', position: 1 },
      effect: 'cite',
    } as const;
    const told = tell([
      {
        text: 'Of one.',
        cites: [1],
        status: 'needs_clarification',
        findings: [added, { check: 'judge', outcome: 'fail', problem: judged, effect: 'mark' }],
      },
      { text: 'Of three.', cites: [3] },
    ]);
    const [claim] = applyMessageChanges(told, changed({ deleted: ['m3'] })).claims;
    expect(claim?.findings).toEqual([
      added,
      { check: 'judge', outcome: 'fail', problem: { code: 'forgotten' }, effect: 'mark' },
    ]);
  });

  test('forgets what was quoted for lost claims alone', () => {
    const amended = applyMessageChanges(tell(), changed({ deleted: [idOf(2), idOf(5)] }));
    expect(texts(amended)).toEqual(['Of three and one.', 'Ann did.']);
    expect(amended.footnotes[0]?.quotes.map(({ text }) => text)).toEqual(['number one']);
    const none = applyMessageChanges(tell(), changed({ deleted: toCitedIds(tell()) }));
    expect([none.claims, none.footnotes]).toEqual([[], []]);
    expect(toCounts(none)).toMatchObject({ verified: 0, dropped: 6 });
  });
});

describe('a summary with an edited message', () => {
  test('keeps its claims and the words as read, and marks the message wherever it stands', () => {
    const amended = applyMessageChanges(tell(), changed({ edited: [idOf(3), idOf(6)] }));
    expect(texts(amended)).toEqual(texts(tell()));
    expect(amended.footnotes.filter(({ editedSince }) => editedSince).map(({ text }) => text)).toEqual([
      'This is number three.',
    ]);
    expect(amended.claims[1]?.more).toMatchObject([{ text: 'This is number six.', editedSince: true }]);
    expect(amended.rejected).toEqual(tell().rejected);
    expect(toCounts(amended)).toEqual(toCounts(tell()));
  });
});

test('after any deletion, the rest is what renumbering makes of it, and can be stored', () => {
  const some = (summary: Summary, picked: readonly number[]) => {
    const ids = toCitedIds(summary);
    return picked.flatMap(index => ids[index % Math.max(1, ids.length)] ?? []);
  };
  const picks = fc.array(fc.nat(40), { maxLength: 3 });
  fc.assert(
    fc.property(supportedSummary, picks, picks, (summary, deleted, edited) => {
      const gone = some(summary, deleted);
      const amended = applyMessageChanges(summary, changed({ deleted: gone, edited: some(summary, edited) }));
      expect(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(amended))))).not.toBeNull();
      expect(toCitedIds(amended).filter(id => gone.includes(id))).toEqual([]);
      const left = summary.claims.filter(claim => !toClaimIds(claim, summary).some(id => gone.includes(id)));
      expect(amended.claims.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      expect(toCounts(amended).dropped - toCounts(summary).dropped).toBe(summary.claims.length - left.length);
      const { verified, sourcesFound, needsClarification } = toCounts(amended);
      expect(verified + sourcesFound + needsClarification).toBe(amended.claims.length);
    }),
    { numRuns: scale(200) },
  );
});

describe('a person who opted out', () => {
  const summary = tellSummary({ messages, claims, rejected: [dropped] });
  const idOf = (person: string) => summary.participants.find(({ name }) => name === person)?.id ?? '';
  const without = (person: string, of = summary) =>
    applyMessageChanges(of, { deleted: new Set(), edited: new Set(), optedOut: new Set([idOf(person)]) });

  test('is gone with their messages, and only counted', () => {
    const left = without('Bob');
    expect(left.claims.map(({ text }) => text)).toEqual(['Of three and one.', 'Ann did.']);
    expect(left.participants.map(({ name }) => name)).toEqual(['Ann']);
    expect(left.coverage).toMatchObject({
      read: 3,
      available: 6,
      omitted: [{ reason: 'opted_out', count: 3 }],
    });
    expect(JSON.stringify(left)).not.toMatch(/Bob|two|four|six|Some words/);
    expect(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(left))))).toEqual(left);
    expect(without('Bob', left)).toBe(left);
  });

  test('takes along what is told in their name by citing others', () => {
    const told = { text: 'Bob agreed.', speakers: ['Bob'], cites: [1] };
    const of = tellSummary({ messages, claims: [...claims, told] });
    expect(without('Bob', of).claims.map(({ text }) => text)).not.toContain('Bob agreed.');
    expect(without('Ann', of).claims.map(({ text }) => text)).toEqual([]);
  });
});
