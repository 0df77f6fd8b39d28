/** A person's name and words. */
type QuotedWords = { readonly name: string; readonly words: string };

const framed = /^(.+?)(?: (?:wrote|said|posted): “| a écrit : « |の発言：「)([^“”«»「」]*)(?:”| »|」)$/u;

/** The quotation of a claim that is only one; null for any other. */
export function parseQuotedWords(text: string): QuotedWords | null {
  const [, name, words] = framed.exec(text) ?? [];
  return name === undefined || words === undefined ? null : { name, words };
}
