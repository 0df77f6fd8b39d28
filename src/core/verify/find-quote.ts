import search from 'approx-string-match';
import type { Quote } from '../claims/claim.ts';
import { type Normalised, normalise } from './normalise.ts';

const wordCharacter = /[\p{L}\p{N}]/u;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Words left out of a quote, as writers mark them. */
const gap = /\s*(?:…|\[\s?(?:…|\.{3})\s?\]|\.{3})\s*/u;
const mostPieces = 6;

/**
 * Finds the words that an engine quotes in a message: exactly; with entities, Unicode forms, case, punctuation marks and
 * white space folded; with gaps where it wrote "…"; or nearly, by alignment. What comes back is always a slice of `text`,
 * in UTF-16 offsets.
 */
export function findQuote(text: string, wanted: string, normalised = () => normalise(text)): Quote | null {
  const words = unescapeEntities(wanted.trim());
  if (/^[….\s]*$/u.test(words)) return null;
  if (!/[\p{L}\p{N}]/u.test(words)) return findWhole(text, words, normalised);
  return (
    findWhole(text, words, normalised) ??
    findPieces(text, words, normalised) ??
    findNear(text, words, normalised())
  );
}

/** The same without alignment: for words that have to be there as they are written. */
export function findExactQuote(
  text: string,
  wanted: string,
  normalised = () => normalise(text),
): Quote | null {
  return findWhole(text, wanted.trim(), normalised) ?? findPieces(text, wanted.trim(), normalised);
}

function findWhole(text: string, words: string, normalised: () => Normalised): Quote | null {
  return findExact(text, words) ?? findWords(text, words, normalised());
}

/** Every piece between gaps stands in the message, in order; the quote runs from the first to the last. */
function findPieces(text: string, words: string, normalised: () => Normalised): Quote | null {
  const pieces = words.split(gap).filter(piece => /[\p{L}\p{N}]/u.test(piece));
  if (pieces.length > mostPieces || (pieces.length < 2 && pieces[0] === words)) return null;
  let start: number | null = null;
  let end = 0;
  for (const piece of pieces) {
    const found = findWhole(
      text.slice(end),
      piece,
      end === 0 ? normalised : () => normalise(text.slice(end)),
    );
    if (!found) return null;
    start ??= found.start;
    end += found.end;
  }
  return start === null ? null : { start, end, text: text.slice(start, end) };
}

const wordOf = /[\p{L}\p{N}\p{M}]+/gu;

/** The same words in a row, whatever marks stand between and around them: "**yes**, do it" is quoted as "Yes do it.". */
function findWords(text: string, words: string, { text: haystack, offsets }: Normalised): Quote | null {
  const wanted = normalise(words).text.match(wordOf) ?? [];
  const said = [...haystack.matchAll(wordOf)];
  for (let at = 0; wanted.length > 0 && at + wanted.length <= said.length; at++) {
    if (!wanted.every((word, step) => said[at + step]?.[0] === word)) continue;
    const last = said[at + wanted.length - 1];
    const start = offsets[said[at]?.index ?? 0] ?? 0;
    const end = toClusterEnd(text, offsets[(last?.index ?? 0) + (last?.[0].length ?? 1) - 1] ?? start);
    return { start, end, text: text.slice(start, end) };
  }
  return null;
}

/** A letter, an accent or a marker of a transcript in ten characters; shorter quotes have to be exact. */
const lettersAnError = 10;
const shortest = 16;
const longest = 1_000;

/** The span of a message that differs least from a quote, cut at whole words; null where it differs too much. */
function findNear(text: string, words: string, { text: haystack, offsets }: Normalised): Quote | null {
  const needle = normalise(words).text;
  if (needle.length < shortest || needle.length > longest) return null;
  const [match] = search(haystack, needle, Math.floor(needle.length / lettersAnError));
  if (!match) return null;
  let start = offsets[match.start] ?? 0;
  let end = toClusterEnd(text, offsets[match.end - 1] ?? start);
  while (isInsideWord(text, start)) start -= 1;
  while (isInsideWord(text, end)) end += 1;
  const span = text.slice(start, end);
  return {
    start: start + span.length - span.trimStart().length,
    end: end - span.length + span.trimEnd().length,
    text: span.trim(),
  };
}

function findExact(text: string, wanted: string): Quote | null {
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (standsAlone(text, start, end)) return { start, end, text: wanted };
  }
  return null;
}

const clusterAt = /\P{M}\p{M}*|\p{M}+/uy;

/** The end of the character, with its marks, that starts at or contains `from`. */
function toClusterEnd(text: string, from: number): number {
  const isLowHalf = /[\udc00-\udfff]/.test(text[from] ?? '') && /[\ud800-\udbff]/.test(text[from - 1] ?? '');
  clusterAt.lastIndex = isLowHalf ? from - 1 : from;
  const match = clusterAt.exec(text);
  return match ? match.index + match[0].length : from + 1;
}

/** A quote is whole words: "art" does not stand in "start". Scripts without spaces have no such edge. */
function standsAlone(text: string, start: number, end: number): boolean {
  return !isInsideWord(text, start) && !isInsideWord(text, end);
}

/** Whether an offset parts a word of a spaced script, or a character. */
export function isInsideWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (/[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '')) return true;
  return (
    wordCharacter.test(before) && wordCharacter.test(after) && !unspaced.test(before) && !unspaced.test(after)
  );
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
