import type { Citation, Finding, RejectedClaim, VerifiedClaim } from '../claims/claim.ts';
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
import { findNthQuote, proveCitations, withUniquePositions } from './citation-proof.ts';
import {
  type Candidate,
  type ContextOptions,
  type ProofContext,
  type ProofResult,
  toContext,
} from './proof.ts';
import { isQuoteOnly } from './quotes.ts';
import { proveValues } from './values-proof.ts';

/** With the draft as the engine wrote it; null if it is unreadable. */
export type Verdict =
  | { readonly ok: true; readonly claim: VerifiedClaim; readonly draft: DraftClaim }
  | { readonly ok: false; readonly rejected: RejectedClaim; readonly draft: DraftClaim | null };

/** Proves the claims of one evidence. `draft` is unparsed; `byCode`: no model wrote it, so its kind and due date are not made up. */
export type Verifier = { readonly verify: (draft: unknown, byCode?: boolean) => Verdict };

/** A verifier. Claims that consist of quotes become `verified`, others `sources_found`, for the judge to decide. */
export function createVerifier(evidence: Evidence, options: ContextOptions = {}): Verifier {
  const context = toContext(evidence, options);
  return {
    verify: (value, byCode = false) => {
      const parsed = parseDraftClaim(value);
      if (!parsed.ok) {
        const reasons = [{ check: 'shape', problem: parsed.problem }] as const;
        return {
          ok: false,
          rejected: { text: parsed.text, reasons, draft: null, citations: [] },
          draft: null,
        };
      }
      const draft = hideRepetitions(parsed.draft, context);
      const shape: readonly Finding[] = parsed.isMended ? [mended] : [];
      const { evidence: cited, ...rest } = draft;
      const result = runProofs({ ...rest, citations: toCitations(cited), citationReplaced: false }, context);
      if (!result.ok) {
        // Reviewers see a rejected draft, so paraphrases of a spoiler are hidden in it too.
        const existing = findExisting(draft, context);
        const hidden = hideParaphrase(draft, parsed.draft.text, existing, context);
        const reasons = result.problems.map(problem => ({ check: result.check, problem }));
        const rejected = { text: hidden.text, reasons, draft: hidden, citations: existing };
        return { ok: false, rejected, draft: parsed.draft };
      }
      const { candidate } = result;
      const claim: Omit<VerifiedClaim, symbol> = {
        ...hideParaphrase(candidate, parsed.draft.text, candidate.citations, context),
        decision: candidate.kind === 'decision' ? 'decided' : null,
        status: isNothingButQuotes(candidate, byCode, context) ? 'verified' : 'sources_found',
        findings: [...shape, ...result.findings],
      };
      return { ok: true, claim: claim as VerifiedClaim, draft: parsed.draft };
    },
  };
}

const mended: Finding = {
  check: 'shape',
  outcome: 'fail',
  problem: { code: 'mended' },
  effect: 'repair',
};

/** Kinds that add nothing to the words; whether a quotation was a decision is for the judge. */
const neutral: ReadonlySet<ClaimKind> = new Set(['key_point', 'fact', 'link']);

/** Whether a claim adds nothing to its quotes, by its kind or by other fields, unless code chose them. */
function isNothingButQuotes(candidate: Candidate, byCode: boolean, context: ProofContext): boolean {
  const { kind, owner, due, fromPicture } = candidate;
  const isBare = !fromPicture && neutral.has(kind) && owner === null && due === null;
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

function toCitations(list: readonly DraftEvidence[]): readonly Citation[] {
  return list.map(({ position, quote }) => ({
    position,
    quote: quote === '' ? null : { start: 0, end: 0, text: quote },
  }));
}

function findExisting({ evidence }: DraftClaim, context: ProofContext): readonly Citation[] {
  const existing = toCitations(evidence).flatMap(({ position, quote }, index): Citation[] => {
    const message = messageAt(context.evidence, position);
    if (!message) return [];
    return [{ position, quote: quote && findNthQuote(message, quote.text, index) }];
  });
  return withUniquePositions(existing);
}

/** Hides the words of spoilers in the cited messages if a draft repeats them. */
function hideRepetitions(draft: DraftClaim, { evidence }: ProofContext): DraftClaim {
  const hidden = draft.evidence.flatMap(({ position }) =>
    listSpoilers(messageAt(evidence, position)?.text ?? ''),
  );
  return hidden.length === 0 ? draft : { ...draft, text: hideRepeatedSpoilers(draft.text, hidden) };
}

/**
 * Hides a whole claim if the words that it cites are or include a spoiler, because it may paraphrase them; not one that the engine marked.
 * Its topic is removed, because topics are shown without a click. `written` is the text as the engine wrote it.
 */
function hideParaphrase<Claim extends Pick<DraftClaim, 'text' | 'topic' | 'due'>>(
  claim: Claim,
  written: string,
  citations: readonly Citation[],
  context: ProofContext,
): Claim {
  if (!isParaphrase(claim.text, written, citations, context)) return claim;
  return { ...claim, text: hideText(claim.text), topic: null, due: claim.due && hideText(claim.due) };
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
