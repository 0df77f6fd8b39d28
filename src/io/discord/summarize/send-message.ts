import { hash } from 'node:crypto';
import type { DMChannel, GuildTextBasedChannel, Message, MessageCreateOptions } from 'discord.js';
import { isConnectionError } from '../interaction/failures.ts';

/** Discord's limit. */
const nonceLength = 25;

/**
 * Posts a message once: for some minutes, Discord answers another send with the same key with the first message. So a
 * send with a lost answer can be repeated, by us and by the person.
 */
export async function postOnce(
  channel: GuildTextBasedChannel | DMChannel,
  message: MessageCreateOptions,
  key: string,
): Promise<Message> {
  const nonce = hash('sha256', `${channel.id}:${key}`).slice(0, nonceLength);
  const send = () => channel.send({ ...message, nonce, enforceNonce: true });
  try {
    return await send();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    return send();
  }
}
