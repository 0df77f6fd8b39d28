import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../src/core/claims/judgement.ts';
import { isJudged, settleClaim, toUnjudged } from '../../../src/core/verify/judged-claim.ts';
import { talk, toVerified } from '../talk.ts';

const claim = toVerified(talk('Ann: The tent costs 450.', 'Bob: approved'), {
  text: 'The tent for 450 was approved',
  kind: 'decision',
  evidence: [{ position: 1, quote: 'The tent costs 450.' }],
});
const says = (judgement: Partial<Judgement>) =>
  settleClaim(claim, {
    verdict: 'supported',
    missing: '',
    kind: null,
    outcome: 'none',
    positions: [],
    ...judgement,
  });

describe('a verdict', () => {
  test('that supports a claim makes it verified, and says how a decision ended', () => {
    expect(claim.status).toBe('sources_found');
    expect(says({})).toMatchObject({
      ok: true,
      claim: { status: 'verified', kind: 'decision', decision: 'decided' },
    });
    expect(says({ outcome: 'declined' })).toMatchObject({ ok: true, claim: { decision: 'declined' } });
  });

  test('of partly makes it need clarification, with or without what is missing', () => {
    for (const missing of ['the price', '']) {
      const settled = says({ verdict: 'partly', missing });
      expect(settled).toMatchObject({ ok: true, claim: { status: 'needs_clarification' } });
      expect(settled.ok && settled.claim.findings.at(-1)).toMatchObject({
        effect: 'mark',
        problem: { code: 'judged_partly', words: missing },
      });
    }
  });

  test.each([
    ['not_supported', 'judged_unsupported'],
    ['contradicted', 'judged_contradicted'],
  ] as const)('of %s rejects it, also without a reason', (word, code) => {
    expect(says({ verdict: word, missing: '' })).toEqual({
      ok: false,
      reason: { check: 'judge', problem: { code, words: '' } },
    });
  });

  test('that names another kind changes it, and the finding tells what it was', () => {
    const settled = says({ kind: 'proposal' });
    expect(settled).toMatchObject({
      ok: true,
      claim: { kind: 'proposal', decision: null, status: 'verified' },
    });
    expect(settled.ok && settled.claim.findings).toContainEqual({
      check: 'judge',
      outcome: 'fail',
      problem: { code: 'judged_kind' },
      effect: 'relabel',
      was: 'decision',
    });
  });

  test('that did not come leaves the claim as it was, which its findings tell', () => {
    const unjudged = toUnjudged(claim);
    expect(unjudged.status).toBe('sources_found');
    expect(isJudged(unjudged)).toBe(false);
    expect(unjudged.findings.at(-1)).toEqual({ check: 'judge', outcome: 'abstain' });
    const settled = says({});
    expect(settled.ok && isJudged(settled.claim)).toBe(true);
  });
});
