import type { Citation } from '../claims/claim.ts';
import type { DraftEvidence } from '../claims/draft.ts';
import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { toLanguages } from '../select/languages.ts';
import { toSentences } from '../select/sentences.ts';
import { type Hit, scoreSurroundings, type TermIndex, toTermIndex } from '../select/term-index.ts';
import { type ContextOptions, type ProofContext, toContext } from './proof.ts';

/** A conversation, indexed for finding the messages behind a statement. */
export type SourceIndex = Pick<ProofContext, 'evidence' | 'people'> & {
  readonly terms: TermIndex;
  /** The position that each position answers: by reply, or by a short message right after another person's. */
  readonly answered: ReadonlyMap<number, number>;
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

/** The messages that may support a statement, best first: BM25 over each message and those around it; people named in it count more. */
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

/** Messages that may support a statement, with a quote each, and the share of its terms that they contain, 0..1. */
export type FoundSupport = { readonly evidence: readonly DraftEvidence[]; readonly covered: number };

const looked = 16;
const mostSources = 3;
/** The smallest share of terms that another cited message must add. */
const worthCiting = 0.12;
const longestQuote = 240;

/** The messages that together contain most of a statement's terms, each with the one it answers; none if no message contains any. */
export function findSupport(text: string, index: SourceIndex): FoundSupport {
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
export function toGivenSupport(text: string, positions: readonly number[], index: SourceIndex): FoundSupport {
  const wanted = index.readTerms(text);
  const messages = positions.flatMap(position => messageAt(index.evidence, position) ?? []);
  const { covered, evidence } = toSupport(wanted, messages, index);
  const missing = positions.filter(position => !messageAt(index.evidence, position));
  return { covered, evidence: [...evidence, ...missing.map(position => ({ position, quote: '' }))] };
}

/** Adds the messages that the chosen ones answer, if they add a term, and answers to them by people named in the statement. */
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

export function toNearest(text: string, index: SourceIndex): readonly Citation[] {
  return rankSources(text, index)
    .filter(({ position }) => messageAt(index.evidence, position)?.context === false)
    .slice(0, mostSources)
    .map(({ position }) => ({ position, quote: null }));
}
