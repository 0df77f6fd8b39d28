import search from 'approx-string-match';
import type { Quote } from '../../claims/claim.ts';
import { widenToSpoilers } from '../../conversation/spoilers.ts';
import { indexOfWords, isInsideWord } from '../words.ts';
import { type HasText, normalize, normalizeOnce } from './normalize.ts';

/** The marks for words left out of a quote. */
const gap = /\s*(?:…|\[\s?(?:…|\.{3})\s?\]|\.{3})\s*/u;
const mostPieces = 6;

/**
 * Finds an engine's quote in a message: exactly; with entities, Unicode forms, case, punctuation and white space
 * folded; with gaps for "…"; or approximately, by alignment. The result is always a slice of the message, in UTF-16
 * offsets.
 */
export function findQuote(message: HasText, wanted: string): Quote | null {
  const words = unescapeEntities(wanted.trim());
  if (/^[….\s]*$/u.test(words)) return null;
  if (!/[\p{L}\p{N}]/u.test(words)) return toWhole(message, findWhole(message, words));
  return findExactQuote(message, words) ?? toWhole(message, findNear(message, words));
}

/** The same without alignment, for words that must be exact. */
export function findExactQuote(message: HasText, wanted: string): Quote | null {
  const words = wanted.trim();
  return toWhole(message, findWhole(message, words) ?? findPieces(message, words));
}

/** A quote includes a whole spoiler or none of it. */
function toWhole({ text }: HasText, quote: Quote | null): Quote | null {
  if (quote === null) return null;
  const { start, end } = widenToSpoilers(text, quote);
  return { start, end, text: text.slice(start, end) };
}

function findWhole(message: HasText, words: string): Quote | null {
  return findExact(message, words) ?? findWords(message, words);
}

/** Finds every piece between gaps, in order; the quote runs from the first to the last. */
function findPieces(message: HasText, words: string): Quote | null {
  const pieces = words.split(gap).filter(piece => /[\p{L}\p{N}]/u.test(piece));
  if (pieces.length > mostPieces || (pieces.length < 2 && pieces[0] === words)) return null;
  const { text } = message;
  let start: number | null = null;
  let end = 0;
  for (const piece of pieces) {
    const found = findWhole(end === 0 ? message : { text: text.slice(end) }, piece);
    if (!found) return null;
    start ??= found.start;
    end += found.end;
  }
  return start === null ? null : { start, end, text: text.slice(start, end) };
}

const wordOf = /[\p{L}\p{N}\p{M}]+/gu;

/** Finds the same words in a row, ignoring the marks between and around them: "Yes do it." matches "**yes**, do it". */
function findWords(message: HasText, words: string): Quote | null {
  const { text } = message;
  const { text: haystack, toOrigin } = normalizeOnce(message);
  const wanted = normalize(words).text.match(wordOf) ?? [];
  const said = [...haystack.matchAll(wordOf)];
  for (let at = 0; wanted.length > 0 && at + wanted.length <= said.length; at++) {
    if (!wanted.every((word, step) => said[at + step]?.[0] === word)) continue;
    const last = said[at + wanted.length - 1];
    const start = toOrigin(said[at]?.index ?? 0);
    const end = toClusterEnd(text, toOrigin((last?.index ?? 0) + (last?.[0].length ?? 1) - 1));
    return { start, end, text: text.slice(start, end) };
  }
  return null;
}

/** One error in this many characters is accepted, such as a letter or an accent; shorter quotes must be exact. */
const lettersAnError = 10;
const shortest = 16;
const longest = 1_000;

/** The span of a message with the fewest differences from a quote, cut at whole words; null if there are too many. */
function findNear(message: HasText, words: string): Quote | null {
  const { text } = message;
  const { text: haystack, toOrigin } = normalizeOnce(message);
  const needle = normalize(words).text;
  if (needle.length < shortest || needle.length > longest) return null;
  const [match] = search(haystack, needle, Math.floor(needle.length / lettersAnError));
  if (!match) return null;
  let start = toOrigin(match.start);
  let end = toClusterEnd(text, toOrigin(match.end - 1));
  while (isInsideWord(text, start)) start -= 1;
  while (isInsideWord(text, end)) end += 1;
  const span = text.slice(start, end);
  return {
    start: start + span.length - span.trimStart().length,
    end: end - span.length + span.trimEnd().length,
    text: span.trim(),
  };
}

function findExact({ text }: HasText, wanted: string): Quote | null {
  const start = indexOfWords(text, wanted);
  return start < 0 ? null : { start, end: start + wanted.length, text: wanted };
}

const clusterAt = /\P{M}\p{M}*|\p{M}+/uy;

/** The end of the character, with its marks, that starts at or contains `from`. */
function toClusterEnd(text: string, from: number): number {
  const isLowHalf = /[\udc00-\udfff]/.test(text[from] ?? '') && /[\ud800-\udbff]/.test(text[from - 1] ?? '');
  clusterAt.lastIndex = isLowHalf ? from - 1 : from;
  const match = clusterAt.exec(text);
  return match ? match.index + match[0].length : from + 1;
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
};

function unescapeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos|#39);/g, (whole, name: string) => entities[name] ?? whole);
}
