import { randomBytes } from 'node:crypto';
import {
  DiscordAPIError,
  HTTPError,
  type InteractionEditReplyOptions,
  MessageFlags,
  RateLimitError,
  type RepliableInteraction,
} from 'discord.js';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import type { BotWords } from '../../render/words/bot/words.ts';

/** Discord's codes for an interaction that can no longer, or need no longer, be answered. */
const unanswerable = new Set<number | string>([10_062, 40_060, 10_015, 50_027]);

/** Nobody is mentioned by anything we send. */
export const nobody = { parse: [] as const };

/** Whether Discord says that this interaction's token is used up, or that what we would edit is gone. */
export function isTooLate(error: unknown): boolean {
  return error instanceof DiscordAPIError && (unanswerable.has(error.code) || error.code === 10_008);
}

/** Says one sentence to the person alone, in whatever way the interaction still allows. */
export async function say(interaction: RepliableInteraction, words: string): Promise<void> {
  const body = { content: words, embeds: [], components: [], allowedMentions: nobody };
  if (interaction.deferred && !interaction.replied) await interaction.editReply(body);
  else if (interaction.replied) await interaction.followUp({ ...body, flags: MessageFlags.Ephemeral });
  else await interaction.reply({ ...body, flags: MessageFlags.Ephemeral });
}

/** Replaces the answer, progress or result, of a deferred interaction. */
export async function edit(
  interaction: RepliableInteraction,
  body: InteractionEditReplyOptions,
): Promise<void> {
  await interaction.editReply({ ...body, allowedMentions: nobody });
}

/**
 * Turns anything thrown into a sentence for the person and a line in the log; throws nothing itself. What is
 * not the person's to know gets a short reference that is in both.
 */
export async function answerFailure(
  interaction: RepliableInteraction,
  error: unknown,
  log: Logger,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const reference = randomBytes(4).toString('hex');
  const ids = { interaction: interaction.id, guild: interaction.guildId, reference };
  if (isTooLate(error)) {
    log.warn({ ...ids, code: error instanceof DiscordAPIError ? error.code : undefined }, 'interaction-lost');
    return;
  }
  log.error({ ...ids, error: toLogged(error) }, 'interaction-failed');
  try {
    await say(interaction, toSentence(error, words, reference));
  } catch (second) {
    log.warn({ ...ids, error: toLogged(second) }, 'interaction-unanswered');
  }
}

function toSentence(error: unknown, words: BotWords, reference: string): string {
  if (error instanceof Error && error.name === 'AbortError') return words.stopping;
  if (error instanceof UserError)
    return error.code === 'store_unavailable' ? words.storeTrouble : error.message;
  const isDiscords = error instanceof HTTPError || error instanceof RateLimitError;
  if (isDiscords || (error instanceof DiscordAPIError && Number(error.status) >= 500))
    return words.discordTrouble;
  return words.internal(reference);
}

/** What of an error may stand in a log: no bodies, which hold messages. */
function toLogged(error: unknown): object {
  if (error instanceof DiscordAPIError) {
    return {
      name: error.name,
      code: error.code,
      status: error.status,
      method: error.method,
      route: toRoute(error.url),
    };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { thrown: typeof error };
}

/** A path without the tokens of interactions in it. */
function toRoute(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/\/(?:webhooks|interactions)\/(\d+)\/[^/]+/, '/…/$1/…');
}
