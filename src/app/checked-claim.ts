import { type RejectionReason, toDraftEvidence, type VerifiedClaim } from '../core/claims/claim.ts';
import { type DraftMatter, parseDraftMatter } from '../core/claims/draft.ts';
import type { Judgement } from '../core/claims/judgement.ts';
import type { Matter } from '../core/claims/summary.ts';
import type { KnownMatter } from '../core/claims/topics.ts';
import { type Evidence, messageAt } from '../core/conversation/evidence.ts';
import { settleClaim, toUnjudged, withChanges } from '../core/verify/judged-claim.ts';
import type { Verdict, Verifier } from '../core/verify/verifier.ts';
import type { Verdicts } from './judge-claims.ts';

/** A claim that an engine wrote: the result of its proofs, and its judgement. */
export type CheckedClaim = {
  readonly verdict: Verdict;
  /** Null if the judge was asked but gave none; missing if it was not asked. */
  readonly judgement?: Judgement | null;
};

export function withJudgement(checked: CheckedClaim, verdicts: Verdicts): CheckedClaim {
  const judgement = checked.verdict.ok ? verdicts.get(checked.verdict.claim) : undefined;
  return judgement === undefined ? checked : { ...checked, judgement };
}

export function settle({ verdict, judgement }: CheckedClaim): Verdict {
  if (!verdict.ok || judgement === undefined) return verdict;
  const { claim, draft } = verdict;
  if (judgement === null) return { ok: true, claim: toUnjudged(claim), draft };
  const settled = settleClaim(claim, judgement);
  return settled.ok ? { ...settled, draft } : reject(verdict, settled.reason, claim.citations);
}

/** A claim whose proofs pass, but that is not shown; its draft has the spoilers that the verifier hid in it. */
function reject(
  { claim, draft }: Extract<Verdict, { readonly ok: true }>,
  reason: RejectionReason,
  citations: VerifiedClaim['citations'],
): Verdict {
  const { text, topic, due } = claim;
  const rejected = { text, reasons: [reason], draft: { ...draft, text, topic, due }, citations };
  return { ok: false, rejected, draft };
}

/** Why a claim is not shown as written; empty if it is, or if it only repeats another. */
export function toReasons(checked: CheckedClaim): readonly RejectionReason[] {
  const settled = settle(checked);
  const reasons = settled.ok
    ? settled.claim.findings.flatMap(({ check, effect, problem }) =>
        effect === 'mark' && problem ? [{ check, problem }] : [],
      )
    : settled.rejected.reasons.filter(({ problem }) => problem.code !== 'said_already');
  if (reasons.length === 0) return reasons;
  const better = (checked.judgement?.positions ?? []).map(
    position => ({ check: 'judge', problem: { code: 'judged_citation', position } }) as const,
  );
  return [...reasons, ...better];
}

/** The claim with the messages that the judge named, if the proofs then pass: in place of a single wrong citation, else in addition. */
export function citeJudged({ verdict, judgement }: CheckedClaim, verifier: Verifier): CheckedClaim | null {
  if (!verdict.ok || !judgement || judgement.verdict === 'supported') return null;
  const { positions } = judgement;
  if (positions.length === 0) return null;
  const { citations } = verdict.claim;
  const replaces = citations.length === 1 && judgement.verdict !== 'partly';
  const moved = {
    ...verdict.draft,
    evidence: [
      ...(replaces ? [] : toDraftEvidence(citations)),
      ...positions.map(position => ({ position, quote: '' })),
    ],
  };
  const again = verifier.verify(moved);
  if (!again.ok) return null;
  const { claim } = again;
  const findings = positions.map(
    position =>
      ({
        check: 'judge',
        outcome: 'fail',
        problem: { code: 'judged_citation', position },
        effect: replaces ? 'uncite' : 'cite',
      }) as const,
  );
  return {
    verdict: {
      ...again,
      claim: withChanges(claim, {
        citationReplaced: claim.citationReplaced || replaces,
        findings: [...claim.findings, ...findings],
      }),
    },
  };
}

const ranks = { supported: 3, partly: 2, not_supported: 1, contradicted: 1 } as const;

/** Chooses between two wordings of a claim: the second replaces a judged first one only with a better verdict. */
export function chooseBetter(before: CheckedClaim, after: CheckedClaim): CheckedClaim {
  if (!after.verdict.ok) return before;
  if (!before.verdict.ok || after.verdict.claim.status === 'verified') return after;
  const rank = ({ judgement }: CheckedClaim) => (judgement ? ranks[judgement.verdict] : 0);
  return rank(after) > rank(before) ? after : before;
}

/** Of claims with the same text and messages, only the first is shown. */
export function withoutRepeated(checked: readonly CheckedClaim[]): readonly CheckedClaim[] {
  const said = new Set<string>();
  return checked.map(each => {
    if (!each.verdict.ok) return each;
    const key = toRepeatKey(each.verdict.claim);
    if (said.has(key)) return { verdict: reject(each.verdict, repeated, []) };
    said.add(key);
    return each;
  });
}

export function toRepeatKey({ kind, text, citations }: VerifiedClaim): string {
  return JSON.stringify([kind, text, citations.map(({ position }) => position)]);
}

const repeated: RejectionReason = { check: 'shape', problem: { code: 'said_already' } };

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
    const evidence = checked.flatMap(each =>
      settle(each).ok && each.verdict.ok && each.verdict.claim.matter === number
        ? toDraftEvidence(each.verdict.claim.citations)
        : [],
    );
    if (title === null || evidence.length === 0) return [];
    return [
      { verdict: verifier.verify({ kind: 'key_point', text: title, topic, evidence, matter: number }) },
    ];
  });
}

/** The matters as they are shown: a title only where its proofs pass and the judge, if there is one, supports it. */
export function toMatters(
  matters: DraftMatters,
  titles: readonly CheckedClaim[],
  {
    summaryId,
    isJudged,
    evidence,
    goOn,
    memory = [],
  }: {
    readonly summaryId: string;
    readonly isJudged: boolean;
    readonly evidence: Evidence;
    /** Whether later summaries may go on with them: not with the answer to a question. */
    readonly goOn: boolean;
    readonly memory?: readonly KnownMatter[];
  },
): ReadonlyMap<number, Matter> {
  const holding = new Map(
    titles.flatMap(each => {
      const settled = settle(each);
      if (!settled.ok || (isJudged && settled.claim.status !== 'verified')) return [];
      return [[settled.claim.matter, settled.claim] as const];
    }),
  );
  return new Map(
    [...matters].map(([number, { title: written, topic, continues }]) => {
      const title = holding.get(number);
      const sources = (title?.citations ?? []).flatMap(
        ({ position }) => messageAt(evidence, position)?.id ?? [],
      );
      // Lines above all headings sum up the others.
      const own =
        !goOn || (written === null && topic === null)
          ? null
          : `${summaryId.replaceAll('-', '').slice(-longestKey)}.${number}`;
      const topicId = memory[(continues ?? 0) - 1]?.topicId ?? own;
      return [number, { title: title?.text ?? null, sources, topicId }];
    }),
  );
}

/** A custom id holds at most this much of a summary's id; the ends of ids differ. */
const longestKey = 40;
