import { isByPerson } from '../../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../../core/conversation/message.ts';
import type { BotWords } from '../../../../render/words/bot/words.ts';

/** Why there is nothing to summarize in a place, which is a mention; null if a person wrote something. */
export function toEmptyWords(
  { messages, optedOut = 0 }: Conversation,
  place: string,
  words: BotWords,
): string | null {
  if (messages.some(isByPerson)) return null;
  if (optedOut > 0) return words.privacy.allOptedOut(optedOut);
  return messages.length > 0 ? words.onlyBots(place) : words.empty(place);
}
