import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { ZoneStore } from '../../app/ports.ts';
import { isZone } from '../../core/time.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import { nobody } from './answer.ts';

/** Keeps the zone that a person says they live in, or forgets it; what time it is there shows that it was understood. */
export async function setZone(
  interaction: ChatInputCommandInteraction,
  zone: string | null,
  zones: ZoneStore,
  now: Date,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const answer = (content: string) =>
    interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: nobody });
  if (zone !== null && !isZone(zone)) {
    await answer(words.zoneUnknown(zone.replace(/[^\w/+-]+/g, ' ').slice(0, 60)));
    return;
  }
  await zones.set(interaction.user.id, zone);
  const format = { timeZone: zone ?? 'UTC', timeStyle: 'short' } as const;
  await answer(
    zone === null
      ? words.zoneForgotten
      : words.zoneSet(zone, now.toLocaleTimeString(interaction.locale, format)),
  );
}
