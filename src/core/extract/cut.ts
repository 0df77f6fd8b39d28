import { hasBracketedNumber } from '../claims/draft.ts';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import { type Span, toSentences } from '../select/sentences.ts';
import { toOwnWords } from './scene.ts';

/** Longer quotes are not read; the message itself is one press away. */
const maxQuoteLength = 220;

/** What makes one sentence of a message worth more than another. */
export type Worth = (words: string) => number;

/**
 * Cuts the words of a message that are worth quoting: all of a short one, else the run of whole sentences
 * that is worth most; a single sentence that is too long is cut at a word. Null where nothing can be quoted.
 */
export function cutQuote(message: EvidenceMessage, worth: Worth): Span | null {
  const sentences = toQuotable(message.text);
  let best: Span | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < sentences.length; from++) {
    const first = sentences[from];
    if (!first) continue;
    let sum = 0;
    for (let to = from; to < sentences.length; to++) {
      const last = sentences[to];
      if (!last || (to > from && last.end - first.start > maxQuoteLength)) break;
      // Sentences that were left out between two others would be quoted with them.
      if (to > from && message.text.slice(sentences[to - 1]?.end ?? 0, last.start).trim() !== '') break;
      sum += worth(message.text.slice(last.start, last.end));
      const value = sum / Math.sqrt(to - from + 1) - from * 0.02;
      if (value > most) {
        most = value;
        best = { start: first.start, end: last.end };
      }
    }
  }
  return best && shorten(message.text, best);
}

/** The sentence of a message that shows a cue, or null. */
export function cutSentence(message: EvidenceMessage, shows: (words: string) => boolean): Span | null {
  const span = toQuotable(message.text).find(({ start, end }) => shows(message.text.slice(start, end)));
  return span ? shorten(message.text, span) : null;
}

const fence = /```[\s\S]*?(?:```|$)/g;

function toQuotable(text: string): readonly Span[] {
  const own = toOwnWords(text);
  const fences = text.includes('```')
    ? [...text.matchAll(fence)].map(({ 0: code, index }) => ({ start: index, end: index + code.length }))
    : [];
  return toSentences(text).filter(({ start, end }) => {
    const words = text.slice(start, end);
    return (
      /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) &&
      own.includes(words) &&
      !hasBracketedNumber(words) &&
      !fences.some(code => start < code.end && end > code.start)
    );
  });
}

function shorten(text: string, span: Span): Span {
  if (span.end - span.start <= maxQuoteLength) return span;
  const slice = text.slice(span.start, span.start + maxQuoteLength);
  const atSpace = slice.search(/\s\S*$/);
  const end =
    atSpace > maxQuoteLength / 2 ? atSpace : slice.toWellFormed() === slice ? slice.length : slice.length - 1;
  return { start: span.start, end: span.start + end };
}
