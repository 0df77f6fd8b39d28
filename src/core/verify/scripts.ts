const runTogether = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';

/** A letter of a script that sets spaces between words, as a class for patterns with the flag v. */
export const spacedLetter = `[\\p{L}--[${runTogether}]]`;

/** Begins with a letter of a script that sets none: names and values stand right beside the next word. */
export const unspaced = new RegExp(`^[${runTogether}]`, 'u');
