import { type DateMention, readDates } from './dates.ts';
import { findUnit, type Unit } from './units.ts';
import { spacedLetter as letter, startsUnspaced } from './words.ts';

/** A part of a text that must be exact: a URL or identifier, a number, a time of day, a date. */
export type Value = { readonly written: string } & (
  | { readonly kind: 'literal' }
  | { readonly kind: 'number'; readonly amount: number; readonly unit: Unit | null }
  | { readonly kind: 'time'; readonly minutes: number }
  | { readonly kind: 'date'; readonly date: DateMention }
);

const url = /https?:\/\/[^\s<>"“”`]+[^\s<>"“”`.,;:!?)\]'’]/giu;
const code = /`[^`]+`/gu;
const clock = new RegExp(
  [
    `(?<![${letter}\\d.,:])(?<hour>[01]?\\d|2[0-3])(?:[:.h](?<minute>[0-5]\\d))?\\s?(?<half>am|pm|a\\.m\\.|p\\.m\\.|uhr|heures?|h)(?![${letter}\\p{N}])`,
    `(?<![${letter}\\d.,:])(?<hour>[01]?\\d|2[0-3])[:h](?<minute>[0-5]\\d)(?::[0-5]\\d)?(?![\\d:]|\\s?[ap]\\.?m)`,
    `(?<half>午前|午後)?(?<hour>[01]?\\d|2[0-4])時(?:(?<minute>[0-5]?\\d)分|(?<thirty>半))?(?!間)`,
  ].join('|'),
  'giv',
);
/** "6-8pm" contains both. */
const range = /(\d{1,2})(?=\s?[-–]\s?\d{1,2}\s?([ap]m)\b)/giu;
/** One word with a letter and a digit, or with an underscore: "G2", "0ac8:0323", "max_hops". */
const word = new RegExp(`[${letter}\\p{N}_](?:[${letter}\\p{N}_.:\\/#@+]*[${letter}\\p{N}_])?`, 'gv');
const isIdentifier = /^(?=.*\p{L})(?=.*\p{N})|\p{L}_\p{L}/u;
/** "10ms" and "3rd": digits and letters in one word. */
const measured = /^(\d+(?:[.,]\d+)*)(\p{L}+)$/u;
const startsWithDigit = /^\d/;
/** In Arabic and Hebrew, it stands before Latin words, and belongs to none. */
const directionMark = /[\u061c\u200e\u200f\u2066-\u2069]/gu;
/** There, "and" and "by" are written together with the word after them. */
const prefixEnd = /(?<=[\p{sc=Arabic}\p{sc=Hebrew}])(?=\p{sc=Latin})/gu;
/** A space of any width may separate groups of three digits. */
const number = /\d+(?:[.,’']\d+|[ \u00a0\u202f]\d{3}(?!\d))*/gu;
const ordinals: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th']);

/** The values of a text, each part read as one kind only, without names of participants ("bob42"). */
export function readValues(
  text: string,
  languages: readonly string[],
  findNames: (text: string) => readonly Span[] = () => [],
): readonly Value[] {
  const values: Value[] = [];
  let rest = text.normalize('NFKC').replaceAll(directionMark, '').replaceAll(prefixEnd, ' ');
  const take = (start: number, end: number, value: Value | null) => {
    if (value) values.push(value);
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  };
  const names = findNames(rest);
  const isNamed = (start: number, end: number) =>
    names.some(({ at, name }) => at <= start && end <= at + name.length);
  for (const pattern of [url, code]) {
    for (const { 0: written, index } of rest.matchAll(pattern)) {
      if (isNamed(index, index + written.length)) continue;
      take(index, index + written.length, { kind: 'literal', written: written.replaceAll('`', '') });
    }
  }
  // "bob42/v2" names a person and something else.
  for (const { name, at } of names) {
    if (rest[at - 1] === '/' || rest[at + name.length] === '/') take(at, at + name.length, null);
  }
  const literals = [...rest.matchAll(word)].filter(
    ({ 0: written, index }) =>
      isIdentifier.test(written) &&
      !(startsWithDigit.test(written) && (isAmount(written, languages) || isTime(written))) &&
      !isNamed(index, index + written.length),
  );
  for (const { 0: written, index } of literals) {
    take(index, index + written.length, { kind: 'literal', written });
  }
  for (const { name, at } of names) take(at, at + name.length, null);
  const before = rest;
  for (const date of readDates(before)) {
    take(date.start, date.end, { kind: 'date', written: before.slice(date.start, date.end), date });
  }
  for (const time of readTimes(rest)) take(time.start, time.end, { kind: 'time', ...time });
  for (const each of readAmounts(rest, languages)) values.push({ kind: 'number', ...each });
  return values;
}

type Span = { readonly at: number; readonly name: string };

function isAmount(written: string, languages: readonly string[]): boolean {
  const [, digits, behind = ''] = measured.exec(written) ?? [];
  return (
    digits !== undefined &&
    (ordinals.has(behind.toLowerCase()) ||
      toScale(behind, languages) !== null ||
      findUnit(behind, languages) !== null)
  );
}

function isTime(written: string): boolean {
  const [time] = readTimes(written);
  return time?.start === 0 && time.end === written.length;
}

/** Times of day, in minutes: "6 pm", "18:00", "18 Uhr", "18時". */
export function readTimes(text: string): readonly {
  readonly minutes: number;
  readonly written: string;
  readonly start: number;
  readonly end: number;
}[] {
  const clocks = [...text.matchAll(clock)].map(match => {
    const { hour, minute, half = '', thirty } = match.groups ?? {};
    return { match, minutes: toHours(Number(hour), half) * 60 + (thirty ? 30 : Number(minute ?? 0)) };
  });
  const begun = [...text.matchAll(range)].map(match => ({
    match,
    minutes: toHours(Number(match[1]), match[2] ?? '') * 60,
  }));
  return [...begun, ...clocks].map(({ match, minutes }) => ({
    minutes: minutes % 1_440,
    written: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function toHours(hour: number, half: string): number {
  if (/^(?:p|午後)/i.test(half) && hour < 12) return hour + 12;
  return /^(?:a|午前)/i.test(half) && hour === 12 ? 0 : hour;
}

export type Amount = { readonly written: string; readonly amount: number; readonly unit: Unit | null };

const longestUnit = 14;

/** The numbers of a text with the unit after them or the currency before them; "12k" is 12,000. */
export function readAmounts(text: string, languages: readonly string[]): readonly Amount[] {
  return [...text.matchAll(number)].map(({ 0: digits, index }) => {
    const end = index + digits.length;
    const [behind = '', next = ''] =
      /^[\s-]?(\p{L}+|[%€$£¥])/u.exec(toUnspacedUnit(text.slice(end, end + longestUnit), languages)) ?? [];
    const scale = toScale(next, languages);
    const far =
      scale === null ? next : (/^\s?(\p{L}+|[%€$£¥])/u.exec(text.slice(end + behind.length))?.[1] ?? '');
    const near =
      /([€$£¥]|(?<![\p{L}])[A-Z]{3})\s?$/u.exec(text.slice(Math.max(0, index - 4), index))?.[1] ?? '';
    const unit = findUnit(far, languages) ?? findUnit(near, languages);
    return {
      written: (digits + (unit || scale ? behind : '')).trim(),
      amount: toAmount(digits) * (scale ?? 1),
      unit,
    };
  });
}

/** "1,000", "1 000" and "1000" are the same; a lone separator is a decimal point unless three digits follow. */
export function toAmount(digits: string): number {
  const plain = digits
    .replace(/\s/gu, '')
    .replace(/[.,’'](?=\d{3}(?!\d))/gu, '')
    .replace(',', '.');
  const value = Number(plain);
  return Number.isNaN(value) ? Number(digits.replace(/\D/g, '')) : value;
}

/** One, two and five of each scale that some language has a word for, to cover plurals; 万 is 10,000. */
const scaled = [1e3, 1e4, 1e6, 1e8, 1e9].flatMap(scale => [scale, 2 * scale, 5 * scale]);
const scales = new Map<string, ReadonlyMap<string, number>>();

/** The factor of a word after a number: 1,000 for "k" and "thousand"; null if it has none. */
function toScale(written: string, languages: readonly string[]): number | null {
  if (written === '') return null;
  const key = languages.join(' ');
  let known = scales.get(key);
  if (!known) {
    known = new Map(
      [...new Set([...languages, 'en'])].flatMap(tag =>
        scaled.flatMap(value =>
          (['long', 'short'] as const).flatMap(compactDisplay => {
            const parts = new Intl.NumberFormat(tag, { notation: 'compact', compactDisplay }).formatToParts(
              value,
            );
            const shown = Number(parts.find(({ type }) => type === 'integer')?.value);
            const word = parts.find(({ type }) => type === 'compact')?.value;
            return word === undefined
              ? []
              : [[word.toLowerCase().replace(/\.$/, ''), value / shown] as const];
          }),
        ),
      ),
    );
    scales.set(key, known);
  }
  return known.get(written.toLowerCase()) ?? null;
}

/** The length of "ミリ秒". */
const longestUnspaced = 3;

/** The text after a number, with a space after the unit in scripts without spaces: "円です" becomes "円 です". */
function toUnspacedUnit(text: string, languages: readonly string[]): string {
  if (!startsUnspaced.test(text)) return text;
  for (let length = longestUnspaced; length > 0; length--) {
    const unit = text.slice(0, length);
    if (toScale(unit, languages) !== null || findUnit(unit, languages) !== null)
      return `${unit} ${toUnspacedUnit(text.slice(length), languages)}`;
  }
  return '';
}
