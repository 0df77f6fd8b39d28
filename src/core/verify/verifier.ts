import type { Citation, Finding, RejectedClaim, RejectionReason, VerifiedClaim } from '../claims/claim.ts';
import { type DraftClaim, type DraftEvidence, parseDraftClaim } from '../claims/draft.ts';
import type { ClaimKind } from '../claims/kind.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';
import {
  hasSpoiler,
  hideRepeatedSpoilers,
  hideText,
  isAllSpoiler,
  listSpoilers,
  markSpoilers,
} from '../conversation/spoilers.ts';
import { proveAttribution } from './attribution-proof.ts';
import { proveCitations, withUniquePositions } from './citation-proof.ts';
import {
  type Candidate,
  type ContextOptions,
  type ProofContext,
  type ProofResult,
  toContext,
} from './proof.ts';
import { findQuote, isQuoteOnly } from './quotes.ts';
import { proveValues } from './values-proof.ts';

export type Verdict =
  | { readonly ok: true; readonly claim: VerifiedClaim }
  | { readonly ok: false; readonly rejected: RejectedClaim };

/**
 * Proves the claims of one evidence one by one. `draft` is the engine's output, unparsed; `byCode` means that no model
 * wrote it, so its kind and due date are not made up.
 */
export type Verifier = { readonly verify: (draft: unknown, byCode?: boolean) => Verdict };

/**
 * A verifier. Claims that consist of quotes become `verified`, others `sources_found`: the judge decides whether the
 * messages say the same.
 */
export function createVerifier(evidence: Evidence, options: ContextOptions = {}): Verifier {
  const context = toContext(evidence, options);
  return {
    verify: (value, byCode = false) => {
      const parsed = parseDraftClaim(value);
      if (!parsed.ok) return reject(parsed.text, [{ check: 'shape', problem: parsed.problem }], null, []);
      const { repairs } = parsed;
      const draft = hideRepetitions(parsed.draft, context);
      const shape: Finding[] = repairs.map(what => ({
        check: 'shape',
        outcome: 'fail',
        problem: { code: 'mended', what },
        effect: 'repair',
      }));
      const main = runProofs(toCandidate(draft, draft.evidence), context);
      const refuse = (reasons: readonly RejectionReason[]) => {
        const hidden = hideInDraft(draft, parsed.draft, context);
        return reject(hidden.text, reasons, hidden, findExisting(draft, context));
      };
      if (!main.ok) return refuse(toReasons(main));
      const before = draft.before && runProofs(toFormer(draft, draft.before), context);
      if (before && !before.ok) {
        const reasons = toReasons(before).map(reason => ({ ...reason, before: true as const }));
        return refuse(reasons);
      }
      const { candidate } = main;
      const claim: Omit<VerifiedClaim, symbol> = {
        ...hideParaphrase(candidate, parsed.draft.text, candidate.citations, context),
        decision: candidate.kind === 'decision' ? 'decided' : null,
        status: isNothingButQuotes(candidate, before, byCode, context) ? 'verified' : 'sources_found',
        findings: [...shape, ...main.findings, ...(before?.findings ?? [])],
        before: before && toFormerPart(before.candidate, parsed.draft.before?.text ?? '', context),
      };
      return { ok: true, claim: claim as VerifiedClaim };
    },
  };
}

/** Kinds that add nothing to the words; whether a quotation was a decision is for the judge. */
const neutral: ReadonlySet<ClaimKind> = new Set(['key_point', 'fact', 'link']);

/** Whether a claim adds nothing to its quotes, by its kind or by other fields, unless code chose them. */
function isNothingButQuotes(
  candidate: Candidate,
  before: unknown,
  byCode: boolean,
  context: ProofContext,
): boolean {
  const { kind, owner, due } = candidate;
  const isBare = neutral.has(kind) && owner === null && due === null && before === null;
  return (byCode || isBare) && isQuoteOnly(candidate, context);
}

const proofs = [proveCitations, proveAttribution, proveValues];

function runProofs(draft: Candidate, context: ProofContext): ProofResult {
  let candidate = draft;
  const findings: Finding[] = [];
  for (const prove of proofs) {
    const result = prove(candidate, context);
    if (!result.ok) return result;
    candidate = result.candidate;
    findings.push(...result.findings);
  }
  return { ok: true, candidate, findings };
}

function toReasons({ check, problems }: Extract<ProofResult, { ok: false }>): readonly RejectionReason[] {
  return problems.map(problem => ({ check, problem }));
}

function toCandidate(draft: DraftClaim, evidence: readonly DraftEvidence[]): Candidate {
  const { evidence: _, before: __, ...rest } = draft;
  return { ...rest, citations: toCitations(evidence), citationReplaced: false };
}

/** What was true before a change is proved like any other statement. */
function toFormer(draft: DraftClaim, before: NonNullable<DraftClaim['before']>): Candidate {
  const candidate = toCandidate(draft, before.evidence);
  return { ...candidate, kind: 'fact', topic: null, text: before.text, speakers: [], owner: null, due: null };
}

function toFormerPart(former: Candidate, written: string, context: ProofContext): VerifiedClaim['before'] {
  const { text, citations } = hideParaphrase(former, written, former.citations, context);
  return { text, citations };
}

/** Reviewers see a rejected draft, so paraphrases of a spoiler are hidden in it too. */
function hideInDraft(draft: DraftClaim, written: DraftClaim, context: ProofContext): DraftClaim {
  const { before } = draft;
  return {
    ...hideParaphrase(draft, written.text, findExisting(draft, context), context),
    before:
      before && hideParaphrase(before, written.before?.text ?? '', findExisting(before, context), context),
  };
}

/** The citations as written; the proof later keeps one per position. */
function toCitations(list: readonly DraftEvidence[]): readonly Citation[] {
  return list.map(({ position, quote }) => ({
    position,
    quote: quote === '' ? null : { start: 0, end: 0, text: quote },
  }));
}

function reject(
  text: string,
  reasons: readonly RejectionReason[],
  draft: DraftClaim | null,
  citations: readonly Citation[],
): Verdict {
  return { ok: false, rejected: { text, reasons, draft, citations } };
}

/** The messages that a rejected draft cites, if they exist. */
function findExisting(
  { evidence }: Pick<DraftClaim, 'evidence'>,
  context: ProofContext,
): readonly Citation[] {
  const existing = toCitations(evidence).flatMap(({ position, quote }): Citation[] => {
    const message = messageAt(context.evidence, position);
    if (!message) return [];
    return [{ position, quote: quote && findQuote(message, quote.text) }];
  });
  return withUniquePositions(existing);
}

type Parts = Pick<DraftClaim, 'text'> & Partial<Pick<DraftClaim, 'topic' | 'due'>>;

/** Hides the words of spoilers in the cited messages if a draft repeats them. */
function hideRepetitions(draft: DraftClaim, { evidence }: ProofContext): DraftClaim {
  const { before } = draft;
  const hidden = [...draft.evidence, ...(before?.evidence ?? [])].flatMap(({ position }) =>
    listSpoilers(messageAt(evidence, position)?.text ?? ''),
  );
  if (hidden.length === 0) return draft;
  return {
    ...draft,
    text: hideRepeatedSpoilers(draft.text, hidden),
    before: before && { ...before, text: hideRepeatedSpoilers(before.text, hidden) },
  };
}

/**
 * Hides a whole claim if the words that it cites are a spoiler or include one, because it may paraphrase them. A claim
 * that the engine marked itself stays as it is. Its topic is removed, because topics are shown without a click.
 *
 * @param written The text as the engine wrote it.
 */
function hideParaphrase<Claim extends Parts>(
  claim: Claim,
  written: string,
  citations: readonly Citation[],
  context: ProofContext,
): Claim {
  if (!isParaphrase(claim.text, written, citations, context)) return claim;
  const hidden = { ...claim, text: hideText(claim.text) };
  return 'due' in claim ? { ...hidden, topic: null, due: claim.due && hideText(claim.due) } : hidden;
}

function isParaphrase(
  text: string,
  written: string,
  citations: readonly Citation[],
  { evidence }: ProofContext,
): boolean {
  const cited = citations.map(
    ({ position, quote }) => quote?.text ?? messageAt(evidence, position)?.text ?? '',
  );
  if (!cited.some(hasSpoiler) || hasSpoiler(written) || hasSpoiler(markSpoilers(written))) return false;
  // Repetitions are marked already, which is enough unless the cited words are all hidden.
  return !hasSpoiler(text) || cited.some(isAllSpoiler);
}
