import { withoutHiddenWords, withoutSpoilerMarks } from './spoilers.ts';

/** All files that one reading takes together, in the longest file that is read. */
export const mostTogether = 10;
export const mostAttachedTexts = 100;

const textNames =
  /\.(?:txt|text|log|md|markdown|rst|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|cfg|conf|env|properties|diff|patch|sh|bash|ps1|bat|py|js|mjs|ts|tsx|jsx|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|swift|lua|sql|html?|css|scss|gradle|dockerfile|out|err|trace|srt|vtt|tex|ino)$/i;

export function hasTextEnding(name: string): boolean {
  return textNames.test(name);
}

/** Whether a file's name says that it is text, and no spoiler. */
export function isTextName(name: string): boolean {
  return hasTextEnding(name) && !isSpoilerName(name);
}

export function isSpoilerName(name: string): boolean {
  return /^SPOILER_/i.test(name);
}

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
