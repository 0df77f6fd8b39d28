import type {
  CheckName,
  Citation,
  ClaimStatus,
  Finding,
  RejectedClaim,
  VerifiedClaim,
} from '../claims/claim.ts';
import { type DraftEvidence, parseDraftClaim } from '../claims/draft.ts';
import type { Evidence } from '../conversation/evidence.ts';
import type { Candidate, CheckContext } from './check.ts';
import { checks } from './checks.ts';
import { type ContextOptions, toContext } from './context.ts';
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
      if (!parsed.ok) return reject(parsed.text, [parsed.reason]);
      const { draft, repairs } = parsed;
      const repaired = repairs.map(
        (words): Finding => ({ check: 'shape', outcome: 'fail', words, effect: 'repair' }),
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
      if (main.dropped) return reject(draft.text, main.reasons);

      const { citations, ...body } = main.candidate;
      const before = draft.before && verifyBefore(draft.before, main.candidate, context);
      if (before && !before.ok) return reject(draft.text, before.reasons);
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

function reject(text: string, reasons: readonly string[]): Verdict {
  return { ok: false, rejected: { text, reasons } };
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
    return { ok: false as const, reasons: result.reasons.map(reason => `before: ${reason}`) };
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
        words: `message ${position} is cited twice`,
        effect: 'uncite',
      });
    if (!known || known.quote === null) byPosition.set(position, citation);
  }
  return [...byPosition.values()];
}

type CheckedClaim =
  | { readonly dropped: true; readonly by: CheckName; readonly reasons: readonly string[] }
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
    ? { check: first.by, words: first.reasons[0] ?? first.by }
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
    ...(failed.words && { words: failed.words }),
    effect: 'uncite',
  };
  return { ...result, findings: [replaced, ...result.findings] };
}

function runChecks(candidate: Candidate, context: CheckContext): CheckedClaim {
  const findings: Finding[] = [];
  let current = candidate;
  for (const check of checks) {
    const { outcome, words, effect, removed = [], revised } = check.run(current, context);
    for (const each of removed) {
      findings.push({ check: check.name, outcome: 'fail', words: each, effect: 'uncite' });
    }
    current = revised ?? current;
    const applied = outcome === 'fail' ? (effect ?? check.onFailure) : undefined;
    if (applied === 'drop') {
      const reasons = [...new Set([words ?? check.name, ...removed])].map(each => `${check.name}: ${each}`);
      return { dropped: true, by: check.name, reasons };
    }
    findings.push({
      check: check.name,
      outcome,
      ...(words && { words }),
      ...(applied && { effect: applied }),
    });
  }
  return { dropped: false, candidate: current, findings };
}
