import type { Summary } from '../../../core/claims/summary.ts';
import { findQuotations, toInnerQuote } from '../../../core/verify/quotes.ts';
import { toShownLine } from '../shown.ts';
import { toSnippet } from '../snippet.ts';

/**
 * The footnotes whose quotes a claim already shows, so that a list of sources below need not repeat them. A
 * paraphrasing claim keeps its sources in full, unless it quotes all of the words.
 */
export function findRepeatedQuotes(summary: Summary): ReadonlySet<number> {
  const isQuoteOnly = summary.engine.name === 'extractive' && summary.checked === undefined;
  const repeated = new Set<number>();
  for (const { text, references, before } of summary.claims) {
    for (const { text: shown, references: cited } of [{ text, references }, ...(before ? [before] : [])]) {
      const quotations = findQuotations(toShownLine(shown)).map(({ words }) => words);
      for (const { footnote, quote } of cited) {
        const note = summary.footnotes[footnote - 1];
        if (!note) continue;
        const needed = isQuoteOnly && quote ? toShownLine(quote.text) : toSnippet(note, quote);
        const words = toInnerQuote(needed);
        if (words !== '' && quotations.some(each => each.includes(words))) repeated.add(footnote);
      }
    }
  }
  return repeated;
}
