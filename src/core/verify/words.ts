const runTogether = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';

/** A letter of a script with spaces between words, as a class for patterns with flag v. */
export const spacedLetter = `[\\p{L}--[${runTogether}]]`;

/** Starts with a letter of a script without spaces, where names and values touch the next word. */
export const startsUnspaced = new RegExp(`^[${runTogether}]`, 'u');

const spacedCharacter = `[[\\p{L}\\p{N}]--[${runTogether}]]`;
const insideWord = new RegExp(`(?<=${spacedCharacter})(?=${spacedCharacter})`, 'vy');

/** Whether an offset is inside a word of a script with spaces, or inside a character. */
export function isInsideWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  // Asked for each place where a long text repeats itself.
  if (before < 128 && after < 128) return isAsciiWord(before) && isAsciiWord(after);
  if (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1))) return true;
  insideWord.lastIndex = at;
  return insideWord.test(text);
}

function isAsciiWord(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/** The first offset at or after `from` where a text contains words exactly and uncut; -1 if there is none. */
export function indexOfWords(text: string, words: string, from = 0): number {
  if (words === '') return -1;
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!isInsideWord(text, at) && !isInsideWord(text, at + words.length)) return at;
    // A word of thousands of letters may contain them at each.
    while (isInsideWord(text, at) && isInsideWord(text, at + 1)) at += 1;
  }
  return -1;
}
