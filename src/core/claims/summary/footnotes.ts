import type { Quote } from '../claim.ts';
import type { Footnote, ListedMessage, Reference, Support } from './summary.ts';

/** The most citations that a claim shows; further ones are counted and listed. */
export const maxShownCitations = 3;
/** Of a claim under a matter: a linked marker takes about 96 characters of the 6,000 that Discord shows at once. */
const mostOfMatterClaim = 2;
/** Of all claims under matters together, unless there are more claims. */
const mostMarkers = 30;

/** How many of its citations each claim under matters shows: one each, then second ones in reading order. */
export function toShownCounts(citations: readonly number[]): readonly number[] {
  let left = mostMarkers - citations.length;
  return citations.map(count => {
    const further = Math.max(0, Math.min(count - 1, mostOfMatterClaim - 1, left));
    left -= further;
    return 1 + further;
  });
}

/** Numbers messages 1..k by first appearance, in the order in which claims cite them. */
type Footnotes = {
  /** The first citations get numbers, the others are only listed. */
  readonly cite: (cited: readonly ListedMessage[], most?: number) => Support;
  readonly all: () => readonly Footnote[];
};

export function createFootnotes(): Footnotes {
  const numbers = new Map<string, number>();
  const notes: (Footnote & { readonly quotes: Quote[] })[] = [];

  const toReference = ({ quote, ...message }: ListedMessage): Reference => {
    let number = numbers.get(message.messageId);
    if (number === undefined) {
      number = notes.length + 1;
      numbers.set(message.messageId, number);
      notes.push({ ...message, number, quotes: [] });
    }
    const quotes = notes[number - 1]?.quotes;
    if (quote && !quotes?.some(({ start, end }) => start === quote.start && end === quote.end))
      quotes?.push(quote);
    return { footnote: number, quote };
  };

  return {
    cite: (cited, most = maxShownCitations) => {
      const shown = cited.slice(0, most).sort((a, b) => a.position - b.position);
      return {
        references: shown.map(toReference).sort((a, b) => a.footnote - b.footnote),
        more: cited.slice(most),
      };
    },
    all: () => notes,
  };
}
