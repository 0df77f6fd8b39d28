import { ApplicationFlags, type Client } from 'discord.js';
import type { Conversation } from '../../../core/conversation/message.ts';

/** The flags of an application that may read message content: one for large bots, one for others. */
export const contentFlags =
  ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/**
 * Whether Discord hides message content because the Message Content intent is off in the developer portal. It then
 * removes text, files and embeds from all messages except those to the bot. If half of people's messages are empty,
 * this checks the application.
 */
export async function isContentHidden({ messages }: Conversation, client: Client<true>): Promise<boolean> {
  const said = messages.filter(({ kind, author }) => kind === 'said' && !author.bot);
  const empty = said.filter(({ text }) => text === '').length;
  if (empty === 0 || empty * 2 < said.length) return false;
  const { flags } = await client.application.fetch();
  return !flags.any(contentFlags);
}
