import { z } from 'zod';
import { removeBracketedNumbers } from '../conversation/bracketed-numbers.ts';
import { withoutHiddenWords } from '../conversation/hidden-words.ts';
import { isVisible } from '../conversation/names.ts';

/** What a second model may say of a claim beside the messages that it cites. */
export const judgeVerdicts = ['supported', 'partly', 'not_supported', 'contradicted'] as const;
export type JudgeVerdict = (typeof judgeVerdicts)[number];

/** What a judge made of a claim; `missing` is one short line, and empty where the claim is supported and only there. */
export type Judgement = { readonly verdict: JudgeVerdict; readonly missing: string };

/** Whoever obeys a hostile message writes without end; a phrase is a line's worth. */
const longestMissing = 160;

const looseJudgement = z.object({ missing: z.string().max(10_000), verdict: z.enum(judgeVerdicts) });

/**
 * Reads what a judge wrote; null for what has another form, and for a verdict that does not fit what is said to be
 * missing: supported with something missing, or anything else without.
 */
export function parseJudgement(value: unknown): Judgement | null {
  const parsed = looseJudgement.safeParse(value);
  if (!parsed.success) return null;
  const { verdict } = parsed.data;
  const missing = toPhrase(parsed.data.missing);
  return (verdict === 'supported') === (missing === '') ? { verdict, missing } : null;
}

/** A model's words as one line without markers, and no longer than a line. */
function toPhrase(words: string): string {
  const bare = removeBracketedNumbers(withoutHiddenWords(words.toWellFormed()))
    .replace(/\s+/g, ' ')
    .replace(/[\s.。;,:]+$/u, '')
    .trim();
  if (!isVisible(bare)) return '';
  const characters = [...bare];
  if (characters.length <= longestMissing) return bare;
  const cut = characters.slice(0, longestMissing - 1).join('');
  return `${cut.replace(/\s+\S*$/u, '')}…`;
}
