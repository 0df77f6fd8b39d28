import { toCardinal as toGerman } from 'n2words/de-DE';
import { toCardinal as toEnglish } from 'n2words/en-US';
import { toCardinal as toSpanish } from 'n2words/es-ES';
import { toCardinal as toFrench } from 'n2words/fr-FR';
import { toCardinal as toItalian } from 'n2words/it-IT';
import { toCardinal as toJapanese } from 'n2words/ja-JP';
import { toCardinal as toDutch } from 'n2words/nl-NL';
import { toCardinal as toPolish } from 'n2words/pl-PL';
import { toCardinal as toPortuguese } from 'n2words/pt-PT';

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

/**
 * Whether a text contains a number in words; a decimal number by its parts: "twelve fifty" is 12.5, "point three" 0.3.
 * `hasWords` looks for words in the text.
 */
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
