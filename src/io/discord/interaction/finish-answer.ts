import { type Client, DiscordAPIError, Routes } from 'discord.js';
import type { PostedMessage } from '../../../app/ports.ts';
import type { MessageBody } from './message-body.ts';
import { isTemporary } from './retry-answer.ts';
import { orUnavailable } from './unavailable.ts';

/**
 * Replaces an expired answer by editing it as an ordinary message of the bot. `gone` if it was deleted; `refused` for
 * any other reason, such as an archived thread.
 */
export async function finishAnswer(
  client: Client,
  { channelId, messageId }: PostedMessage,
  { content, embeds, components }: Pick<MessageBody, 'content' | 'embeds' | 'components'>,
): Promise<'finished' | 'gone' | 'refused'> {
  const body = { content, embeds, components, allowed_mentions: { parse: [] } };
  try {
    const edited = await orUnavailable(
      client.rest.patch(Routes.channelMessage(channelId, messageId), { body }),
    );
    if (edited === 'gone') return 'gone';
    return edited === 'hidden' ? 'refused' : 'finished';
  } catch (error) {
    if (isTemporary(error) || !(error instanceof DiscordAPIError)) throw error;
    return 'refused';
  }
}

/** Deletes an answer that must not stay or was replaced by another message; rejects if Discord fails. */
export async function removeAnswer(client: Client, { channelId, messageId }: PostedMessage): Promise<void> {
  await orUnavailable(client.rest.delete(Routes.channelMessage(channelId, messageId)));
}
