import type { EvidenceMessage } from '../conversation/evidence.ts';
import { type Quantity, toWordQuantities } from './number-words.ts';

/**
 * Units by what they measure, with how many of the smallest each is, and how it is written in any language; of what
 * cannot be counted in each other, such as currencies, each is a measure of its own.
 */
const measures: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  time: [
    [1, 's|secs?|seconds?|sek|sekunden?|segundos?|secondes?|secondi'],
    [60, 'mins?|minutes?|minuten?|minutos?|minuti'],
    [3_600, 'h|hrs?|hours?|std|stunden?|horas?|heures?|ore'],
    [86_400, 'days?|tage?n?|días?|dias?|jours?|giorni'],
    [604_800, 'weeks?|wochen?|semanas?|semaines?|settimane'],
    [2_629_800, 'months?|monate?n?|mes|meses|mois|mesi'],
    [31_557_600, 'years?|jahre?n?|años?|anos?|ans?|années?|anni'],
  ],
  data: [
    [1, 'kb|kib|kilobytes?'],
    [1e3, 'mb|mib|megabytes?|megs?'],
    [1e6, 'gb|gib|gigabytes?|gigs?'],
    [1e9, 'tb|tib|terabytes?'],
  ],
  length: [
    [1, 'mm|millimet(?:re|er)s?|millimeter'],
    [10, 'cm|centimet(?:re|er)s?|zentimeter'],
    [1e6, 'km|kilomet(?:re|er)s?|kilómetros?|kilomètres?'],
    [1_609_344, 'miles?|meilen?|millas?'],
  ],
  euro: [[1, '€|euros?|eur']],
  dollar: [[1, '\\$|dollars?|usd|bucks']],
  pound: [[1, '£|pounds?|gbp|quid']],
};
const currencies = ['euro', 'dollar', 'pound'];

type Unit = { readonly dimension: string; readonly factor: number };
const units: readonly (Unit & { readonly behind: RegExp; readonly before: RegExp })[] = Object.entries(
  measures,
).flatMap(([dimension, list]) =>
  list.map(([factor, words]) => ({
    dimension,
    factor,
    behind: new RegExp(`^[\\s-]?(?:${words})(?![\\p{L}\\p{N}])`, 'iu'),
    before: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})\\s?$`, 'iu'),
  })),
);

type Measured = { readonly value: number; readonly written: string; readonly unit: Unit | null };

const number = /(?<![\p{L}\p{N}.,:/-])\d+(?:[.,’']\d+)*(?![\d:/])/gu;
const longestUnit = 14;

/** The numbers of a text, in digits and in letters, each with the unit behind it, or the currency in front of it. */
function readMeasured(text: string, languages: readonly string[]): readonly Measured[] {
  const inDigits = [...text.matchAll(number)].map(
    (match): Quantity => ({
      value: Number(match[0].replace(/[.,’'](?=\d{3}(?!\d))/gu, '').replace(',', '.')),
      start: match.index,
      end: match.index + match[0].length,
      inWords: false,
    }),
  );
  const inWords = toWordQuantities(text, languages).filter(each => each.inWords);
  return [...inDigits, ...inWords].map(({ value, start, end }) => {
    const [after, front] = [text.slice(end, end + longestUnit), text.slice(Math.max(0, start - 4), start)];
    const unit =
      units.find(({ behind }) => behind.test(after)) ??
      units.find(({ dimension, before }) => currencies.includes(dimension) && before.test(front)) ??
      null;
    const shown = unit ? (unit.behind.exec(after)?.[0] ?? '') : '';
    return { value, written: text.slice(start, end) + shown, unit };
  });
}

function isSame(a: Measured, b: Measured): boolean {
  return (
    a.unit?.dimension === b.unit?.dimension &&
    a.value * (a.unit?.factor ?? 1) === b.value * (b.unit?.factor ?? 1)
  );
}

const kindOf = ({ dimension }: Unit) => (currencies.includes(dimension) ? 'money' : dimension);

/**
 * A number of a claim whose unit is another wherever its messages give that number: "4 hours" of "4 minutes". Null where
 * some message gives it in that unit, without one, or as much in another.
 */
export function findWrongUnit(
  prose: string,
  cited: readonly EvidenceMessage[],
  languages: readonly string[],
): string | null {
  const claimed = readMeasured(prose, languages).filter(each => each.unit !== null);
  if (claimed.length === 0) return null;
  const said = cited.flatMap(({ text }) => readMeasured(text, languages));
  for (const each of claimed) {
    const same = said.filter(({ value }) => value === each.value);
    const { unit } = each;
    if (unit === null || same.length === 0 || said.some(other => isSame(each, other))) continue;
    if (same.every(other => other.unit !== null && kindOf(other.unit) === kindOf(unit))) return each.written;
  }
  return null;
}
