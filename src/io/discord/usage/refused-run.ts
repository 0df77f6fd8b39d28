import type { RefusedRun } from '../../../app/runs.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';

/** Why a person may not start another run. */
export function toRefusedRun({ reason, limit }: RefusedRun, words: BotWords): string {
  return reason === 'running' ? words.alreadyRunning : words.dailySpent(limit);
}
