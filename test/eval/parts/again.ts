import { toCitedPositions } from '../../../src/app/judge-batches.ts';
import { toJudgeContext } from '../../../src/app/judge-context.ts';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { toClaimIds } from '../../../src/core/claims/footnotes.ts';
import { renumber } from '../../../src/core/claims/renumber.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { type LabeledDraft, readDrafts, toDrafts } from '../drafts/records.ts';
import { ownDrafts } from '../own/drafts.ts';
import { print, printTable, type Row, toPercent } from '../table.ts';

/** Two drafts of one conversation; each is once the last summary of the other. */
type Pair = { readonly last: LabeledDraft; readonly next: LabeledDraft };

/** Prints how claims of two drafts of the same messages match, and which verdicts count again. */
export function printAgain(data: string): void {
  const drafts = [...readDrafts(data), ...toDrafts(ownDrafts)];
  const pairs = [...Map.groupBy(drafts, ({ id }) => id).values()].flatMap(own =>
    own.flatMap(last => own.flatMap((next): Pair[] => (next === last ? [] : [{ last, next }]))),
  );
  if (pairs.length === 0) {
    print('No conversation has two drafts.');
    return;
  }
  printMatches(pairs);
  printTable(
    'Verdicts on the same draft that count again when more messages were written',
    ['read before', 'claims', 'count again', '%'],
    [1, 0.99, 0.95, 0.8, 0.5].map(share => toVerdictRow(share, drafts)),
  );
}

function printMatches(pairs: readonly Pair[]): void {
  const counts = { claims: 0, matched: 0, kind: 0, fields: 0 };
  for (const { last, next } of pairs) {
    const [before, after] = [toSummary(last, last.evidence), toSummary(next, next.evidence)];
    for (const claim of after.claims) {
      const ids = new Set(toClaimIds(claim, after));
      const match = before.claims
        .map(each => ({ each, shared: toClaimIds(each, before).filter(id => ids.has(id)).length }))
        .sort((a, b) => b.shared - a.shared)[0];
      counts.claims += 1;
      if (!match || match.shared === 0) continue;
      counts.matched += 1;
      if (match.each.kind === claim.kind) counts.kind += 1;
      if (match.each.owner === claim.owner && match.each.due === claim.due) counts.fields += 1;
    }
  }
  const { claims, matched, kind, fields } = counts;
  printTable(
    'Two drafts of the same messages',
    ['', 'claims', '%'],
    [
      ['all', String(claims), '-'],
      [
        'with a claim of the other draft that cites a same message',
        String(matched),
        toPercent(matched, claims),
      ],
      ['of these, of the same kind', String(kind), toPercent(kind, matched)],
      ['of these, with the same owner and due', String(fields), toPercent(fields, matched)],
    ],
  );
}

/** A verdict counts again if the judge would be shown the same messages. */
function toVerdictRow(share: number, drafts: readonly LabeledDraft[]): Row {
  let [claims, again] = [0, 0];
  for (const draft of drafts) {
    const { evidence, languages } = draft;
    const read = { ...evidence, messages: toRead(evidence, share) };
    const verified = toVerified(draft, read);
    const cited = verified.flatMap(toCitedPositions);
    const [before, after] = [read, evidence].map(each => toJudgeContext(each, languages, cited));
    const toKey = (positions: readonly number[] = []) => [...new Set(positions)].sort().join();
    claims += verified.length;
    again += verified.filter(claim => toKey(before?.toShown(claim)) === toKey(after?.toShown(claim))).length;
  }
  return [`${100 * share} %`, String(claims), String(again), toPercent(again, claims)];
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

function toSummary(draft: LabeledDraft, evidence: Evidence): Summary {
  return renumber(evidence, toVerified(draft, evidence), [], {
    id: 'measured',
    detail: 'standard',
    engine: { name: 'claude' },
    language: draft.languages[0] ?? 'en',
    zone: 'UTC',
    window: {},
  });
}
