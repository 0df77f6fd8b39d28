import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { judgeVerdicts, parseJudgement } from '../../../src/core/claims/judgement.ts';
import { countUnjudged, isJudged, toJudged } from '../../../src/core/verify/judged.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  'Ann: The budget is 1,200 euros.',
  'Bob: How about we rent the big tent?',
  { say: 'Carol: Approved.', re: 2 },
  "Dave: I'll book the tent by Friday",
);
const { verify } = createVerifier(evidence, { languages: ['en'], zone: 'UTC' });

function toVerified(draft: Readonly<Record<string, unknown>>): VerifiedClaim {
  const verdict = verify(draft);
  if (!verdict.ok) throw new Error('the claim does not hold');
  return verdict.claim;
}

const budget = {
  text: 'The budget is 1,200 euros.',
  kind: 'fact',
  evidence: [{ position: 1, quote: 'The budget is 1,200 euros.' }],
};
const verified = toVerified(budget);
const marked = toVerified({ ...budget, evidence: [{ position: 1, quote: '' }] });
const claims = [
  verified,
  marked,
  toVerified({
    text: 'The big tent is rented.',
    kind: 'decision',
    evidence: [
      { position: 2, quote: 'rent the big tent' },
      { position: 3, quote: 'Approved.' },
    ],
  }),
  toVerified({
    text: 'Dave will book the tent.',
    kind: 'action',
    owner: 'Dave',
    due: 'by Friday',
    evidence: [{ position: 4, quote: "I'll book the tent by Friday" }],
  }),
];

describe('a claim that was judged', () => {
  test.each([
    ['partly', 'judged_partly'],
    ['not_supported', 'judged_unsupported'],
    ['contradicted', 'judged_contradicted'],
  ] as const)('%s needs clarification, and says what the judge misses', (verdict, code) => {
    expect(toJudged(verified, { verdict, missing: 'the year' })).toEqual({
      ...verified,
      status: 'needs_clarification',
      findings: [
        ...verified.findings,
        { check: 'judge', outcome: 'fail', problem: { code, words: 'the year' }, effect: 'mark' },
      ],
    });
  });

  test('supported stays verified, and so does one that was not judged, which says so', () => {
    const supported = toJudged(verified, { verdict: 'supported', missing: '' });
    const alone = toJudged(verified, null);
    expect([supported.status, isJudged(supported), countUnjudged([supported])]).toEqual([
      'verified',
      true,
      0,
    ]);
    expect([alone.status, isJudged(alone), countUnjudged([alone, supported, alone])]).toEqual([
      'verified',
      false,
      2,
    ]);
    expect([isJudged(verified), countUnjudged([verified])]).toEqual([false, 0]);
  });

  test('that was marked before is the very same claim', () => {
    expect(marked.status).toBe('needs_clarification');
    for (const verdict of judgeVerdicts) expect(toJudged(marked, { verdict, missing: 'x' })).toBe(marked);
  });

  test('never rises, and says and cites what it did, whatever the judge answers', () => {
    const answer = fc.oneof(
      fc.record({ missing: fc.string(), verdict: fc.constantFrom(...judgeVerdicts) }),
      fc.record({ missing: fc.string(), verdict: fc.string(), status: fc.constant('verified') }),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...claims), answer, (claim, value) => {
        const after = toJudged(claim, parseJudgement(value));
        const { status, findings, ...rest } = after;
        const { status: statusBefore, findings: findingsBefore, ...restBefore } = claim;
        expect(rest).toEqual(restBefore);
        expect(findings.slice(0, findingsBefore.length)).toEqual(findingsBefore);
        expect(findings.length - findingsBefore.length).toBe(statusBefore === 'verified' ? 1 : 0);
        if (statusBefore !== 'verified') expect(status).toBe(statusBefore);
        expect(status === 'verified').toBe(!findings.some(({ effect }) => effect === 'mark'));
      }),
      { numRuns: 1_000 },
    );
  });
});
