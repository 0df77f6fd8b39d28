import { hasBracketedNumber } from '../conversation/bracketed-numbers.ts';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import { widenToSpoilers } from '../conversation/spoilers.ts';
import { tokenize } from '../conversation/tokens.ts';
import { type TextSpan, toSentences } from '../select/sentences.ts';
import { isInsideWord } from '../verify/words.ts';
import { toOwnWords } from './own-words.ts';

/** People say the main point first: each sentence skipped at the start lowers the score by this share. */
const laterIsLess = 0.12;

/** Words that would end our quotation marks and look like another speaker's turn: “… on Monday” → Ann: “yes”. */
const otherTurn =
  /(?:["“”„«»」』]|→)[^"“”„«»「『→]{0,120}[:：]\s*["“”„«»「『]|["”»」』]\s*→|→[^→]{1,100}[:：]\s/u;

/**
 * The span of a message to quote: all of a short message, else the run of whole sentences with the most rare words. A
 * single sentence that is too long is cut at a word. `longest` counts UTF-16 units. Null if nothing can be quoted.
 */
export function cutQuote(
  message: EvidenceMessage,
  longest: number,
  rarity: (word: string) => number,
): TextSpan | null {
  const sentences = toQuotable(message.text);
  const whole = toWholeText(message.text, sentences);
  if (whole && whole.end - whole.start <= longest) return whole;
  let best: TextSpan | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < sentences.length; from++) {
    const first = sentences[from];
    if (!first) continue;
    let sum = 0;
    for (let to = from; to < sentences.length; to++) {
      const last = sentences[to];
      if (!last || (to > from && last.end - first.start > longest)) break;
      // Text between two sentences that was left out would be quoted with them.
      if (to > from && message.text.slice(sentences[to - 1]?.end ?? 0, last.start).trim() !== '') break;
      if (otherTurn.test(message.text.slice(first.start, last.end))) break;
      sum += toWorth(message.text.slice(last.start, last.end), rarity);
      const value = (sum / Math.sqrt(to - from + 1)) * (1 - Math.min(0.5, from * laterIsLess));
      if (value > most) {
        most = value;
        best = { start: first.start, end: last.end };
      }
    }
  }
  return best && toWhole(message.text, shorten(message.text, best, longest));
}

/** The whole text, unless part of it cannot be quoted. */
function toWholeText(text: string, sentences: readonly TextSpan[]): TextSpan | null {
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (!first || !last || otherTurn.test(text)) return null;
  const count = (words: string) => words.replace(/\s/g, '').length;
  const quotable = sentences.reduce((sum, { start, end }) => sum + count(text.slice(start, end)), 0);
  return quotable === count(text) ? { start: first.start, end: last.end } : null;
}

function toWorth(words: string, rarity: (word: string) => number): number {
  const sum = tokenize(words).reduce((total, word) => total + rarity(word), 0);
  return sum / Math.sqrt(4 + words.length / 12);
}

/** A quote includes a whole spoiler or none of it. */
function toWhole(text: string, span: TextSpan | null): TextSpan | null {
  return span && widenToSpoilers(text, span);
}

const fence = /```[\s\S]*?(?:```|$)/g;

/** Only this much of a message is searched; it is Discord's longest message. */
const maxSearched = 4_000;

function toQuotable(message: string): readonly TextSpan[] {
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

/** The parts of a text that are not typed sentences: code blocks, and lines for embeds, files and forwards. */
function toCarried(text: string): readonly TextSpan[] {
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

/** Cuts a long span at a space; without one, anywhere in a script without spaces, else not at all. */
function shorten(text: string, span: TextSpan, longest: number): TextSpan | null {
  if (span.end - span.start <= longest) return span;
  const slice = text.slice(span.start, span.start + longest);
  const atSpace = slice.search(/\s\S*$/);
  if (atSpace > longest / 2) return { start: span.start, end: span.start + atSpace };
  for (let end = span.start + longest; end > span.start + longest / 2; end--) {
    if (!isInsideWord(text, end)) return { start: span.start, end };
  }
  return null;
}
