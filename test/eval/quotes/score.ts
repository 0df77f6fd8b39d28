import type { Summary } from '../../../src/core/claims/summary.ts';
import { toSpeakerName } from '../../../src/core/conversation/text.ts';
import { createTermReader } from '../../../src/core/select/languages.ts';
import type { HumanTalk } from './talks.ts';

/** A quote as somebody reads it: its line, and the messages it cites. */
export type ReadQuote = {
  readonly text: string;
  readonly cites: readonly { readonly position: number; readonly quote: string | null }[];
};

export function toReadQuotes({ claims, footnotes }: Summary): readonly ReadQuote[] {
  const positions = new Map(footnotes.map(({ number, position }) => [number, position]));
  return claims.map(({ text, references, more }) => ({
    text,
    cites: [
      ...references.map(({ footnote, quote }) => ({ position: positions.get(footnote) ?? 0, quote })),
      ...more,
    ].map(({ position, quote }) => ({ position, quote: quote?.text ?? null })),
  }));
}

/** Sums over the sentences that people wrote: how many are touched and reached, and how much of them is told. */
export type Reach = {
  quotes: number;
  sentences: number;
  touched: number;
  reached: number;
  /** The share of their content words that is told, 0..1 each. */
  words: number;
};

/** A sentence is reached by quotes out of its messages that tell this share of its content words. */
const reachedFrom = 0.3;

export function addReach(reach: Reach, talk: HumanTalk, quotes: readonly ReadQuote[]): void {
  const reader = createReader(talk);
  const read = quotes.flatMap(quote => {
    const positions = findQuoted(talk, quote);
    return positions === null ? [] : [{ positions, terms: reader.read(quote.text) }];
  });
  reach.quotes += quotes.length;
  for (const { text, span } of talk.sentences) {
    const near = read.filter(({ positions }) => !positions.isDisjointFrom(span));
    const told = reader.share(reader.read(text), new Set(near.flatMap(({ terms }) => [...terms])));
    reach.sentences += 1;
    if (near.length > 0) reach.touched += 1;
    if (near.length > 0 && told >= reachedFrom) reach.reached += 1;
    reach.words += told;
  }
}

function toPlain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The messages quoted, where a line says only who wrote what and that is so; asks none of our own checks. */
export function findQuoted({ scene }: HumanTalk, { text, cites }: ReadQuote): ReadonlySet<number> | null {
  let rest = toPlain(text);
  const quoted = new Set<number>();
  let last: string | null = null;
  for (const { position, quote } of cites) {
    const message = scene.evidence.messages[position - 1];
    if (!message || quote === null || !toPlain(message.text).includes(toPlain(quote))) continue;
    const words = toPlain(quote);
    const said = `${toPlain(toSpeakerName(message.author.name))}: `;
    // Who goes on is not named again.
    const leads = last === message.author.id ? [said, ''] : [said];
    const whole = leads.flatMap(lead =>
      ['', '… '].flatMap(before => ['', '…', ' …'].map(after => `${lead}“${before}${words}${after}”`)),
    );
    const found = whole.find(each => rest.includes(each));
    if (found === undefined) continue;
    rest = rest.replace(found, () => '');
    quoted.add(position);
    last = message.author.id;
  }
  return quoted.size > 0 && rest.replaceAll('→', '').trim() === '' ? quoted : null;
}

type TermShares = {
  readonly read: (text: string) => ReadonlySet<string>;
  /** How much of the first the second holds, 0..1, rare words counting more. */
  readonly share: (wanted: ReadonlySet<string>, told: ReadonlySet<string>) => number;
};

const readers = new WeakMap<HumanTalk, TermShares>();

/** Reads the content words of texts about a conversation, the names of those who wrote in it aside. */
function createReader(talk: HumanTalk): TermShares {
  const known = readers.get(talk);
  if (known) return known;
  const { evidence, languages, people } = talk.scene;
  const terms = createTermReader(languages);
  const names = new Set(people.flatMap(terms));
  const counts = new Map<string, number>();
  for (const { text } of evidence.messages) {
    for (const term of new Set(terms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weigh = (set: ReadonlySet<string>) =>
    [...set].reduce((sum, term) => sum + Math.log(1 + evidence.messages.length / (counts.get(term) ?? 1)), 0);
  const made: TermShares = {
    read: text => new Set(terms(text).filter(term => !names.has(term))),
    share: (wanted, told) => weigh(wanted.intersection(told)) / (weigh(wanted) || 1),
  };
  readers.set(talk, made);
  return made;
}
