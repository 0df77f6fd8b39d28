import { messageAt } from '../../conversation/evidence.ts';
import type { ProofContext } from '../proofs/context.ts';
import type { Candidate } from '../proofs/proof.ts';
import { toInnerQuote } from './quotations.ts';

/**
 * One turn, with the words of its quote replaced by the index of its citation: an arrow, a name, marks, and dots where
 * it is cut.
 */
const turn =
  /^(?:\s*→)?\s*(?:@?([^→\ue000]{1,80}?)\s*[:：]\s*)?[“"„«「](?:…\s*)?\ue000(\d+)\ue000(?:\s*…)?[”"“»」]/u;

/**
 * Whether a claim has no wording of its own: it consists of the quotes of its citations, each with or without its
 * author's name before it, as the extractive engine writes them. Quotation marks inside a quote are single.
 */
export function isQuoteOnly({ text, citations }: Candidate, { evidence, people }: ProofContext): boolean {
  let rest = text.replaceAll('\ue000', '');
  const byLength = [...citations.entries()].sort(
    ([, a], [, b]) => (b.quote?.text.length ?? 0) - (a.quote?.text.length ?? 0),
  );
  for (const [index, { quote }] of byLength) {
    const words = quote && toInnerQuote(quote.text);
    if (words) rest = rest.replace(words, () => `\ue000${index}\ue000`);
  }
  let turns = 0;
  for (let match = turn.exec(rest); match !== null; match = turn.exec(rest)) {
    const [whole, name, index] = match;
    const author = messageAt(evidence, citations[Number(index)]?.position ?? 0)?.author;
    if (author === undefined || (name !== undefined && !people.toIds(name).has(author.id))) return false;
    rest = rest.slice(whole.length);
    turns += 1;
  }
  return turns > 0 && rest.trim() === '';
}
