import type { SampleLanguage } from '../samples/texts.ts';

/** A person's name and words. */
type QuotedWords = { readonly name: string; readonly words: string };

const frames: Readonly<Record<SampleLanguage, (quoted: QuotedWords) => string>> = {
  en: ({ name, words }) => `${name} wrote: “${words}”`,
  fr: ({ name, words }) => `${name} a écrit : « ${words} »`,
  ja: ({ name, words }) => `${name}の発言：「${words}」`,
};

const framed = /^(.+?)(?: (?:wrote|said|posted): “| a écrit : « |の発言：「)([^“”«»「」]*)(?:”| »|」)$/u;

/** A claim that is only a quotation. */
export function writeQuotedWords({ name, words }: QuotedWords, language: SampleLanguage): string {
  return frames[language]({ name, words: words.replace(/[“”«»「」]/g, '"') });
}

/** The quotation of such a claim; null for any other. */
export function parseQuotedWords(text: string): QuotedWords | null {
  const [, name, words] = framed.exec(text) ?? [];
  return name === undefined || words === undefined ? null : { name, words };
}
