import { isByPerson } from '../../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../../core/conversation/message.ts';
import type { Texts } from '../../../../render/texts.ts';

/** Why there is nothing to summarize in a place, which is a mention; null if a person wrote something. */
export function toEmptyWords(
  { messages, optedOut = 0 }: Conversation,
  place: string,
  t: Texts,
): string | null {
  if (messages.some(isByPerson)) return null;
  if (optedOut > 0) return t('bot.privacy.allOptedOut', { count: optedOut });
  return messages.length > 0 ? t('bot.onlyBots', { place }) : t('bot.empty', { place });
}
