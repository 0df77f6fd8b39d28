import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { tokenize } from '../conversation/tokens.ts';
import { toStopWords } from './stop-words.ts';

const stemmers: Readonly<Record<string, (word: string) => string>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ru: russian,
  sv: swedish,
};

/** Words without content that are missing from the lists of stop words. */
const alsoEmpty =
  "don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't haven't hasn't it's that's i'm we're they're you're there's i'll we'll what's let's he's she's we've i've them do did does not no nor yes yeah okay ok uh um hmm so just really very quite thing things something anything got get going go gonna us me my mine yours ours being been having doing done one ones will shall can't whether although however therefore thus moreover furthermore besides according instead rather still even yet already also too again once upon within without during toward towards across per via regarding concerning these those each every both either neither few several lot lots bit kind sort able way well actually basically".split(
    ' ',
  );

/** The content terms of a text. */
export type TermReader = (text: string) => readonly string[];

/**
 * Cuts texts into word stems without stop words, by the first language that has a stemmer; other words stay unchanged.
 * Stems are cached.
 */
export function createTermReader(languages: readonly string[]): TermReader {
  const tags = languages.length > 0 ? languages.map(tag => tag.split('-')[0] ?? tag) : ['en'];
  const stem = tags.flatMap(tag => stemmers[tag] ?? [])[0] ?? (word => word);
  const stop = toStopWords(tags);
  const empty = new Set(tags.includes('en') ? alsoEmpty : []);
  const cache = new Map<string, string>();
  const toTerm = (word: string): string => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const bare = word.replace(/['’]s$/u, '');
    const isEmpty = stop.has(bare) || empty.has(bare) || /^\p{Ll}$/u.test(bare);
    const term = isEmpty ? '' : /^[\p{L}'’]+$/u.test(bare) ? stem(bare) : bare;
    cache.set(word, term);
    return term;
  };
  return text => {
    const terms: string[] = [];
    for (const word of tokenize(text)) {
      for (const part of word.includes('-') && !/\d/.test(word) ? word.split('-') : [word]) {
        const term = toTerm(part);
        if (term !== '') terms.push(term);
      }
    }
    return terms;
  };
}
