import type { GuildTextBasedChannel, RepliableInteraction } from 'discord.js';
import type { PrivacyStore } from '../../app/ports.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { checkAccess } from './access.ts';
import { checkAudience } from './audience.ts';
import type { Ask } from './command.ts';

/**
 * The gate, before anything is fetched and again before anything is shown: a sentence that refuses, or null for leave.
 * A public answer is also for everybody who reads along.
 */
export async function refuse(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  ask: Ask,
  words: BotWords,
  privacy: PrivacyStore,
): Promise<string | null> {
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const denial =
    (await checkAccess(channel, interaction.user.id, { privacy, shownIn: here })) ??
    (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here));
  return denial === null ? null : words.denied(denial.reason, `<#${denial.channelId}>`);
}
