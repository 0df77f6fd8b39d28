import { type DateMention, readDates } from './dates.ts';
import { findUnit, type Unit } from './units.ts';

/** Something in a text that is right or wrong to the letter: a URL or identifier, a number, a time of day, a date. */
export type Value = { readonly written: string } & (
  | { readonly kind: 'literal' }
  | { readonly kind: 'number'; readonly amount: number; readonly unit: Unit | null }
  | { readonly kind: 'time'; readonly minutes: number }
  | { readonly kind: 'date'; readonly date: DateMention }
);

const url = /https?:\/\/[^\s<>"“”`]+[^\s<>"“”`.,;:!?)\]'’]/giu;
const code = /`[^`]+`/gu;
const clock =
  /(?<![\p{L}\d.,:])([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?\s?(am|pm|a\.m\.|p\.m\.|uhr|h)(?![\p{L}\p{N}])|(?<![\p{L}\d.,:-])([01]?\d|2[0-3]):([0-5]\d)(?![\d:]|\s?[ap]\.?m)/giu;
/** One word with a letter and a digit in it, or with an underscore: "G2", "0ac8:0323", "max_hops". */
const word = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.:/#@+-]*[\p{L}\p{N}_])?/gu;
const isIdentifier = /^(?=.*\p{L})(?=.*\p{N})|\p{L}_\p{L}/u;
/** "10ms", "2-week" and "3rd": digits with a word behind them. */
const measured = /^(\d+(?:[.,]\d+)*)-?(\p{L}+)$/u;
const number = /\d+(?:[.,’']\d+)*/gu;
const ordinals: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th']);

/** The values of a text in order of their kind. What is read as one is not read as another. */
export function readValues(text: string, languages: readonly string[]): readonly Value[] {
  const values: Value[] = [];
  let rest = text;
  const take = (start: number, end: number, value: Value | null) => {
    if (value) values.push(value);
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  };
  for (const pattern of [url, code]) {
    for (const { 0: written, index } of rest.matchAll(pattern)) {
      take(index, index + written.length, { kind: 'literal', written: written.replaceAll('`', '') });
    }
  }
  if (!/[\p{N}._]|\p{L}/u.test(rest)) return values;
  for (const date of readDates(rest)) {
    take(date.start, date.end, { kind: 'date', written: rest.slice(date.start, date.end), date });
  }
  for (const time of readTimes(rest)) take(time.start, time.end, { kind: 'time', ...time });
  for (const { 0: written, index } of rest.matchAll(word)) {
    if (!isIdentifier.test(written)) continue;
    const [, digits = '', behind = ''] = measured.exec(written) ?? [];
    const isAmount =
      ordinals.has(behind.toLowerCase()) ||
      toScale(behind, languages) !== null ||
      findUnit(behind, languages) !== null;
    if (digits === '' || !isAmount) take(index, index + written.length, { kind: 'literal', written });
  }
  for (const each of readAmounts(rest, languages)) values.push({ kind: 'number', ...each });
  return values;
}

/** Times of day, in minutes: "6 pm", "18:00", "18 Uhr". */
export function readTimes(text: string): readonly {
  readonly minutes: number;
  readonly written: string;
  readonly start: number;
  readonly end: number;
}[] {
  return [...text.matchAll(clock)].map(match => {
    const hour = Number(match[1] ?? match[4] ?? 0);
    const half = match[3]?.toLowerCase() ?? '';
    const hours = /^p/.test(half) && hour < 12 ? hour + 12 : /^a/.test(half) && hour === 12 ? 0 : hour;
    return {
      minutes: hours * 60 + Number(match[2] ?? match[5] ?? 0),
      written: match[0],
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

export type Amount = { readonly written: string; readonly amount: number; readonly unit: Unit | null };

const longestUnit = 14;

/** The numbers of a text with the unit behind them, or the currency in front; "12k" is 12,000. */
export function readAmounts(text: string, languages: readonly string[]): readonly Amount[] {
  return [...text.matchAll(number)].map(({ 0: digits, index }) => {
    const end = index + digits.length;
    const [behind = '', next = ''] =
      /^[\s-]?(\p{L}+|[%€$£¥])/u.exec(text.slice(end, end + longestUnit)) ?? [];
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

/** "1,000", "1 000" and "1000" are one number; a lone separator before other than three digits is a decimal point. */
export function toAmount(digits: string): number {
  const plain = digits.replace(/[.,’'](?=\d{3}(?!\d))/gu, '').replace(',', '.');
  const value = Number(plain);
  return Number.isNaN(value) ? Number(digits.replace(/\D/g, '')) : value;
}

const scales = new Map<string, ReadonlyMap<string, number>>();

/** How much a word scales the number in front of it: 1,000 for "k" and "thousand"; null where it does not. */
function toScale(written: string, languages: readonly string[]): number | null {
  if (written === '') return null;
  const key = languages.join(' ');
  let known = scales.get(key);
  if (!known) {
    known = new Map(
      [...new Set([...languages, 'en'])].flatMap(tag =>
        [1e3, 1e6, 1e9].flatMap(scale =>
          (['long', 'short'] as const).flatMap(compactDisplay =>
            [1, 2, 5].flatMap(amount =>
              new Intl.NumberFormat(tag, { notation: 'compact', compactDisplay })
                .formatToParts(amount * scale)
                .filter(({ type }) => type === 'compact')
                .map(({ value }) => [value.toLowerCase().replace(/\.$/, ''), scale] as const),
            ),
          ),
        ),
      ),
    );
    scales.set(key, known);
  }
  return known.get(written.toLowerCase()) ?? null;
}
