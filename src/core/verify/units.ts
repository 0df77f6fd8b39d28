import { toCardinal as toGerman } from 'n2words/de-DE';
import { toCardinal as toEnglish } from 'n2words/en-US';
import { toCardinal as toSpanish } from 'n2words/es-ES';
import { toCardinal as toFrench } from 'n2words/fr-FR';
import { toCardinal as toItalian } from 'n2words/it-IT';
import { toCardinal as toJapanese } from 'n2words/ja-JP';
import { toCardinal as toDutch } from 'n2words/nl-NL';
import { toCardinal as toPolish } from 'n2words/pl-PL';
import { toCardinal as toPortuguese } from 'n2words/pt-PT';

/** A unit: the quantity it measures, and its size in the smallest unit of that quantity. */
export type Unit = { readonly measure: string; readonly factor: number };

const sizes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  time: {
    millisecond: 1,
    second: 1e3,
    minute: 6e4,
    hour: 3.6e6,
    day: 8.64e7,
    week: 6.048e8,
    month: 2.6298e9,
    year: 3.15576e10,
  },
  data: { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9, terabyte: 1e12 },
  length: { millimeter: 1, centimeter: 10, meter: 1e3, kilometer: 1e6, mile: 1.609344e6 },
  mass: { gram: 1, kilogram: 1e3 },
  share: { percent: 1 },
};
/** Units that Intl does not name, by their symbols; case matters. */
const symbol = /^([kMGTmµ])?(W|V|A|Hz|Wh|Ah|J|N|Pa)$/;
const prefixes: Readonly<Record<string, number>> = { T: 1e12, G: 1e9, M: 1e6, k: 1e3, m: 1e-3, µ: 1e-6 };
const currencies = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'PLN'];
const readers = new Map<string, ReadonlyMap<string, Unit>>();

/** The names of units and currencies in some languages and English, in lower case. */
function toUnitReader(languages: readonly string[]): ReadonlyMap<string, Unit> {
  const key = languages.join(' ');
  const known = readers.get(key);
  if (known) return known;
  const tags = [...new Set([...languages, 'en'])].sort();
  const units = new Map<string, Unit>();
  for (const tag of tags) {
    for (const [measure, list] of Object.entries(sizes)) {
      for (const [unit, factor] of Object.entries(list)) {
        for (const unitDisplay of ['long', 'short', 'narrow'] as const) {
          addForms(
            new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }),
            'unit',
            { measure, factor },
            units,
          );
        }
      }
    }
    for (const currency of currencies) {
      for (const currencyDisplay of ['name', 'narrowSymbol', 'code'] as const) {
        addForms(
          new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay }),
          'currency',
          { measure: currency, factor: 1 },
          units,
        );
      }
    }
  }
  readers.set(key, units);
  return units;
}

/** One, a few and many, for the plural forms. */
const amounts = [1, 2, 5];

function addForms(format: Intl.NumberFormat, type: string, unit: Unit, units: Map<string, Unit>): void {
  for (const amount of amounts) {
    for (const part of format.formatToParts(amount)) {
      const written = part.type === type ? part.value.trim().toLowerCase().replace(/\.$/, '') : '';
      // "US dollars" are also just dollars.
      for (const form of new Set([written, written.split(' ').at(-1) ?? ''])) {
        if (form !== '') addForm(form, unit, units);
      }
    }
  }
}

/** "m" is a meter, a minute or a month: an ambiguous name matches no unit. */
function addForm(written: string, unit: Unit, units: Map<string, Unit>): void {
  const known = units.get(written);
  const isOther = known !== undefined && (known.measure !== unit.measure || known.factor !== unit.factor);
  units.set(written, isOther ? ambiguous : unit);
}

const ambiguous: Unit = { measure: '', factor: 0 };

/** A unit by its name in these languages or its symbol; null if unknown or ambiguous. */
export function findUnit(written: string, languages: readonly string[]): Unit | null {
  const [, prefix = '', measure] = symbol.exec(written) ?? [];
  if (measure !== undefined) return { measure, factor: prefixes[prefix] ?? 1 };
  const named = written === '' ? undefined : toUnitReader(languages).get(written.toLowerCase());
  return named === undefined || named.measure === '' ? null : named;
}

const writers: Readonly<Record<string, (value: number) => string>> = {
  de: toGerman,
  en: toEnglish,
  es: toSpanish,
  fr: toFrench,
  it: toItalian,
  ja: toJapanese,
  nl: toDutch,
  pl: toPolish,
  pt: toPortuguese,
};

const largest = 1e12;

/** A whole number as words in these languages and English: 12 is "twelve" and "zwölf". */
function write(value: number, languages: readonly string[]): readonly string[] {
  if (!Number.isInteger(value) || value < 0 || value > largest) return [];
  const tags = new Set([...languages.map(language => language.split('-')[0] ?? language), 'en']);
  return [...tags].flatMap(tag => normalizeNumberWords(writers[tag]?.(value) ?? ''));
}

/** A text in the form for finding numbers in words: without hyphens and the optional "and". */
export function normalizeNumberWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[-\s]+/g, ' ')
    .replace(/(?<=hundred|thousand|million) and(?= )/g, '')
    .replace(/\ba (?=hundred|thousand|million)/g, 'one ')
    .trim();
}

/** Whether a text contains a number in words, a decimal one by its parts: "twelve fifty" is 12.5, "point three" 0.3. */
export function containsNumberWords(
  value: number,
  languages: readonly string[],
  hasWords: (words: string) => boolean,
): boolean {
  const has = (part: number) => write(part, languages).some(words => words !== '' && hasWords(words));
  if (Number.isInteger(value)) return has(value);
  const [whole = '0', decimals = ''] = String(value).split('.');
  const isFractionSaid = has(Number(decimals)) || has(Number(decimals.padEnd(2, '0')));
  return isFractionSaid && (Number(whole) === 0 || has(Number(whole)));
}
