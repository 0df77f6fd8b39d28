import { messageAt } from '../conversation/evidence.ts';
import { scoreSurroundings } from '../select/surroundings.ts';
import type { Hit } from '../select/term-index.ts';
import type { CheckContext } from './check.ts';
import { toTellingTerms } from './coverage.ts';
import { figure } from './known-numbers.ts';

/** What is looked for: a statement, and around it what it belongs to (its question, its topic). */
export type SourceQuery = { readonly text: string; readonly about?: string };

/** How much the words around a statement count beside its own. */
const aboutShare = 0.7;
/** What is said around a message counts so much beside what it says itself. */
const aroundShare = 5;
const byAuthor = 1.5;
const byAuthorAround = 1.25;
const withNumber = 1.15;
/** Two telling words that stand side by side in both say more than each alone; looked at in so many messages. */
const pairShare = 0.5;
const pairedWithin = 100;

/**
 * The messages that a statement may rest on, best first, each with a telling word of it: BM25 over those words and over
 * what is said around each message, with a preference for whoever it names and for the numbers it gives.
 */
export function rankSources({ text, about = '' }: SourceQuery, context: CheckContext): readonly Hit[] {
  const { evidence, terms } = context;
  const own = toTellingTerms(text, context);
  const added = toTellingTerms(about, context).filter(term => !own.includes(term));
  const scores = new Map(terms.score(own));
  for (const [position, score] of terms.score(added)) {
    scores.set(position, (scores.get(position) ?? 0) + aboutShare * score);
  }
  addPairs(text, scores, context);
  const weights = new Map([
    ...own.map(term => [term, 1] as const),
    ...added.map(term => [term, aboutShare] as const),
  ]);
  const around = scoreSurroundings(weights, evidence.messages.length, terms);
  const named = toNamedIds(text, context);
  const namedAround = toNamedIds(about, context);
  const numbers = text.match(figure) ?? [];
  return [...scores]
    .map(([position, score]): Hit => {
      const message = messageAt(evidence, position);
      const author = message?.author.id ?? '';
      const favour = named.has(author) ? byAuthor : namedAround.has(author) ? byAuthorAround : 1;
      const holdsNumber = message !== undefined && numbers.some(number => message.text.includes(number));
      const worth = score + aroundShare * (around[position] ?? 0);
      return { position, score: worth * favour * (holdsNumber ? withNumber : 1) };
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

const longestName = 4;

/** The ids of whoever a text names, in any case; little words and single small letters name nobody. */
function toNamedIds(text: string, { terms, toAuthorIds }: CheckContext): ReadonlySet<string> {
  const words = text.match(/[^\s,;:!?()“”"«»]+/gu) ?? [];
  const ids = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    for (let count = 1; count <= Math.min(longestName, words.length - at); count++) {
      const name = words
        .slice(at, at + count)
        .join(' ')
        .replace(/(?:['’]s?|\.)$/u, '');
      if (!/^\p{Lu}$/u.test(name) && terms.read(name).length === 0) continue;
      for (const id of toAuthorIds(name)) ids.add(id);
    }
  }
  return ids;
}
