const LATIN_PER_TOKEN = 3.5;

/**
 * How many tokens a text is here: one for every 3.5 Latin characters, digits and signs, and one for every other
 * character, rounded up. It is no tokenizer, but it grows as one does and is the same everywhere in this stand-in:
 * in what counting answers, in usage, in the cache and against the context window.
 */
export function countTokens(text: string): number {
  return Math.ceil(measureTokens(text));
}

/** The same before it is rounded up, for the pieces of a text. */
export function measureTokens(text: string): number {
  let latin = 0;
  let others = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) < 0x250) latin += 1;
    else others += 1;
  }
  return latin / LATIN_PER_TOKEN + others;
}

/** The beginning of a text that is at most so many tokens; never half a character. */
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
