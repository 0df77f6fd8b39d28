import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimStatuses } from '../../src/core/claims/claim.ts';
import { judgeVerdicts } from '../../src/core/claims/judgement.ts';

const page = readFileSync('docs/verification.md', 'utf8');

test('the page on verification explains every status, verdict and proof', () => {
  for (const name of [...claimStatuses, ...judgeVerdicts, 'not_found']) expect(page).toContain(`\`${name}\``);
  for (const name of ['Citation', 'Quote', 'Attribution', 'Values']) expect(page).toContain(`**${name}**`);
});
