import { eld } from 'eld/extrasmall';
import type { Evidence } from '../conversation/evidence.ts';

/** Shorter texts say too little: the detector's figures fall off below a short sentence. */
const minLetters = 20;
const minUnspacedLetters = 6;
const sampleSize = 200;
const minShare = 0.15;

/** The BCP 47 tag of a text's language, or null where the text is too short or unclear to tell. */
export function detectLanguage(text: string): string | null {
  const prose = text.replace(/https?:\/\/\S+|```[\s\S]*?```|`[^`]*`|[@#]\S+/g, ' ');
  const letters = prose.match(/\p{L}/gu)?.length ?? 0;
  const floor = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(prose) ? minUnspacedLetters : minLetters;
  if (letters < floor) return null;
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(prose)) return 'ja';
  return eld.detect(prose).language || null;
}

/**
 * The languages that a conversation is held in, most spoken first, judged by up to 200 of its messages;
 * empty where all of it together is too short to tell.
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
