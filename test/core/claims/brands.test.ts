import { expect, test } from 'vitest';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import type { Summary } from '../../../src/core/claims/summary/summary.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { fullSummary } from '../../render/full-summary.ts';

// What must not compile is checked by `npm run types`; that it would do harm, here.
test('a summary or a claim that was changed by hand is none any longer', () => {
  const forged = { ...fullSummary, rejected: [], claims: fullSummary.claims.slice(0, 1) };
  // @ts-expect-error a spread is not what renumbering made
  const summary: Summary = forged;
  expect(toMarkdown(summary)).not.toBe(toMarkdown(fullSummary));

  const retold = (claim: VerifiedClaim) => ({ ...claim, text: 'Nobody said this.' });
  // @ts-expect-error nor is it what verification made
  const forge: (claim: VerifiedClaim) => VerifiedClaim = retold;
  expect(forge).toBe(retold);
});
