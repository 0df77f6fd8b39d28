import { hash } from 'node:crypto';
import {
  type APIMessage,
  type Client,
  DiscordAPIError,
  type DMChannel,
  type GuildTextBasedChannel,
  type Message,
  type MessageCreateOptions,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import type { PostedMessage } from '../../../app/store-ports.ts';
import type { MessageBody } from '../../../render/embed/message-body.ts';
import { isConnectionError, isTemporary, orUnavailable } from './failures.ts';

/** Discord's limit. */
const nonceLength = 25;

/** Posts a message once: for some minutes, another send with the same key gets the first message, so it can be repeated. */
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

/** Sends a person a direct message, once in the same way; false if they take none. */
export async function sendDirect(
  { users }: Client,
  personId: string,
  message: MessageCreateOptions,
  key: string,
): Promise<boolean> {
  try {
    await postOnce(await users.createDM(personId), message, key);
    return true;
  } catch (error) {
    if (isClosedDirect(error)) return false;
    throw error;
  }
}

/** Whether a person takes no direct messages, which Discord says only on an attempt. */
export function isClosedDirect(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotSendMessagesToThisUser;
}

function toRoute({ channelId, messageId }: PostedMessage) {
  return Routes.channelMessage(channelId, messageId);
}

export async function fetchMessage(client: Client, post: PostedMessage): Promise<APIMessage> {
  return (await client.rest.get(toRoute(post))) as APIMessage;
}

export async function editMessage(
  client: Client,
  post: PostedMessage,
  { content, embeds, components }: Omit<MessageBody, 'content'> & { readonly content: string | undefined },
): Promise<void> {
  const body = { content, embeds, components, allowed_mentions: { parse: [] } };
  await client.rest.patch(toRoute(post), { body });
}

export async function deleteMessage(client: Client, post: PostedMessage): Promise<void> {
  await client.rest.delete(toRoute(post));
}

/** Replaces an expired answer, unless it was deleted; false if Discord refuses that, as in an archived thread. */
export async function finishAnswer(client: Client, post: PostedMessage, body: MessageBody): Promise<boolean> {
  try {
    return (await orUnavailable(editMessage(client, post, body))) !== 'hidden';
  } catch (error) {
    if (isTemporary(error) || !(error instanceof DiscordAPIError)) throw error;
    return false;
  }
}
