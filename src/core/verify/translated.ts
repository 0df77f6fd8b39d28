import { detectLanguage } from '../select/languages.ts';
import { toStopWords } from '../select/stop-words.ts';
import type { CheckContext } from './check.ts';

const stopWords = new Map<string, ReadonlySet<string>>();

function countStopWords(words: readonly string[], language: string): number {
  const known = stopWords.get(language) ?? toStopWords([language]);
  stopWords.set(language, known);
  return words.filter(word => known.has(word)).length;
}

/**
 * Whether a text is in none of the languages of the conversation. A detector is unsure of short texts full of names,
 * so where both languages have a list of little words, those must agree with it.
 */
export function isTranslated(
  text: string,
  { languages, terms }: Pick<CheckContext, 'languages' | 'terms'>,
): boolean {
  if (languages.length === 0) return false;
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  // What is said here in these very words is no translation, whatever a detector takes it for.
  const own = Math.max(...languages.map(language => countStopWords(words, language)));
  if (own > words.length / 4) return false;
  const language = detectLanguage(text);
  if (language === null || languages.some(each => each.split('-')[0] === language)) return false;
  const telling = new Set(terms.read(text));
  const said = [...telling].filter(term => terms.count(term) > 0).length;
  if (telling.size > 0 && said / telling.size > 0.5) return false;
  const foreign = countStopWords(words, language);
  return foreign > own || (toStopWords([language]).size === 0 && own === 0);
}
