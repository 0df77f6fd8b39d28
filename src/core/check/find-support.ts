import type { DraftEvidence } from '../claims/draft.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toSentences } from '../select/sentences.ts';
import { rankSources, type SourceIndex } from './source-index.ts';

/** Messages that a statement may rest on, with their words, and the share of its terms that they hold, 0..1. */
export type Support = { readonly evidence: readonly DraftEvidence[]; readonly covered: number };

const looked = 16;
const mostSources = 3;
/** Another message is cited where it adds this share. */
const worthCiting = 0.12;
const longestQuote = 240;

/** The messages that together hold most of a statement, each read with what it answers; none where nobody says any of it. */
export function findSupport(text: string, index: SourceIndex): Support {
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

/** The messages that somebody says a statement rests on; a position without a message stays, for the proofs to refuse. */
export function toGivenSupport(text: string, positions: readonly number[], index: SourceIndex): Support {
  const wanted = index.readTerms(text);
  const messages = positions.flatMap(position => messageAt(index.evidence, position) ?? []);
  const { covered, evidence } = toSupport(wanted, messages, index);
  const missing = positions.filter(position => !messageAt(index.evidence, position));
  return { covered, evidence: [...evidence, ...missing.map(position => ({ position, quote: '' }))] };
}

/** With what the chosen messages answer, where that adds a term, and what the people whom the statement names answered to them. */
function withAnswers(
  text: string,
  wanted: readonly string[],
  chosen: readonly EvidenceMessage[],
  index: SourceIndex,
): readonly EvidenceMessage[] {
  const { evidence, answered, people, terms } = index;
  const named = new Set(people.findNames(text).flatMap(({ ids }) => [...ids]));
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
): Support {
  return {
    evidence: messages.map(message => ({
      position: message.position,
      quote: toQuote(message, wanted, index),
    })),
    covered: measureCoverage(wanted, messages, index),
  };
}

/** How much of the terms messages and what they answer hold, 0..1, each term weighed by how rare it is. */
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

/** The sentence that shares most with the statement; the whole message is cited where that is too long to be shown. */
function toQuote({ text }: EvidenceMessage, wanted: readonly string[], { terms }: SourceIndex): string {
  const shared = (words: string) => new Set(terms.read(words).filter(term => wanted.includes(term))).size;
  const sentences = toSentences(text).map(({ start, end }) => text.slice(start, end));
  const [best = ''] = sentences.sort((a, b) => shared(b) - shared(a));
  return best.length <= longestQuote ? best : '';
}
