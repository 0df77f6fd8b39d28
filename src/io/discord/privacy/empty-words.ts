import type { GuildTextBasedChannel } from 'discord.js';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';

/** Why there is nothing to summarize. */
export function toEmptyWords(
  { optedOut = 0 }: Conversation,
  channel: GuildTextBasedChannel,
  words: BotWords,
): string {
  return optedOut > 0 ? words.privacy.allOptedOut(optedOut) : words.empty(channel.toString());
}
