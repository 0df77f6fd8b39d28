import type { Finding, VerifiedClaim } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import { readCredits } from '../verify/attribution.ts';
import type { CheckContext } from '../verify/check.ts';
import { measureHeld, toTellingTerms } from '../verify/coverage.ts';
import { toMarkedClaim, toMarkedFindings } from '../verify/marked.ts';
import { retell } from '../verify/retell.ts';
import { isTranslated } from '../verify/translated.ts';
import type { Verifier } from '../verify/verifier.ts';
import { findMiscredited } from './credit.ts';
import { saysDecided } from './decided.ts';
import { isDenied } from './denial.ts';
import { type Likeness, measureLikeness } from './likeness.ts';
import type { Support } from './support.ts';

/** What came of verifying a statement on one choice of messages. */
export type Trial = {
  /** Verification holds, and the messages hold enough of the statement. */
  readonly holds: boolean;
  readonly covered: number;
  /** Null where no message that a person wrote is left. */
  readonly claim: VerifiedClaim | null;
  /** What did not hold. */
  readonly failures: readonly Finding[];
};

/**
 * A statement is verified only where one message, with what stands around it, holds so much of what it says: words
 * gathered from many may be of different matters. Measured on labelled sentences of summaries (`npm run eval check`).
 */
const mostlyHeld = 0.6;
/**
 * Where it can be told who does what, the share that one message holds and the share of pairs of words that stand in one
 * place make up for each other.
 */
const heldAndAlike = 1;
/** From this share on, what is said with a person stands there with another. */
const otherPerson = 0.5;
/** Fewer telling words must all be there. */
const fewTerms = 3;
const wholly = 0.95;

/** Verifies a statement on these messages, as a decision where it says that it is one. */
export function tryOut(text: string, support: Support, context: CheckContext, verifier: Verifier): Trial {
  const verdict = verifier.verify({
    text,
    kind: saysDecided(text) ? 'decision' : 'fact',
    evidence: support.sources,
  });
  if (!verdict.ok) {
    const { reasons } = verdict.rejected;
    return {
      holds: false,
      covered: support.covered,
      claim: toMarkedClaim(text, support.sources, reasons, context.evidence),
      failures: toMarkedFindings(reasons),
    };
  }
  const { claim } = verdict;
  const telling = toTellingTerms(claim.text, context);
  const positions = claim.citations.map(({ position }) => position);
  const covered = measureHeld(telling, positions, context);
  const doubts = claim.findings.filter(({ effect }) => effect === 'mark' || effect === 'relabel');
  if (doubts.length === 0) {
    const miscredited = findMiscredited(claim.text, positions, context);
    if (isTranslated(text, context)) doubts.push(doubt({ code: 'incomparable' }));
    else if (miscredited !== null) doubts.push(doubt({ code: 'miscredited', name: miscredited }, 'author'));
    else if (isDenied(claim.text, positions, context)) doubts.push(doubt({ code: 'denied' }, 'modality'));
    else doubts.push(...compare(claim.text, telling, positions, context));
  }
  const isDoubted = doubts.length > 0;
  return {
    holds: !isDoubted,
    covered,
    claim: retell(claim, {
      ...(isDoubted && { status: 'needs_clarification' }),
      findings: withDoubts(claim, doubts),
    }),
    failures: doubts,
  };
}

/** Verbs that credit somebody with a deed or a wish; all others of that kind credit them with words. */
const doing =
  /^(?:will|would|is going|wants?|wanted|plan|gave|gives|provide|found|finds|shared|shares|posted|posts|discover)/u;
/** Of more telling words the pairs stand in more than one place. */
const manyTerms = 10;

/** What speaks against it in how its words stand together, and with whom; what somebody said is put in other words. */
function compare(
  text: string,
  telling: readonly string[],
  positions: readonly number[],
  context: CheckContext,
): readonly Finding[] {
  const credits = readCredits(text, context);
  const isReport = credits.some(({ verb }) => !doing.test(verb));
  const likeness = isReport ? null : measureLikeness(text, positions, context);
  if (likeness && likeness.wrongly !== null && likeness.misplaced >= otherPerson)
    return [doubt({ code: 'miscredited', name: likeness.wrongly }, 'author')];
  const comparable = telling.length < manyTerms ? likeness : null;
  return isHeld(telling, positions, comparable, context) ? [] : [doubt({ code: 'held_in_part' })];
}

function isHeld(
  telling: readonly string[],
  positions: readonly number[],
  likeness: Likeness | null,
  context: CheckContext,
): boolean {
  const most = Math.max(0, ...positions.map(position => measureHeld(telling, [position], context)));
  if (likeness) return most + likeness.alike >= heldAndAlike;
  if (telling.length < fewTerms) return measureHeld(telling, positions, context) >= wholly;
  return most >= mostlyHeld;
}

function doubt(problem: Problem, check: Finding['check'] = 'relevance'): Finding {
  return { check, outcome: 'fail', problem, effect: 'mark' };
}

/** What only changed the kind marks here: a statement that says it was decided is wrong where it was not. */
function withDoubts({ findings }: VerifiedClaim, doubts: readonly Finding[]): readonly Finding[] {
  const kept = findings.map(
    ({ was: _, ...each }): Finding => (each.effect === 'relabel' ? { ...each, effect: 'mark' } : each),
  );
  return [...kept, ...doubts.filter(each => !findings.includes(each))];
}

/** The trial to tell of: the first that holds, else the one whose messages hold most of the statement, and of those the one with most. */
export function chooseTrial(trials: readonly Trial[]): Trial | null {
  const shown = trials.filter(({ claim }) => claim !== null);
  const citations = ({ claim }: Trial) => claim?.citations.length ?? 0;
  const [fullest = null] = shown.toSorted((a, b) => b.covered - a.covered || citations(b) - citations(a));
  return shown.find(({ holds }) => holds) ?? fullest;
}
