import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dispute } from '../../../src/core/claims/claim.ts';
import {
  findCiting,
  isJudgedAgain,
  putDispute,
  settleDispute,
  withdrawDisputes,
} from '../../../src/core/claims/disputes.ts';
import { applyMessageChanges } from '../../../src/core/claims/message-changes.ts';
import {
  applyDecision,
  isUndecided,
  replaceWording,
  toClaimContents,
  toReviewItems,
} from '../../../src/core/claims/review.ts';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toQuality } from '../../../src/core/claims/usage.ts';
import { toLogInput } from '../../../src/core/decisions/log-input.ts';
import { supportedSummary } from '../../render/arbitrary.ts';
import { failed, tellLines, tellSummary } from '../../render/summaries.ts';
import { scale } from '../../scale.ts';
import { sure } from '../../sure.ts';

const judged = [{ check: 'judge', outcome: 'pass' }] as const;
const summary = tellSummary({
  messages: tellLines('Ann: We close at 18:00', 'Nadia: I could book the tent', 'Nadia: The stage is new'),
  claims: [
    { text: 'They close at 18:00.', cites: [1], kind: 'decision', decision: 'decided', findings: judged },
    { text: 'Nadia books the tent.', cites: [1, 2], kind: 'action', owner: 'Nadia', findings: judged },
    { text: '“The stage is new”', cites: [3] },
    {
      text: 'The stage is old.',
      cites: [3],
      ...{ status: 'needs_clarification' },
      findings: [failed('judge', { code: 'judged_contradicted', words: '' }, 'mark')],
    },
  ],
});
const say = (text: string, who = 'Nadia', at = '2026-03-09T12:00:00.000Z'): Dispute => ({
  by: { id: `u-${who}`, name: who },
  at,
  text,
});
const against = { code: 'judged_partly', words: 'that she books it' } as const;
const put = (dispute: Dispute, of = summary, id = 'c2') => sure(putDispute(of, id, dispute));
const claimOf = (of: Summary, id = 'c2') => sure(of.claims.find(each => each.id === id));
const decider = { by: { id: '1', name: 'Ann' }, at: '2026-03-09T13:00:00.000Z' };

describe('a dispute', () => {
  test('is of people whose own messages the claim cites, one of each', () => {
    expect(findCiting(summary, 'u-Nadia').map(({ id }) => id)).toEqual(['c2', 'c3', 'c4']);
    expect(findCiting(summary, 'u-Bob')).toEqual([]);
    expect(putDispute(summary, 'c1', say('No.'))).toBeNull();
    expect(putDispute(summary, 'c9', say('No.'))).toBeNull();
    const both = put(say('Only a rumor.', 'Ann'), put(say('Yes.'), put(say('No.'))));
    expect(claimOf(both).disputes?.map(({ text }) => text)).toEqual(['Yes.', 'Only a rumor.']);
    expect(parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(both))))).toEqual(both);
  });

  test('makes a claim unclear at most, and once all are withdrawn it is as before', () => {
    const dispute = say('I only asked.');
    const doubted = sure(settleDispute(put(dispute), 'c2', [dispute], against));
    expect(claimOf(doubted)).toMatchObject({
      status: 'needs_clarification',
      findings: [...judged, { effect: 'mark' }],
    });
    expect(toQuality(doubted)).toMatchObject({ judged: 3, supported: 1 });
    const both = put(say('So it is.', 'Ann'), doubted);
    const one = sure(withdrawDisputes(both, 'u-Nadia', 'c2'));
    // It was judged with words that are gone, until it is judged with those that stay.
    expect(claimOf(one).status).toBe('needs_clarification');
    expect(JSON.stringify(one)).not.toContain(against.words);
    const none = sure(withdrawDisputes(one, 'u-Ann'));
    expect(JSON.stringify(none)).toBe(JSON.stringify(summary));
    expect(withdrawDisputes(none, 'u-Ann')).toBeNull();
    expect(withdrawDisputes(both, 'u-Nadia', 'c3')).toBeNull();
  });

  test('takes no verdict that came too late', () => {
    const first = say('No.');
    const second = say('Yes.', 'Nadia', '2026-03-09T12:30:00.000Z');
    const replaced = put(second, put(first));
    expect(settleDispute(replaced, 'c2', [first], against)).toBeNull();
    expect(settleDispute(summary, 'c2', [first], against)).toBeNull();
    const decided = sure(applyDecision(replaced, 'c2', 'confirmed', decider));
    expect(settleDispute(decided, 'c2', [second], against)).toBeNull();
    const doubted = sure(settleDispute(replaced, 'c2', [second], against));
    expect(claimOf(sure(settleDispute(doubted, 'c2', [second], null)))).toEqual(claimOf(replaced));
  });

  test('takes no verdict that was given without what somebody else says', () => {
    const ann = say('So it is.', 'Ann');
    const nadia = say('I only asked.');
    const both = put(nadia, put(ann));
    const doubted = sure(settleDispute(both, 'c2', [ann, nadia], against));
    expect(settleDispute(doubted, 'c2', [ann], null)).toBeNull();
    const left = sure(withdrawDisputes(doubted, 'u-Nadia', 'c2'));
    expect(settleDispute(left, 'c2', [ann, nadia], against)).toBeNull();
    expect(claimOf(sure(settleDispute(left, 'c2', [ann], null))).status).toBe('verified');
  });

  test('has no quote, mark or decision of a person judged again', () => {
    expect(summary.claims.map(isJudgedAgain)).toEqual([true, true, false, false]);
    const decided = sure(applyDecision(put(say('No.')), 'c2', 'confirmed', decider));
    expect(isJudgedAgain(claimOf(decided))).toBe(false);
  });

  test('is left to decide until somebody has, and stays with the claim', () => {
    const find = (of: Summary) => sure(toReviewItems(of).find(({ id }) => id === 'c2'));
    const disputed = put(say('No.'));
    expect(isUndecided(find(disputed))).toBe(true);
    for (const choice of ['confirmed', 'noted', 'removed'] as const) {
      const decided = sure(applyDecision(disputed, 'c2', choice, decider));
      expect(isUndecided(find(decided))).toBe(false);
      const again = sure(applyDecision(decided, 'c2', 'confirmed', decider));
      expect(claimOf(again).disputes).toEqual([say('No.')]);
      expect(isUndecided(find(put(say('Still no.'), again)))).toBe(true);
      expect(JSON.stringify(withdrawDisputes(decided, 'u-Nadia'))).not.toContain('No.');
    }
    const reworded = replaceWording(disputed, 'c2', toClaimContents(find(disputed), disputed), decider);
    expect(claimOf(sure(reworded)).disputes).toBeUndefined();
  });

  test('marks the entry of its claim, which only a review removes', () => {
    const toEntries = (of: Summary) =>
      toLogInput({ summary: of, guildId: '7', channelId: '42', createdAt: decider.at })?.claims.flatMap(
        ({ kind, statement }) => (kind === 'statement' ? [] : [[statement.claimId, statement.isDisputed]]),
      );
    const dispute = say('I only asked.');
    const doubted = sure(settleDispute(put(dispute), 'c2', [dispute], against));
    expect(toEntries(doubted)).toEqual([
      ['c1', undefined],
      ['c2', true],
    ]);
    expect(toEntries(sure(applyDecision(doubted, 'c2', 'noted', decider)))).toEqual([['c1', undefined]]);
  });

  test('goes with the messages that its claim cites, whichever is deleted or opted out', () => {
    fc.assert(
      fc.property(supportedSummary, fc.nat(), fc.boolean(), (of, pick, isOptOut) => {
        const ids = of.claims.flatMap(({ id, references }) =>
          references.map(({ footnote }) => ({ id, note: sure(of.footnotes[footnote - 1]) })),
        );
        fc.pre(ids.length > 0);
        const { id, note } = sure(ids[pick % ids.length]);
        const words = 'only a guess ⌘⌘';
        const dispute = { ...say(words), by: { id: note.authorId ?? '', name: 'N' } };
        const disputed = sure(putDispute(of, id, dispute));
        const gone = new Set([note.messageId]);
        const changed = applyMessageChanges(disputed, {
          deleted: isOptOut ? new Set() : gone,
          edited: new Set(),
          ...(isOptOut && { optedOut: new Set([dispute.by.id]) }),
        });
        expect(JSON.stringify(changed)).not.toContain(words);
      }),
      { numRuns: scale(200) },
    );
  });
});
