import { createHash } from 'node:crypto';
import type { DMChannel, GuildTextBasedChannel, Message, MessageCreateOptions } from 'discord.js';
import { isConnectionError } from '../interaction/retry-answer.ts';

/** As many characters as Discord takes. */
const nonceLength = 25;

/**
 * Posts a message once: for some minutes Discord answers a second send under the same key with the message of the
 * first, so that a send whose answer was lost can be tried again, by us and by the person.
 */
export async function postOnce(
  channel: GuildTextBasedChannel | DMChannel,
  message: MessageCreateOptions,
  key: string,
): Promise<Message> {
  const nonce = createHash('sha256').update(`${channel.id}:${key}`).digest('hex').slice(0, nonceLength);
  const send = () => channel.send({ ...message, nonce, enforceNonce: true });
  try {
    return await send();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    return send();
  }
}
