import { type Evidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { makeConversation } from '../bench/conversation.ts';
import { writeDraft } from '../bench/draft.ts';
import { printTable } from './table.ts';

const sizes = [100, 500, 2_000, 10_000];
const rounds = 41;
const claims = 40;

/** Milliseconds that a verifier takes for the claims of a draft, its own making included. */
function timeVerifying(evidence: Evidence, drafts: readonly unknown[]): number {
  const start = performance.now();
  const verifier = createVerifier(evidence, { languages: ['en'] });
  for (const draft of drafts) verifier.verify(draft);
  return performance.now() - start;
}

function toMedian(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}

/** Prints how long a draft of 40 claims takes: over an evidence nobody looked at yet, and over one that is indexed. */
export function printSpeed(): void {
  printTable(
    `Verification of ${claims} claims, ms (aim: below 10 over 2,000 messages, warm)`,
    ['messages', 'evidence seen before: median', 'fastest', 'not seen before: median', 'fastest'],
    sizes.map(size => {
      const conversation = makeConversation(size);
      const evidence = toEvidence(conversation);
      const drafts = (JSON.parse(writeDraft(evidence, claims)) as { readonly claims: readonly unknown[] })
        .claims;
      const each = Array.from({ length: rounds }, () => {
        const anew = timeVerifying(toEvidence(conversation), drafts);
        return { anew, again: timeVerifying(evidence, drafts) };
      });
      return [
        size.toLocaleString('en'),
        toMedian(each.map(({ again }) => again)).toFixed(1),
        Math.min(...each.map(({ again }) => again)).toFixed(1),
        toMedian(each.map(({ anew }) => anew)).toFixed(1),
        Math.min(...each.map(({ anew }) => anew)).toFixed(1),
      ];
    }),
  );
}
