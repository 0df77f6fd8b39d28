import { ces, dan, deu, eng, fin, fra, ita, nld, nob, pol, por, rus, spa, swe, tur, ukr } from 'stopword';

const lists: Readonly<Record<string, readonly string[]>> = {
  cs: ces,
  da: dan,
  de: deu,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  it: ita,
  nl: nld,
  no: nob,
  pl: pol,
  pt: por,
  ru: rus,
  sv: swe,
  tr: tur,
  uk: ukr,
};

/** Words that say nothing of what a text is about, in the languages given (BCP 47 tags); none where no list is known. */
export function toStopWords(languages: readonly string[]): ReadonlySet<string> {
  return new Set(languages.flatMap(language => lists[language.split('-')[0] ?? ''] ?? []));
}
