import { type Citation, type Finding, toPlainClaim, type VerifiedClaim } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import type { NotFoundReason } from '../claims/summary.ts';
import { type Evidence, messageAt } from '../conversation/evidence.ts';
import { toLanguages } from '../select/languages.ts';
import type { Hit } from '../select/term-index.ts';
import { withChanges } from './judged-claim.ts';
import type { ContextOptions } from './proof.ts';
import { readValues } from './read-values.ts';
import {
  createSourceIndex,
  type FoundSupport,
  findSupport,
  rankSources,
  toGivenSupport,
  toNearest,
} from './sources.ts';
import { toPlainStatement } from './statements.ts';
import { createVerifier } from './verifier.ts';

export type StatementInput = {
  readonly text: string;
  readonly positions?: readonly number[];
  readonly problem?: Problem;
};

/** A statement as a claim with the messages found for it, or the reason why none were found. */
export type CheckOutcome = (
  | { readonly found: true; readonly claim: VerifiedClaim }
  | {
      readonly found: false;
      readonly text: string;
      readonly reason: NotFoundReason;
      readonly findings: readonly Finding[];
    }
) & {
  /** What the judge is asked; null where code alone decides. */
  readonly asked?: AskedStatement | null;
};

/** A statement for the judge, with the messages nearest to it. */
export type AskedStatement = Pick<
  VerifiedClaim,
  'kind' | 'text' | 'speakers' | 'owner' | 'due' | 'status' | 'confidence' | 'citations'
> & {
  /** A value of it that code finds in no message. */
  readonly unfound?: string;
  /** The positions that the statement itself cites, where they pass the proofs. */
  readonly given?: readonly number[];
};

export type Checker = {
  readonly check: (statement: StatementInput) => CheckOutcome;
  /** What the judge was asked, as a claim with the messages that it named, if any; null if no person wrote them. */
  readonly cite: (outcome: CheckOutcome, positions: readonly number[]) => VerifiedClaim | null;
};

/** Below this share of a statement's terms, the messages are about something else. */
const fewestCovered = 0.3;

/** Finds the messages behind statements, and proves them: `sources_found` (`verified` if it only quotes), or it needs clarification. */
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
    if (index.readTerms(text).length === 0 && readValues(text, languages).length === 0) {
      const asked = index.people.findNamed(text).size === 0 ? null : toAsked(text, []);
      return { ...nothing('nothing_to_check'), asked };
    }

    const given = positions.length === 0 ? null : toGivenSupport(text, positions, index);
    const own = given && prove(text, given);
    if (given && own?.holds && own.claim && given.covered >= fewestCovered)
      return { found: true, claim: own.claim, asked: { ...own.claim, given: positions } };
    const support = findSupport(text, index);
    const other = support.covered < fewestCovered ? null : prove(text, support);
    if (own && other?.holds && other.claim) {
      const findings = [...toRefused(own, other.claim, rankSources(text, index)), ...other.claim.findings];
      const claim = withChanges(other.claim, { citationReplaced: true, findings });
      return { found: true, claim, asked: claim };
    }
    const claim = own?.holds ? other?.claim : (own?.claim ?? other?.claim);
    if (!claim)
      return { ...nothing('nothing_similar', own?.findings), asked: toAsked(text, toNearest(text, index)) };
    return {
      found: true,
      claim,
      asked: claim.status === 'needs_clarification' ? toAskedAgain(claim) : claim,
    };
  };

  return {
    cite: (outcome, positions) => {
      const { asked } = outcome;
      if (!asked) return null;
      const isProven = outcome.found && outcome.claim.status !== 'needs_clarification';
      if (isProven && positions.length === 0) return outcome.claim;
      const { text, given = [] } = asked;
      const isAdded = given.some(position => positions.includes(position));
      const named = positions.length === 0 ? asked.citations.map(({ position }) => position) : positions;
      const cited = [...new Set([...(isAdded ? given : []), ...named])].sort((a, b) => a - b);
      const { holds, claim } = prove(text, toGivenSupport(text, cited, index));
      if (!claim) return null;
      const findings = holds ? claim.findings : [];
      const [position] = positions;
      if (given.length === 0 || isAdded || position === undefined) return withChanges(claim, { findings });
      const problem = { code: 'judged_citation', position } as const;
      const replaced = { check: 'judge', outcome: 'fail', problem, effect: 'uncite' } as const;
      return withChanges(claim, { citationReplaced: true, findings: [...findings, replaced] });
    },
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
  { citations }: VerifiedClaim,
  ranked: readonly Hit[],
): readonly Finding[] {
  if (own.findings.length > 0) return own.findings.map(finding => ({ ...finding, effect: 'uncite' }));
  const best = ranked.find(({ position }) => citations.some(each => each.position === position));
  if (best === undefined) return [];
  const problem = { code: 'better_citation', position: best.position } as const;
  return [{ check: 'citation', outcome: 'fail', problem, effect: 'uncite' }];
}

/** A statement that only a judge can tell. */
function toAsked(text: string, citations: readonly Citation[], unfound?: string): AskedStatement {
  return {
    ...toPlainClaim(text),
    confidence: 1,
    status: 'sources_found',
    citations,
    ...(unfound !== undefined && { unfound }),
  };
}

/** Problems that may come from the messages which code chose, or from another way to write a value. */
const uncertain: ReadonlySet<Problem['code']> = new Set(['not_by', 'value_not_found', 'literal_not_found']);

/** A statement whose proofs failed, for the judge; null where code is certain. */
function toAskedAgain({ text, citations, findings }: VerifiedClaim): AskedStatement | null {
  const problems = findings.flatMap(({ effect, problem }) => (effect === 'mark' && problem ? [problem] : []));
  if (!problems.every(({ code }) => uncertain.has(code))) return null;
  const [unfound] = problems.flatMap(each => (each.code === 'value_not_found' ? [each.value] : []));
  return toAsked(text, citations, unfound);
}

/** Turns a statement that failed into a claim to clarify, with the most similar messages; null without a person's. Not for engines. */
function toUnprovenClaim(
  text: string,
  citations: readonly Citation[],
  findings: readonly Finding[],
  evidence: Evidence,
): VerifiedClaim | null {
  if (citations.every(({ position }) => messageAt(evidence, position)?.context ?? true)) return null;
  const claim: Omit<VerifiedClaim, symbol> = { ...toPlainClaim(text), confidence: 1, findings, citations };
  return claim as VerifiedClaim;
}
