import type { RefusedRun } from '../../../app/runs.ts';
import type { Texts } from '../../../render/texts.ts';

/** Why a person may not start another run. */
export function toRefusedRun({ reason, limit }: RefusedRun, t: Texts): string {
  return reason === 'running' ? t('bot.alreadyRunning') : t('bot.dailySpent', { limit });
}
