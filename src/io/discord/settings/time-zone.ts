import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { ZoneStore } from '../../../app/ports.ts';
import { isZone } from '../../../core/time.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import type { ZoneAsk } from '../command.ts';
import { nobody } from '../interaction/message-body.ts';

/**
 * Keeps the zone that a person says they live in; what time it is there shows that it was understood. Without one it is
 * shown what stands, and forgotten only where that is asked for.
 */
export async function answerZone(
  interaction: ChatInputCommandInteraction,
  { zone, forgets }: ZoneAsk,
  zones: ZoneStore,
  now: Date,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const { user, guildId, locale } = interaction;
  const toClock = (timeZone: string) => now.toLocaleTimeString(locale, { timeZone, timeStyle: 'short' });
  const answer = async (content: string) => {
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: nobody });
  };
  if (zone === null && !forgets) {
    const own = await zones.get(user.id);
    if (own !== null) return answer(words.zoneShown(own, toClock(own)));
    const others = (guildId === null ? null : await zones.get(guildId)) ?? 'UTC';
    return answer(words.zoneUnset(others, toClock(others)));
  }
  if (zone !== null && !isZone(zone))
    return answer(words.zoneUnknown(zone.replace(/[^\w/+-]+/g, ' ').slice(0, 60)));
  await zones.set(user.id, zone);
  return answer(zone === null ? words.zoneForgotten : words.zoneSet(zone, toClock(zone)));
}
