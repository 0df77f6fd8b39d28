import type { Conversation } from '../../../core/conversation/message.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';

/** Why there is nothing to summarize in a place, which is a mention. */
export function toEmptyWords({ optedOut = 0 }: Conversation, place: string, words: BotWords): string {
  return optedOut > 0 ? words.privacy.allOptedOut(optedOut) : words.empty(place);
}
