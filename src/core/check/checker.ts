import type { Finding, VerifiedClaim } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import type { NotFoundReason } from '../claims/summary/summary.ts';
import type { Evidence } from '../conversation/evidence.ts';
import { toLanguages } from '../select/languages.ts';
import type { ContextOptions } from '../verify/proofs/context.ts';
import { readValues } from '../verify/proofs/values/read-values.ts';
import { toUnprovenClaim } from '../verify/unproven-claim.ts';
import { createVerifier } from '../verify/verifier.ts';
import { withChanges } from '../verify/with-changes.ts';
import { type FoundSupport, findSupport, toGivenSupport } from './find-support.ts';
import { toPlainStatement } from './markers.ts';
import { createSourceIndex } from './source-index.ts';

/** A statement from outside about a conversation, with the positions that it cites, if it cites any. */
export type StatementInput = {
  readonly text: string;
  readonly positions?: readonly number[];
  /** Why it could not be read. */
  readonly problem?: Problem;
};

/** A statement as a claim with the messages found for it, or the reason why none were found. */
export type CheckOutcome =
  | { readonly found: true; readonly claim: VerifiedClaim }
  | {
      readonly found: false;
      readonly text: string;
      readonly reason: NotFoundReason;
      readonly findings: readonly Finding[];
    };

type Checker = { readonly check: (statement: StatementInput) => CheckOutcome };

/** Below this share of a statement's terms, the messages are about something else. */
const fewestCovered = 0.3;

/**
 * Finds the messages behind statements and runs the proofs on them; equal statements are checked once. If the proofs
 * pass, a claim is `sources_found` (`verified` if it only quotes); if they fail, it needs clarification.
 */
export function createChecker(evidence: Evidence, options: ContextOptions = {}): Checker {
  const languages = options.languages ?? toLanguages(evidence);
  const index = createSourceIndex(evidence, { ...options, languages });
  const verifier = createVerifier(evidence, { ...options, languages });
  const cache = new Map<string, CheckOutcome>();

  const prove = (text: string, { evidence: cited }: FoundSupport) => {
    const verdict = verifier.verify({ text, kind: 'fact', evidence: cited });
    if (verdict.ok) return { holds: true, claim: verdict.claim, findings: [] };
    const findings = verdict.rejected.reasons.map(
      ({ check, problem }): Finding => ({ check, outcome: 'fail', problem, effect: 'mark' }),
    );
    return {
      holds: false,
      claim: toUnprovenClaim(text, verdict.rejected.citations, findings, evidence),
      findings,
    };
  };

  const checkStatement = ({ text: said, positions = [], problem }: StatementInput): CheckOutcome => {
    const text = toPlainStatement(said);
    const nothing = (reason: NotFoundReason, findings: readonly Finding[] = []): CheckOutcome => ({
      found: false,
      text,
      reason,
      findings,
    });
    if (problem) return nothing('unreadable', [{ check: 'shape', outcome: 'fail', problem, effect: 'drop' }]);
    if (index.readTerms(text).length === 0 && readValues(text, languages).length === 0)
      return nothing('nothing_to_check');

    const given = positions.length === 0 ? null : toGivenSupport(text, positions, index);
    const own = given && prove(text, given);
    if (given && own?.holds && own.claim && given.covered >= fewestCovered)
      return { found: true, claim: own.claim };
    const support = findSupport(text, index);
    const other = support.covered < fewestCovered ? null : prove(text, support);
    if (own && other?.holds && other.claim) {
      const findings = [...toRefused(own, other.claim), ...other.claim.findings];
      return { found: true, claim: withChanges(other.claim, { citationReplaced: true, findings }) };
    }
    const claim = own?.holds ? other?.claim : (own?.claim ?? other?.claim);
    return claim ? { found: true, claim } : nothing('nothing_similar', own?.findings);
  };

  return {
    check: statement => {
      const key = JSON.stringify([statement.text, statement.positions, statement.problem]);
      const outcome = cache.get(key) ?? checkStatement(statement);
      cache.set(key, outcome);
      return outcome;
    },
  };
}

/** Why given citations were replaced: their proofs failed, or other messages cover more of the statement. */
function toRefused(
  own: { readonly findings: readonly Finding[] },
  better: VerifiedClaim,
): readonly Finding[] {
  if (own.findings.length > 0) return own.findings.map(finding => ({ ...finding, effect: 'uncite' }));
  return better.citations.slice(0, 1).map(({ position }) => ({
    check: 'citation',
    outcome: 'fail',
    problem: { code: 'better_citation', position },
    effect: 'uncite',
  }));
}
