import { eld } from 'eld/extrasmall';
import type { Evidence } from '../conversation/evidence.ts';
import { finish, type Sliced } from '../slices.ts';

/** Shorter texts say too little: the detector's figures fall off below a short sentence. */
const minLetters = 20;
/** A character of these scripts says as much as three or four letters. */
const denseAsLetters = 3.5;
const dense = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Hangul}]/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;
/** Chinese borrows a kana here and there, and a shrug holds one. */
const minKana = 2;
const minKanaShare = 0.1;
const sampleSize = 200;
const minShare = 0.15;

/** Addresses, code, mentions, emoji names, and what a message carries beside the words of its writer. */
const noProse =
  /https?:\/\/\S+|```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|[@#]\S+|:\w{2,32}:|^\[(?:image|video|audio|file|sticker): .*\]$|^\[voice message\]$/gmu;

/** The BCP 47 tag of a text's language, or null where the text is too short or unclear to tell. */
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
 * The languages that a conversation is held in, most spoken first, judged by up to 200 of its messages;
 * empty where all of it together is too short to tell.
 */
export function toLanguages(evidence: Evidence): readonly string[] {
  return finish(findLanguages(evidence));
}

/** The same with pauses. */
export function* findLanguages(evidence: Evidence): Sliced<readonly string[]> {
  const { messages } = evidence;
  const counts = new Map<string, number>();
  let told = 0;
  const step = Math.max(1, messages.length / sampleSize);
  for (let at = 0; at < messages.length; at += step) {
    const language = detectLanguage(messages[Math.floor(at)]?.text ?? '');
    if (messages.length > sampleSize) yield;
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
