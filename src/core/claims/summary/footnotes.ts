import type { Quote } from '../claim.ts';
import type { Footnote, ListedMessage, Reference, Support } from './summary.ts';

/** The most citations that a claim shows; further ones are counted and listed. */
export const maxShownCitations = 3;

/** Numbers messages 1..k by first appearance, in the order in which claims cite them. */
type Footnotes = {
  /** The first citations get numbers, the others are only listed. */
  readonly cite: (cited: readonly ListedMessage[]) => Support;
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
    cite: cited => {
      const shown = cited.slice(0, maxShownCitations).sort((a, b) => a.position - b.position);
      return {
        references: shown.map(toReference).sort((a, b) => a.footnote - b.footnote),
        more: cited.slice(maxShownCitations),
      };
    },
    all: () => notes,
  };
}
