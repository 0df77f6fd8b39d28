import { toJudgeContext } from '../../../src/app/judge-context.ts';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { type LabeledDraft, readDrafts, toDrafts } from '../drafts/records.ts';
import { ownDrafts } from '../own/own.ts';
import { printTable, type Row, toPercent } from '../table.ts';

/** Prints which verdicts on a draft count again after more messages were written. */
export function printAgain(data: string): void {
  const drafts = [...readDrafts(data), ...toDrafts(ownDrafts)];
  printTable(
    'Verdicts on the same draft that count again when more messages were written',
    ['read before', 'claims', 'count again', '%'],
    [0.99, 0.95, 0.8, 0.5].map(share => toVerdictRow(share, drafts)),
  );
}

/** A verdict counts again if the judge would be shown the same messages. */
function toVerdictRow(share: number, drafts: readonly LabeledDraft[]): Row {
  let [claims, again] = [0, 0];
  for (const draft of drafts) {
    const { evidence, languages } = draft;
    const read = { ...evidence, messages: toRead(evidence, share) };
    const verified = toVerified(draft, read);
    const [before, after] = [read, evidence].map(each => toJudgeContext(each, languages));
    const toKey = (positions: readonly number[] = []) => [...new Set(positions)].sort().join();
    claims += verified.length;
    again += verified.filter(claim => toKey(before?.toShown(claim)) === toKey(after?.toShown(claim))).length;
  }
  return [`${100 * share} %`, claims, again, toPercent(again, claims)];
}

function toRead({ messages }: Evidence, share: number): Evidence['messages'] {
  return messages.slice(0, Math.ceil(share * messages.length));
}

function toVerified({ languages, claims }: LabeledDraft, evidence: Evidence): readonly VerifiedClaim[] {
  const verifier = createVerifier(evidence, { languages, zone: 'UTC' });
  return claims.flatMap(({ written }) => {
    const verdict = verifier.verify(written);
    return verdict.ok ? [verdict.claim] : [];
  });
}
