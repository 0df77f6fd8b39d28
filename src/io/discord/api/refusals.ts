import type { Refusal } from '../../../app/api-ports.ts';
import { english } from '../../../render/texts.ts';
import type { Denial } from '../access/check-access.ts';

export const unknownChannel: Refusal = {
  ok: false,
  reason: 'not_found',
  detail: 'There is no such channel, or the owner of this token, or the bot, cannot read it.',
};
export const unknownSummary: Refusal = {
  ok: false,
  reason: 'not_found',
  detail: 'There is no such summary, it has expired, or the owner of this token cannot read its channel.',
};

/** To a person who may not see a channel it does not exist. */
export function toDenied({ reason, channelId }: Denial): Refusal {
  return reason === 'channel_excluded'
    ? { ok: false, reason: 'not_found', detail: english(`bot.denied.${reason}`, { place: channelId }) }
    : unknownChannel;
}
