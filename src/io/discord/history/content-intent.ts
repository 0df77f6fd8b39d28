import { ApplicationFlags, type Client } from 'discord.js';
import type { Conversation } from '../../../core/conversation/message.ts';

/** The flags of an application that may read message content: one for large bots, one for others. */
export const contentFlags =
  ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/**
 * Whether Discord keeps the words of messages from the bot because the Message Content intent is not switched on in
 * the developer portal. It then leaves out words, files and embeds of all messages but those to the bot itself; so
 * when half of what people wrote is empty, the application is looked at.
 */
export async function isContentHidden({ messages }: Conversation, client: Client<true>): Promise<boolean> {
  const said = messages.filter(({ kind, author }) => kind === 'said' && !author.bot);
  const empty = said.filter(({ text }) => text === '').length;
  if (empty === 0 || empty * 2 < said.length) return false;
  const { flags } = await client.application.fetch();
  return !flags.any(contentFlags);
}
