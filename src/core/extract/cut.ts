import { hasBracketedNumber } from '../conversation/bracketed-numbers.ts';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import { widenToSpoilers } from '../conversation/spoilers.ts';
import { type Span, toSentences } from '../select/sentences.ts';
import { isInsideWord } from '../verify/words.ts';
import { toOwnWords } from './scene.ts';

/** Longer quotes are not read; the message itself is one press away. */
const maxQuoteLength = 240;

/** People say first what matters; each sentence passed over costs this share. */
const laterIsLess = 0.12;

/**
 * Words that, set in our quotation marks, would close them and have somebody else speak: “… on Monday” → Ann: “yes”.
 */
const otherTurn =
  /(?:["“”„«»」』]|→)[^"“”„«»「『→]{0,120}[:：]\s*["“”„«»「『]|["”»」』]\s*→|→[^→]{1,100}[:：]\s/u;

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
      if (otherTurn.test(message.text.slice(first.start, last.end))) break;
      sum += worth(message.text.slice(last.start, last.end));
      const value = (sum / Math.sqrt(to - from + 1)) * (1 - Math.min(0.5, from * laterIsLess));
      if (value > most) {
        most = value;
        best = { start: first.start, end: last.end };
      }
    }
  }
  return best && toWhole(message.text, shorten(message.text, best));
}

/** The sentence of a message that shows a cue, with as many before and after it as fit; null where none does. */
export function cutAround(message: EvidenceMessage, shows: (words: string) => boolean): Span | null {
  const sentences = toQuotable(message.text);
  const at = sentences.findIndex(({ start, end }) => shows(message.text.slice(start, end)));
  let span = sentences[at];
  if (!span) return null;
  for (const neighbour of [...sentences.slice(0, at).reverse(), ...sentences.slice(at + 1)]) {
    const wider: Span = {
      start: Math.min(span.start, neighbour.start),
      end: Math.max(span.end, neighbour.end),
    };
    const gap = neighbour.end <= span.start ? [neighbour.end, span.start] : [span.end, neighbour.start];
    if (wider.end - wider.start > maxQuoteLength || message.text.slice(...gap).trim() !== '') continue;
    if (otherTurn.test(message.text.slice(wider.start, wider.end))) continue;
    span = wider;
  }
  return toWhole(message.text, shorten(message.text, span));
}

/** A quote includes a whole spoiler or none of it. */
function toWhole(text: string, span: Span | null): Span | null {
  return span && widenToSpoilers(text, span);
}

const fence = /```[\s\S]*?(?:```|$)/g;

/** As much of a message is looked through for what to quote as Discord's longest holds. */
const maxSearched = 4_000;

function toQuotable(message: string): readonly Span[] {
  const text = message.slice(0, maxSearched);
  const carried = toCarried(text);
  return toSentences(text).filter(({ start, end }) => {
    const words = text.slice(start, end);
    return (
      /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) &&
      !hasBracketedNumber(words) &&
      !otherTurn.test(words) &&
      !carried.some(span => start < span.end && end > span.start)
    );
  });
}

/** What of a text nobody typed as a sentence: code blocks, and lines that stand for embeds, files and forwards. */
function toCarried(text: string): readonly Span[] {
  const own = toOwnWords(text);
  const fences = text.includes('```')
    ? [...text.matchAll(fence)].map(({ 0: code, index }) => ({ start: index, end: index + code.length }))
    : [];
  if (own === text) return fences;
  const kept = new Set(own.split('\n'));
  let start = 0;
  const lines = text.split('\n').map(line => {
    const span = { start, end: start + line.length, line };
    start += line.length + 1;
    return span;
  });
  return [...fences, ...lines.filter(({ line }) => !kept.has(line))];
}

/** Cuts what is too long at a space; what has none, in a script that needs none, anywhere; else not at all. */
function shorten(text: string, span: Span): Span | null {
  if (span.end - span.start <= maxQuoteLength) return span;
  const slice = text.slice(span.start, span.start + maxQuoteLength);
  const atSpace = slice.search(/\s\S*$/);
  if (atSpace > maxQuoteLength / 2) return { start: span.start, end: span.start + atSpace };
  for (let end = span.start + maxQuoteLength; end > span.start + maxQuoteLength / 2; end--) {
    if (!isInsideWord(text, end)) return { start: span.start, end };
  }
  return null;
}
