import {
  type APIGuildMember,
  ChatInputCommandInteraction,
  type Client,
  DiscordAPIError,
  InteractionType,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import type { OpenRun } from '../../../app/answers-ports.ts';
import { adoptPublicAnswer } from './public-answer.ts';
import { isTemporary } from './retry-answer.ts';
import { orUnavailable } from './unavailable.ts';

/**
 * Rebuilds the interaction of another process's run, as far as an answer needs it; null if the person is no longer in
 * the server, or was told by Discord that the bot did not respond.
 */
export async function restoreInteraction(
  client: Client<true>,
  { id, token, guildId, channelId, personId, locale, isPrivate, answeredAs }: OpenRun,
): Promise<ChatInputCommandInteraction | null> {
  const member = await orUnavailable(client.rest.get(Routes.guildMember(guildId, personId)));
  if (typeof member === 'string') return null;
  const interaction: ChatInputCommandInteraction = Reflect.construct(ChatInputCommandInteraction, [
    client,
    {
      id,
      token,
      type: InteractionType.ApplicationCommand,
      application_id: client.application.id,
      guild_id: guildId,
      channel: { id: channelId },
      locale,
      // Old permissions are never used; they are fetched again.
      member: { ...(member as APIGuildMember), permissions: '0' },
      data: { id: '0', name: '', type: 1 },
      app_permissions: '0',
      entitlements: [],
      authorizing_integration_owners: {},
    },
  ]);
  if (token !== null && !(await isAcknowledged(interaction))) return null;
  interaction.deferred = true;
  interaction.ephemeral = true;
  if (!isPrivate) await adoptPublicAnswer(interaction, answeredAs?.messageId);
  return interaction;
}

/** False if the process died before Discord accepted a first answer. */
async function isAcknowledged(interaction: ChatInputCommandInteraction): Promise<boolean> {
  try {
    await interaction.fetchReply();
    return true;
  } catch (error) {
    // Any other refusal is of an answer that is there no longer.
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook) return false;
    if (isTemporary(error)) throw error;
    return true;
  }
}
