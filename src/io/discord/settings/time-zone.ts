import { MessageFlags } from 'discord.js';
import { isZone } from '../../../core/time.ts';
import type { ZoneAsk } from '../command.ts';
import type { RequestContext } from '../interaction/context.ts';
import { noMentions } from '../interaction/message-body.ts';

/** Stores, clears or shows a person's time zone. The answer contains the time there, so that a wrong zone is noticed. */
export async function answerZone(
  { interaction, locale, t, zones, now }: RequestContext,
  { zone, forgets }: ZoneAsk,
): Promise<void> {
  const { user, guildId } = interaction;
  const toClock = (timeZone: string) =>
    new Date(now()).toLocaleTimeString(locale, { timeZone, timeStyle: 'short' });
  const answer = async (content: string) => {
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: noMentions });
  };
  if (zone !== null && forgets) return answer(t('bot.conflicts.zoneAndForget'));
  if (zone === null && !forgets) {
    const own = await zones.get(user.id);
    if (own !== null) return answer(t('bot.zoneShown', { zone: own, now: toClock(own) }));
    const others = (guildId === null ? null : await zones.get(guildId)) ?? 'UTC';
    return answer(t('bot.zoneUnset', { zone: others, now: toClock(others) }));
  }
  if (zone !== null && !isZone(zone))
    return answer(t('bot.zoneUnknown', { zone: zone.replace(/[^\w/+-]+/g, ' ').slice(0, 60) }));
  await zones.set(user.id, zone);
  return answer(zone === null ? t('bot.zoneForgotten') : t('bot.zoneSet', { zone, now: toClock(zone) }));
}
