import { sliceHidden } from '../core/conversation/spoilers.ts';
import { createTermReader } from '../core/select/stems.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Where to cut a text to at most `max` UTF-16 units: between graphemes, or at least between code points. */
export function cutPoint(text: string, max: number): number {
  if (text.length <= max) return text.length;
  const end = graphemes.segment(text.slice(0, max + 64)).containing(max)?.index ?? 0;
  if (end > 0 || max < 1) return end;
  return isTrail(text.charCodeAt(max)) && max > 1 ? max - 1 : max;
}

/** At most `max` UTF-16 units, with an ellipsis if something was cut off. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, cutPoint(text, max - 1)).trimEnd()}…`;
}

/** The text in pieces of at most `max` UTF-16 units, cut between graphemes if possible. */
export function toPieces(text: string, max: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const end = cutPoint(rest, max);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A list that was cut, ending with how many of `total` are not shown. */
export function withRest<Shown, Rest>(
  shown: readonly Shown[],
  total: number,
  toRest: (count: number) => Rest,
): readonly (Shown | Rest)[] {
  const left = total - shown.length;
  return left > 0 ? [...shown, toRest(left)] : shown;
}

const clauseEnd = /[.!?;:,](?=\s)|[。！？；：、，]|\s[–—](?=\s)/gu;

/**
 * At most `max` UTF-16 units of a text, from where it shares most terms with `about`: from its start, else from the start
 * of a clause, else from a word. It ends at the end of a sentence or clause, else between words; in a script without
 * spaces, between characters.
 */
export function toExcerpt(text: string, max: number, about: string, language: string): string {
  if (text.length <= max) return text;
  const read = createTermReader([language]);
  const wanted = new Set(read(about));
  if (wanted.size === 0) return cut(text, max);
  const score = (excerpt: string) => new Set(read(excerpt).filter(term => wanted.has(term))).size;
  const clauses = [...text.matchAll(clauseEnd)].map(({ 0: end, index }) => index + end.length);
  const words = [...text.matchAll(/\s/g)].map(({ index }) => index);
  const [first = '', ...others] = [0, ...clauses, ...words].map(start => cutFrom(text, start, max));
  return others.reduce((best, other) => (score(other) > score(best) ? other : best), first);
}

function cutFrom(text: string, start: number, max: number): string {
  if (start === 0) return cut(text, max);
  const rest = text.slice(start).trimStart();
  return `…${cut(sliceHidden(text, text.length - rest.length), max - 1)}`;
}

function cut(text: string, max: number): string {
  const short = truncate(text, max);
  if (short === text) return text;
  const clauses = [...short.matchAll(clauseEnd)].map(({ index }) => index);
  const end = [clauses.at(-1) ?? 0, short.lastIndexOf(' ')].find(each => each >= max / 2);
  return end === undefined ? short : `${short.slice(0, end)}…`;
}
