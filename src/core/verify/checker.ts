import { type Citation, type Finding, toPlainClaim, type VerifiedClaim } from '../claims/claim.ts';
import type { DraftEvidence } from '../claims/draft.ts';
import type { Problem } from '../claims/problem.ts';
import type { NotFoundReason } from '../claims/summary.ts';
import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { toLanguages } from '../select/languages.ts';
import { toSentences } from '../select/sentences.ts';
import { type Hit, scoreSurroundings, type TermIndex, toTermIndex } from '../select/term-index.ts';
import { withChanges } from './judged-claim.ts';
import { type ContextOptions, type ProofContext, toContext } from './proof.ts';
import { readValues } from './read-values.ts';
import { toPlainStatement } from './statements.ts';
import { createVerifier } from './verifier.ts';

/** A statement from outside about a conversation, with the positions that it cites, if it cites any. */
export type StatementInput = {
  readonly text: string;
  readonly positions?: readonly number[];
  /** Why it could not be read. */
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
      const findings = [...toRefused(own, other.claim), ...other.claim.findings];
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

/** Messages that may support a statement, with a quote each, and the share of its terms that they contain, 0..1. */
type FoundSupport = { readonly evidence: readonly DraftEvidence[]; readonly covered: number };

const looked = 16;
const mostSources = 3;
/** The smallest share of terms that another cited message must add. */
const worthCiting = 0.12;
const longestQuote = 240;

/**
 * The messages that together contain most of a statement's terms, each read with the message it answers; none if no
 * message contains any.
 */
function findSupport(text: string, index: SourceIndex): FoundSupport {
  const wanted = index.readTerms(text);
  const ranked = rankSources(text, index)
    .slice(0, looked)
    .flatMap(({ position }) => messageAt(index.evidence, position) ?? [])
    .filter(({ context }) => !context);
  const chosen: EvidenceMessage[] = [];
  let covered = 0;
  while (chosen.length < mostSources) {
    const least = covered + (chosen.length === 0 ? 0 : worthCiting);
    const [best] = ranked
      .filter(message => !chosen.includes(message))
      .map(message => ({ message, share: measureCoverage(wanted, [...chosen, message], index) }))
      .filter(({ share }) => share > least)
      .sort((a, b) => b.share - a.share);
    if (!best) break;
    chosen.push(best.message);
    covered = best.share;
  }
  return toSupport(wanted, withAnswers(text, wanted, chosen, index), index);
}

/** The given positions as evidence; a position without a message is included, so that the proofs reject it. */
function toGivenSupport(text: string, positions: readonly number[], index: SourceIndex): FoundSupport {
  const wanted = index.readTerms(text);
  const messages = positions.flatMap(position => messageAt(index.evidence, position) ?? []);
  const { covered, evidence } = toSupport(wanted, messages, index);
  const missing = positions.filter(position => !messageAt(index.evidence, position));
  return { covered, evidence: [...evidence, ...missing.map(position => ({ position, quote: '' }))] };
}

/**
 * Adds the messages that the chosen ones answer, if they add a term, and answers to the chosen ones by people named in
 * the statement.
 */
function withAnswers(
  text: string,
  wanted: readonly string[],
  chosen: readonly EvidenceMessage[],
  index: SourceIndex,
): readonly EvidenceMessage[] {
  const { evidence, answered, people, terms } = index;
  const named = people.findNamed(text);
  const positions = new Set(chosen.map(({ position }) => position));
  const said = new Set(chosen.flatMap(({ position }) => [...terms.termsAt(position)]));
  const isAdding = ({ position }: EvidenceMessage) =>
    wanted.some(term => !said.has(term) && terms.termsAt(position).has(term));
  const parents = chosen
    .flatMap(({ position }) => messageAt(evidence, answered.get(position) ?? 0) ?? [])
    .filter(isAdding);
  const answers = [...answered]
    .filter(([, question]) => positions.has(question))
    .flatMap(([answer]) => messageAt(evidence, answer) ?? [])
    .filter(({ author }) => named.has(author.id) && !chosen.some(each => each.author.id === author.id));
  return [...new Set([...chosen, ...answers, ...parents])]
    .slice(0, mostSources)
    .sort((a, b) => a.position - b.position);
}

function toSupport(
  wanted: readonly string[],
  messages: readonly EvidenceMessage[],
  index: SourceIndex,
): FoundSupport {
  return {
    evidence: messages.map(message => ({
      position: message.position,
      quote: toQuote(message, wanted, index),
    })),
    covered: measureCoverage(wanted, messages, index),
  };
}

/** The share of the terms that messages and the ones they answer contain, 0..1; rare terms weigh more. */
function measureCoverage(
  wanted: readonly string[],
  messages: readonly EvidenceMessage[],
  { terms, answered }: SourceIndex,
): number {
  const positions = messages.flatMap(({ position }) => [position, answered.get(position) ?? position]);
  const isHeld = (term: string) => positions.some(position => terms.termsAt(position).has(term));
  const weigh = (list: readonly string[]) => list.reduce((sum, term) => sum + terms.weigh(term), 0);
  return weigh(wanted.filter(isHeld)) / (weigh(wanted) || 1);
}

/** The sentence that shares most terms with the statement; empty, for the whole message, if that sentence is too long. */
function toQuote({ text }: EvidenceMessage, wanted: readonly string[], { terms }: SourceIndex): string {
  const shared = (words: string) => new Set(terms.read(words).filter(term => wanted.includes(term))).size;
  const sentences = toSentences(text).map(({ start, end }) => text.slice(start, end));
  const [best = ''] = sentences.sort((a, b) => shared(b) - shared(a));
  return best.length <= longestQuote ? best : '';
}

/** The messages most like a statement, as citations. */
function toNearest(text: string, index: SourceIndex): readonly Citation[] {
  return rankSources(text, index)
    .filter(({ position }) => messageAt(index.evidence, position)?.context === false)
    .slice(0, mostSources)
    .map(({ position }) => ({ position, quote: null }));
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

/** A conversation, indexed for finding the messages behind a statement. */
export type SourceIndex = Pick<ProofContext, 'evidence' | 'people'> & {
  readonly terms: TermIndex;
  /** The position that each position answers: by reply, or by a short message right after another person's. */
  readonly answered: ReadonlyMap<number, number>;
  /** The terms of a text without the names of participants. */
  readonly readTerms: (text: string) => readonly string[];
};

export function createSourceIndex(evidence: Evidence, options: ContextOptions = {}): SourceIndex {
  const { languages = toLanguages(evidence) } = options;
  const { replies, people } = toContext(evidence, { ...options, languages });
  const terms = toTermIndex(evidence, languages);
  const names = new Set(evidence.messages.flatMap(({ author }) => terms.read(author.name)));
  return {
    evidence,
    people,
    terms,
    answered: toAnswered(evidence, replies, terms),
    readTerms: text => [...new Set(terms.read(text))].filter(term => !names.has(term)),
  };
}

/** A message with at most this many terms only makes sense together with the one before it. */
const fewTerms = 2;

function toAnswered(
  { messages }: Evidence,
  replies: ReadonlyMap<number, number>,
  { termsAt }: TermIndex,
): ReadonlyMap<number, number> {
  const answered = new Map(replies);
  for (const [index, message] of messages.entries()) {
    const { position, author } = message;
    const before = messages[index - 1];
    const isNext = before && before.author.id !== author.id && toPlaceId(before) === toPlaceId(message);
    if (isNext && !answered.has(position) && termsAt(position).size <= fewTerms)
      answered.set(position, before.position);
  }
  return answered;
}

/** The weight of the surrounding messages; a message's own words weigh 1. */
const aroundShare = 2.5;
const byAuthor = 1.5;

/**
 * The messages that may support a statement, best first: BM25 over its terms in each message and in the surrounding ones,
 * with a preference for people named in the statement.
 */
export function rankSources(
  text: string,
  { evidence, terms, people, readTerms }: SourceIndex,
): readonly Hit[] {
  const wanted = readTerms(text);
  const weights = new Map(wanted.map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, terms);
  const named = people.findNamed(text);
  return [...terms.score(wanted)]
    .map(([position, score]): Hit => {
      const favor = named.has(messageAt(evidence, position)?.author.id ?? '') ? byAuthor : 1;
      return { position, score: (score + aroundShare * (around[position] ?? 0)) * favor };
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
}

/**
 * Turns a checked statement whose proofs failed into a claim that needs clarification, with the most similar messages.
 * Null if none of them is a person's. Never used for an engine's claims.
 */
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
