import {
  type DraftEvidence,
  type DraftMatter,
  parseDraftClaim,
  parseDraftMatter,
} from '../core/claims/draft.ts';
import type { Matter } from '../core/claims/summary.ts';
import type { KnownMatter } from '../core/claims/topics.ts';
import { type Evidence, messageAt } from '../core/conversation/evidence.ts';
import type { Verifier } from '../core/verify/verifier.ts';
import { type CheckedClaim, settle } from './checked-claim.ts';

/** The matters that an engine wrote claims under, by number. */
type DraftMatters = ReadonlyMap<number, DraftMatter>;

/** The matter of a claim as an engine wrote it; null if it has none. */
export function findMatter(written: unknown): DraftMatter | null {
  return typeof written === 'object' && written !== null && 'matter' in written
    ? parseDraftMatter(written.matter)
    : null;
}

/** The titles of matters as claims that cite what the claims under them cite; the proofs of the claims have passed. */
export function toTitles(
  checked: readonly CheckedClaim[],
  matters: DraftMatters,
  verifier: Verifier,
): readonly CheckedClaim[] {
  return [...matters.values()].flatMap(({ number, title, topic }) => {
    const evidence = checked.flatMap(each => (settle(each).ok ? toEvidence(each, number) : []));
    if (title === null || evidence.length === 0) return [];
    const written = { kind: 'key_point', text: title, topic, evidence, matter: number };
    return [{ written, verdict: verifier.verify(written) }];
  });
}

function toEvidence({ verdict }: CheckedClaim, number: number): readonly DraftEvidence[] {
  if (!verdict.ok || verdict.claim.matter !== number) return [];
  return verdict.claim.citations.map(({ position, quote }) => ({ position, quote: quote?.text ?? '' }));
}

/** The matters as they are shown: a title only where its proofs pass and the judge, if there is one, supports it. */
export function toMatters(
  matters: DraftMatters,
  titles: readonly CheckedClaim[],
  {
    summaryId,
    isJudged,
    evidence,
    memory = [],
  }: {
    readonly summaryId: string;
    readonly isJudged: boolean;
    readonly evidence: Evidence;
    /** What the matters may continue. */
    readonly memory?: readonly KnownMatter[];
  },
): ReadonlyMap<number, Matter> {
  const holding = new Map(
    titles.flatMap(each => {
      const settled = settle(each);
      const parsed = parseDraftClaim(each.written);
      if (!settled.ok || !parsed.ok || (isJudged && settled.claim.status !== 'verified')) return [];
      return [[parsed.draft.matter, settled.claim] as const];
    }),
  );
  return new Map(
    [...matters].map(([number, { title: written, topic, continues }]) => {
      const title = holding.get(number);
      const sources = (title?.citations ?? []).flatMap(
        ({ position }) => messageAt(evidence, position)?.id ?? [],
      );
      // Lines above all headings sum up the others.
      const own = written === null && topic === null ? null : `${toTopicKey(summaryId)}.${number}`;
      const topicId = memory[(continues ?? 0) - 1]?.topicId ?? own;
      return [number, { title: title?.text ?? null, sources, topicId }];
    }),
  );
}

/** A custom id holds at most this much of a summary's id; the ends of ids differ. */
const longestKey = 40;

function toTopicKey(summaryId: string): string {
  return summaryId.replaceAll('-', '').slice(-longestKey);
}
