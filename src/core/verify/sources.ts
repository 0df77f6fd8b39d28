import { messageAt } from '../conversation/evidence.ts';
import type { Hit } from '../select/term-index.ts';
import { toCreditedNames } from './attribution.ts';
import type { CheckContext } from './check.ts';
import { toTellingTerms } from './coverage.ts';
import { figure } from './known-numbers.ts';

/** What is looked for: a statement, and around it what it belongs to (its question, its topic). */
export type SourceQuery = { readonly text: string; readonly about?: string };

/** How much the words around a statement count beside its own. */
const aboutShare = 0.6;
/** What is said close by speaks for a message too: a share of it, less with each step. */
const nearShare = 0.4;
const reach = 16;
const fade = 8;
const byAuthor = 1.5;
const withNumber = 1.25;
/** Two telling words that stand side by side in both say more than each alone; looked at in so many messages. */
const pairShare = 0.5;
const pairedWithin = 100;

/**
 * The messages that a statement may rest on, best first: BM25 over its telling words, over what is said around each
 * message, with a preference for whoever it credits and for the numbers it names.
 */
export function rankSources({ text, about = '' }: SourceQuery, context: CheckContext): readonly Hit[] {
  const { evidence, terms } = context;
  const own = toTellingTerms(text, context);
  const scores = new Map(terms.score(own));
  const around = toTellingTerms(about, context).filter(term => !own.includes(term));
  for (const [position, score] of terms.score(around)) {
    scores.set(position, (scores.get(position) ?? 0) + aboutShare * score);
  }
  addPairs(text, scores, context);
  const spread = new Float64Array(evidence.messages.length + 1);
  for (const [position, score] of scores) {
    for (let step = 1; step <= reach; step++) {
      const share = score * Math.exp(-step / fade);
      if (position > step) spread[position - step] = (spread[position - step] ?? 0) + share;
      if (position + step < spread.length) spread[position + step] = (spread[position + step] ?? 0) + share;
    }
  }
  const credited = toCreditedNames(text, name => context.toAuthorIds(name).size > 0);
  const ids = new Set(credited.flatMap(name => [...context.toAuthorIds(name)]));
  const numbers = text.match(figure) ?? [];
  return [...scores]
    .map(([position, score]): Hit => {
      const message = messageAt(evidence, position);
      const isTheirs = message !== undefined && ids.has(message.author.id);
      const holdsNumber = message !== undefined && numbers.some(number => message.text.includes(number));
      const worth = score + nearShare * (spread[position] ?? 0);
      return { position, score: worth * (isTheirs ? byAuthor : 1) * (holdsNumber ? withNumber : 1) };
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
}

function addPairs(text: string, scores: Map<number, number>, { terms, background }: CheckContext): void {
  const telling = (term: string) => !background.has(term);
  const wanted = toPairs(terms.read(text).filter(telling));
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, pairedWithin);
  for (const [position, score] of best) {
    let gain = 0;
    for (const pair of toPairs(terms.sequenceAt(position))) {
      if (wanted.has(pair)) gain += pair.split(' ').reduce((sum, term) => sum + terms.rarity(term), 0) / 2;
    }
    if (gain > 0) scores.set(position, score + pairShare * gain);
  }
}

function toPairs(sequence: readonly string[]): ReadonlySet<string> {
  return new Set(
    sequence.slice(1).flatMap((term, at) => {
      const before = sequence[at] ?? '';
      return before === term ? [] : [before < term ? `${before} ${term}` : `${term} ${before}`];
    }),
  );
}
