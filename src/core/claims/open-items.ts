import { compare } from '../compare.ts';
import type { ClaimBody } from './claim.ts';
import { toSection } from './summary/section.ts';
import type { Summary, SummaryClaim } from './summary/summary.ts';
import { toUnnumbered } from './summary/unnumbered.ts';

/** An open question or task of a summary, as the next summary carries it over. */
export type OpenItem = Omit<ClaimBody, 'kind' | 'openSince' | 'decision' | 'citationReplaced'> & {
  readonly kind: 'question' | 'action';
  readonly openSince: string;
  readonly cited: readonly { readonly messageId: string; readonly quote: string }[];
};

/**
 * The open items of a summary, newest first. Highlights have no kinds of their own, so they only pass on what they
 * carried over.
 *
 * @param isClosed Whether a claim with this id has been closed since.
 */
export function toOpenItems(
  summary: Summary,
  isClosed: (claimId: string) => boolean = () => false,
): readonly OpenItem[] {
  return summary.claims
    .filter(({ id, status }) => status !== 'needs_clarification' && !isClosed(id))
    .flatMap(claim => toOpenItem(claim, summary) ?? [])
    .sort((a, b) => compare(b.openSince, a.openSince));
}

function toOpenItem(claim: SummaryClaim, { footnotes }: Summary): OpenItem | null {
  const section = toSection(claim);
  if (section !== 'question' && section !== 'request' && section !== 'action') return null;
  const { topic, text, speakers, owner, due, confidence, status, findings, cited } = toUnnumbered(
    claim,
    footnotes,
  );
  const [first = ''] = cited.map(({ time }) => time).sort();
  return {
    kind: section === 'action' ? 'action' : 'question',
    topic,
    text,
    speakers,
    owner,
    due,
    confidence,
    status,
    // The new summary repeats the proofs, but not the judge's verdicts.
    findings: findings.filter(({ check }) => check === 'judge'),
    openSince: claim.openSince ?? first,
    cited: cited.map(({ messageId, quote }) => ({ messageId, quote: quote?.text ?? '' })),
  };
}
