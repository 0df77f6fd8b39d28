import type { Finding, VerifiedClaim } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import type { NotFoundReason } from '../claims/summary.ts';
import type { Evidence } from '../conversation/evidence.ts';
import type { CheckContext } from '../verify/check.ts';
import { type ContextOptions, toContext } from '../verify/context.ts';
import { toTellingTerms } from '../verify/coverage.ts';
import { figure } from '../verify/known-numbers.ts';
import { retell } from '../verify/retell.ts';
import { isTranslated } from '../verify/translated.ts';
import { createVerifier, type Verifier } from '../verify/verifier.ts';
import { toBareWords } from './markers.ts';
import { findSupport, toGivenSupport } from './support.ts';
import { chooseTrial, type Trial, tryOut } from './trial.ts';

/** Something that somebody else says of a conversation, and the messages it says it rests on, where it does. */
export type GivenStatement = {
  readonly text: string;
  readonly positions?: readonly number[];
  /** What keeps it from being read. */
  readonly problem?: Problem;
};

/** What checking made of a statement: a claim that is verified or needs clarification, or why nothing was found. */
export type CheckOutcome =
  | { readonly found: true; readonly claim: VerifiedClaim }
  | {
      readonly found: false;
      readonly text: string;
      readonly reason: NotFoundReason;
      readonly findings: readonly Finding[];
    };

export type Checker = { readonly check: (statement: GivenStatement) => CheckOutcome };

/** Where less of a statement stands anywhere, nothing was found. */
const somewhatCovered = 0.3;
/** Of one in another language only names and numbers can be the same. */
const hardlyCovered = 0.1;

/** Checks statements against one conversation, one by one; equal ones are worked out once. */
export function createChecker(evidence: Evidence, options: ContextOptions = {}): Checker {
  const context = toContext(evidence, options);
  const verifier = createVerifier(evidence, options);
  const kept = new Map<string, CheckOutcome>();
  return {
    check: statement => {
      const key = JSON.stringify([statement.text, statement.positions, statement.problem]);
      const outcome = kept.get(key) ?? checkStatement(statement, context, verifier);
      kept.set(key, outcome);
      return outcome;
    },
  };
}

function checkStatement(
  { text: given, positions = [], problem }: GivenStatement,
  context: CheckContext,
  verifier: Verifier,
): CheckOutcome {
  const text = toBareWords(given);
  const nothing = (reason: NotFoundReason, findings: readonly Finding[] = []): CheckOutcome => ({
    found: false,
    text,
    reason,
    findings,
  });
  if (problem !== undefined)
    return nothing('unreadable', [{ check: 'shape', outcome: 'fail', problem, effect: 'drop' }]);
  if (toTellingTerms(text, context).length === 0 && text.search(figure) < 0)
    return nothing('nothing_to_check');

  const cited =
    positions.length === 0 ? null : tryOut(text, toGivenSupport(text, positions, context), context, verifier);
  if (cited?.holds && cited.claim) return found(cited.claim);
  const translated = isTranslated(text, context);
  const trials = findSupport(text, context)
    .filter(({ covered }) => covered >= (translated ? hardlyCovered : somewhatCovered))
    .map(support => tryOut(text, support, context, verifier))
    .filter(({ failures }) => !translated || failures.every(({ check }) => check === 'relevance'));
  const best = chooseTrial(trials);
  if (cited !== null) {
    const other = replaceCited(cited, best);
    return other ? found(other) : nothing('nothing_similar', cited.failures);
  }
  if (best?.claim) return found(best.claim);
  return nothing(translated ? 'translated' : 'nothing_similar');
}

/** A statement keeps the place that it was given in: kinds, which would sort it, are told by its findings alone. */
function found(claim: VerifiedClaim): CheckOutcome {
  return { found: true, claim: retell(claim, { kind: 'fact', decision: null, owner: null, due: null }) };
}

/** What is shown where the messages that a statement cites do not hold it up: better ones, or why not those. */
function replaceCited(cited: Trial, best: Trial | null): VerifiedClaim | null {
  if (best?.claim && (best.holds || cited.claim === null)) {
    const refused = cited.failures.map(
      ({ was: _, ...each }): Finding => ({ ...each, effect: best.holds ? 'uncite' : 'mark' }),
    );
    return retell(best.claim, { recited: best.holds, findings: [...refused, ...best.claim.findings] });
  }
  return cited.claim;
}
