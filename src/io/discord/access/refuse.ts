import type { RepliableInteraction } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { Ask } from '../command.ts';
import { checkAudience } from './audience.ts';
import { checkAccess } from './check-access.ts';
import { fetchGuildStanding } from './permission-snapshot.ts';
import type { SourceChannel } from './places.ts';

/**
 * The gate, before anything is fetched and again before anything is shown: a sentence that refuses, or null for leave.
 * A public answer is also for everybody who reads along.
 */
export async function refuse(
  interaction: RepliableInteraction,
  channels: readonly SourceChannel[],
  ask: Ask,
  words: BotWords,
  privacy: PrivacyStore,
): Promise<string | null> {
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const { guild, user } = interaction;
  const known = channels.length > 1 && guild ? { known: await fetchGuildStanding(guild, user.id) } : {};
  for (const channel of channels) {
    const denial =
      (await checkAccess(channel, user.id, { privacy, shownIn: here, ...known })) ??
      (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here));
    if (denial !== null) return words.denied(denial.reason, `<#${denial.channelId}>`);
  }
  return null;
}
