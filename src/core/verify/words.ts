const runTogether = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';

/** A letter of a script with spaces between words, as a class for patterns with flag v. */
export const spacedLetter = `[\\p{L}--[${runTogether}]]`;

/** Starts with a letter of a script without spaces, where names and values touch the next word. */
export const startsUnspaced = new RegExp(`^[${runTogether}]`, 'u');

const wordCharacter = /[\p{L}\p{N}]/u;

/** Whether an offset is inside a word of a script with spaces, or inside a character. */
export function isInsideWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (/[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '')) return true;
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return [before, after].every(each => wordCharacter.test(each) && !startsUnspaced.test(each));
}

/** The first offset at or after `from` where a text contains words exactly and uncut; -1 if there is none. */
export function indexOfWords(text: string, words: string, from = 0): number {
  if (words === '') return -1;
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!isInsideWord(text, at) && !isInsideWord(text, at + words.length)) return at;
  }
  return -1;
}
