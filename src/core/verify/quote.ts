import type { Quote } from '../claims/claim.ts';
import { type Normalised, normalise } from './normalise.ts';

const wordCharacter = /[\p{L}\p{N}]/u;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * Finds the words a writer quoted in a message: exactly, then with escapes undone, then with form, case,
 * marks and white space folded. The quote returned is always a slice of `text`, whatever was asked for.
 */
export function findQuote(text: string, wanted: string, normalised = () => normalise(text)): Quote | null {
  const trimmed = trimEllipsis(wanted);
  if (trimmed === '') return null;
  const exact = findExact(text, trimmed);
  if (exact) return exact;
  const unescaped = unescapeEntities(trimmed);
  const decoded = unescaped === trimmed ? null : findExact(text, unescaped);
  return decoded ?? findFolded(text, unescaped, normalised());
}

function trimEllipsis(wanted: string): string {
  return wanted
    .trim()
    .replace(/^(?:…|\.{3})\s*|\s*(?:…|\.{3})$/gu, '')
    .trim();
}

function findExact(text: string, wanted: string): Quote | null {
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (standsAlone(text, start, end)) return { start, end, text: wanted };
  }
  return null;
}

function findFolded(text: string, wanted: string, { text: haystack, offsets }: Normalised): Quote | null {
  const needle = normalise(wanted).text;
  if (needle === '') return null;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const start = offsets[at] ?? 0;
    const lastFrom = offsets[at + needle.length - 1] ?? start;
    const end = toClusterEnd(text, lastFrom);
    if (standsAlone(text, start, end)) return { start, end, text: text.slice(start, end) };
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
