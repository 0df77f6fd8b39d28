const LATIN_PER_TOKEN = 3.5;

/**
 * The number of tokens of a text: one per 3.5 Latin characters, digits and signs, and one per other character, rounded
 * up. It is not a tokenizer, but grows like one and is the same everywhere in this stand-in: in counting, in usage, in
 * the cache and against the context window.
 */
export function countTokens(text: string): number {
  return Math.ceil(measureTokens(text));
}

/** The same without rounding, for the pieces of a text. */
export function measureTokens(text: string): number {
  let latin = 0;
  let others = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) < 0x250) latin += 1;
    else others += 1;
  }
  return latin / LATIN_PER_TOKEN + others;
}

/** The start of a text with at most this many tokens; never half a character. */
export function cutToTokens(text: string, tokens: number): string {
  let latin = 0;
  let others = 0;
  let end = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) < 0x250) latin += 1;
    else others += 1;
    if (Math.ceil(latin / LATIN_PER_TOKEN) + others > tokens) break;
    end += character.length;
  }
  return text.slice(0, end);
}
