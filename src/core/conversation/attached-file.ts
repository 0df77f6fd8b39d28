import { withoutHiddenWords, withoutSpoilerMarks } from './spoilers.ts';

/** All files that one reading takes together, in the longest file that is read. */
export const mostTogether = 10;
/** The most text files that one reading takes. */
export const mostAttachedTexts = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of them
const binary = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f\ufffd]/;

/** The text in a file, with line breaks as in messages; null if it is not text. */
export function decodeAttachedText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (binary.test(text)) return null;
    const plain = withoutSpoilerMarks(text).replace(/\r\n?/g, '\n');
    return withoutHiddenWords(plain).toWellFormed().trimEnd();
  } catch {
    return null;
  }
}
