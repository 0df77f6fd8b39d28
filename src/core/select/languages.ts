import { eld } from 'eld/extrasmall';
import type { Evidence } from '../conversation/evidence.ts';

/** In shorter texts, the detector is less accurate. */
const minLetters = 20;
/** A character of these scripts says as much as this many letters. */
const denseAsLetters = 3.5;
const dense = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Hangul}]/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;
/** Chinese text may contain a few kana, and so does a shrug emoticon. */
const minKana = 2;
const minKanaShare = 0.1;
const sampleSize = 200;
const minShare = 0.15;

/** Addresses, code, mentions, emoji names, and the parts of a message that its author did not type. */
const noProse =
  /https?:\/\/\S+|```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|[@#]\S+|:\w{2,32}:|^\[(?:image|video|audio|file|sticker): .*\]$|^\[voice message\]$/gmu;

/** The BCP 47 tag of a text's language; null if the text is too short or unclear. */
export function detectLanguage(text: string): string | null {
  const prose = text.replace(noProse, ' ');
  const letters = count(prose, /\p{L}/gu);
  if (letters + (denseAsLetters - 1) * count(prose, dense) < minLetters) return null;
  const kanaLetters = count(prose, kana);
  if (kanaLetters >= minKana && kanaLetters >= letters * minKanaShare) return 'ja';
  return eld.detect(prose).language || null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * The languages of a conversation, most used first, from a sample of up to 200 messages; empty if all of it is too
 * short.
 */
export function toLanguages(evidence: Evidence): readonly string[] {
  const { messages } = evidence;
  const counts = new Map<string, number>();
  let told = 0;
  const step = Math.max(1, messages.length / sampleSize);
  for (let at = 0; at < messages.length; at += step) {
    const language = detectLanguage(messages[Math.floor(at)]?.text ?? '');
    if (language === null) continue;
    told += 1;
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (told < 10) {
    const all = detectLanguage(
      messages
        .slice(0, sampleSize)
        .map(({ text }) => text)
        .join('\n'),
    );
    if (all !== null) counts.set(all, (counts.get(all) ?? 0) + 1 + told);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([, count]) => count / total >= minShare)
    .sort((a, b) => b[1] - a[1])
    .map(([language]) => language);
}
