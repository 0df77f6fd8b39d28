import type { ApiSource, Refusal } from '../../../app/api-ports.ts';
import type { BaseServices } from '../interaction/context.ts';

export function createCountRun({
  settings,
  runs,
}: Pick<BaseServices, 'settings' | 'runs'>): ApiSource['countRun'] {
  return async ({ guildId, userId }, work) => {
    const { dailyRuns } = await settings.of(guildId);
    const begun = await runs.begin(userId, dailyRuns);
    if (!begun.ok) return toLimitRefusal(begun.reason, begun.limit);
    let isCounted = false;
    try {
      return await work(() => {
        isCounted = true;
      });
    } finally {
      await begun.end({ counted: isCounted });
    }
  };
}

function toLimitRefusal(reason: 'running' | 'spent', limit: number): Refusal {
  return reason === 'running'
    ? {
        ok: false,
        reason: 'busy',
        detail:
          'Another summary for the owner of this token is running. Send the request again when it has ended.',
      }
    : {
        ok: false,
        reason: 'limit_reached',
        detail: `The owner of this token has used today's ${limit} summaries.`,
      };
}
