import type {
  CheckName,
  Citation,
  ClaimStatus,
  Finding,
  RejectedClaim,
  RejectionReason,
  VerifiedClaim,
} from '../claims/claim.ts';
import { type DraftClaim, type DraftEvidence, parseDraftClaim } from '../claims/draft.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';
import type { Candidate, CheckContext } from './check.ts';
import { checks } from './checks.ts';
import { type ContextOptions, toContext } from './context.ts';
import { findQuote } from './quote.ts';
import { findOtherCitations } from './recite.ts';
import { isTranslated } from './translated.ts';

export type Verdict =
  | { readonly ok: true; readonly claim: VerifiedClaim }
  | { readonly ok: false; readonly rejected: RejectedClaim };

/** Verifies claims of one evidence one by one, as they arrive; `draft` is whatever the engine wrote. */
export type Verifier = { readonly verify: (draft: unknown) => Verdict };

export type VerifierOptions = ContextOptions;

export function createVerifier(evidence: Evidence, options: VerifierOptions = {}): Verifier {
  const context = toContext(evidence, options);
  return {
    verify: value => {
      const parsed = parseDraftClaim(value);
      if (!parsed.ok) return reject(parsed.text, [{ check: 'shape', problem: parsed.problem }], null, []);
      const { draft, repairs } = parsed;
      const repaired = repairs.map(
        (what): Finding => ({
          check: 'shape',
          outcome: 'fail',
          problem: { code: 'mended', what },
          effect: 'repair',
        }),
      );
      const candidate: Candidate = {
        ...draft,
        citations: toCitations(draft.evidence, repaired),
        decision: null,
        translated: isTranslated(draft.text, context),
      };
      const first = runChecks(candidate, context);
      const again = recite(candidate, first, context);
      const main = again ?? first;
      if (main.dropped) return reject(draft.text, main.reasons, draft, findExisting(draft, context));

      const { citations, ...body } = main.candidate;
      const before = draft.before && verifyBefore(draft.before, main.candidate, context);
      if (before && !before.ok)
        return reject(draft.text, before.reasons, draft, findExisting(draft, context));
      const findings = [...repaired, ...main.findings, ...(before?.findings ?? [])];
      const status: ClaimStatus = findings.some(({ effect }) => effect === 'mark')
        ? 'needs_clarification'
        : 'verified';
      const { kind, topic, text, speakers, owner, due, decision, confidence } = body;
      const claim: Omit<VerifiedClaim, symbol> = {
        kind,
        topic,
        text,
        speakers,
        owner,
        due,
        decision,
        confidence,
        status,
        recited: again !== null,
        findings,
        citations,
        before: before ? { text: before.text, citations: before.citations } : null,
      };
      return { ok: true, claim: claim as VerifiedClaim };
    },
  };
}

function reject(
  text: string,
  reasons: readonly RejectionReason[],
  draft: DraftClaim | null,
  citations: readonly Citation[],
): Verdict {
  return { ok: false, rejected: { text, reasons, draft, citations } };
}

/** The messages that a draft cites as far as there are any, each once; words that do not stand there count for nothing. */
function findExisting({ evidence }: DraftClaim, context: CheckContext): readonly Citation[] {
  return toCitations(evidence, []).flatMap(({ position, quote }): Citation[] => {
    const message = messageAt(context.evidence, position);
    if (!message) return [];
    const found = quote && findQuote(message.text, quote.text, () => context.normalised(message));
    return [{ position, quote: found }];
  });
}

/** What held before a change is a statement like any other, and passes the same checks or takes its change with it. */
function verifyBefore(
  before: { readonly text: string; readonly evidence: readonly DraftEvidence[] },
  claim: Candidate,
  context: CheckContext,
) {
  const repaired: Finding[] = [];
  const candidate: Candidate = {
    ...claim,
    kind: 'fact',
    text: before.text,
    speakers: [],
    owner: null,
    due: null,
    citations: toCitations(before.evidence, repaired),
  };
  const result = runChecks(candidate, context);
  if (result.dropped)
    return {
      ok: false as const,
      reasons: result.reasons.map(reason => ({ ...reason, before: true as const })),
    };
  return {
    ok: true as const,
    text: before.text,
    citations: result.candidate.citations,
    findings: [...repaired, ...result.findings],
  };
}

/** One citation a position: of several the first that quotes stays. */
function toCitations(list: readonly DraftEvidence[], repaired: Finding[]): readonly Citation[] {
  const byPosition = new Map<number, Citation>();
  for (const { position, quote } of list) {
    const citation = { position, quote: quote === '' ? null : { start: 0, end: 0, text: quote } };
    const known = byPosition.get(position);
    if (known)
      repaired.push({
        check: 'shape',
        outcome: 'fail',
        problem: { code: 'cited_twice', position },
        effect: 'uncite',
      });
    if (!known || known.quote === null) byPosition.set(position, citation);
  }
  return [...byPosition.values()];
}

type CheckedClaim =
  | { readonly dropped: true; readonly reasons: readonly RejectionReason[] }
  | { readonly dropped: false; readonly candidate: Candidate; readonly findings: readonly Finding[] };

/** What may fail only because the wrong message is cited. */
const citable: ReadonlySet<CheckName> = new Set([
  'position',
  'quote',
  'author',
  'specifics',
  'names',
  'relevance',
]);

/** Verifies a claim that failed by its citations once more with better ones; null where that helps nothing. */
function recite(candidate: Candidate, first: CheckedClaim, context: CheckContext) {
  const failed = first.dropped
    ? first.reasons[0]
    : first.findings.find(({ effect, check }) => effect === 'mark' && check !== 'quote');
  if (!failed || !citable.has(failed.check)) return null;
  const isElsewhere = ['position', 'quote', 'relevance'].includes(failed.check);
  const other = findOtherCitations(candidate, isElsewhere ? 'elsewhere' : 'detail', context);
  const result = other && runChecks(other, context);
  if (
    !result ||
    result.dropped ||
    result.findings.some(({ effect }) => effect === 'mark' || effect === 'relabel')
  )
    return null;
  const replaced: Finding = {
    check: failed.check,
    outcome: 'fail',
    ...(failed.problem && { problem: failed.problem }),
    effect: 'uncite',
  };
  return { ...result, findings: [replaced, ...result.findings] };
}

function runChecks(candidate: Candidate, context: CheckContext): CheckedClaim {
  const findings: Finding[] = [];
  let current = candidate;
  for (const check of checks) {
    const was = current.kind;
    const { outcome, problem, effect, removed = [], revised } = check.run(current, context);
    for (const each of removed) {
      findings.push({ check: check.name, outcome: 'fail', problem: each, effect: 'uncite' });
    }
    current = revised ?? current;
    const applied = outcome === 'fail' ? (effect ?? check.onFailure) : undefined;
    if (applied === 'drop') {
      // Where the last citation went, the reason for that is the check's own.
      const problems = new Set([...(problem ? [problem] : []), ...removed]);
      return { dropped: true, reasons: [...problems].map(each => ({ check: check.name, problem: each })) };
    }
    findings.push({
      check: check.name,
      outcome,
      ...(problem && { problem }),
      ...(applied && { effect: applied }),
      ...(applied !== undefined && current.kind !== was && { was }),
    });
  }
  return { dropped: false, candidate: current, findings };
}
