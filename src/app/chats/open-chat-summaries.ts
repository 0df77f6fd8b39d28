import { toEvidence } from '../../core/conversation/evidence.ts';
import type { ApiSource, Caller } from '../api/ports.ts';
import type { ChatStore, ChatSummary } from './ports.ts';

/** The source of the API, which also opens summaries of imported chats for their owner. */
export function withChatSummaries(source: ApiSource, chats: Pick<ChatStore, 'getSummary'>): ApiSource {
  const find = async ({ userId, channelIds }: Caller, summaryId: string) =>
    channelIds === undefined ? chats.getSummary(userId, summaryId) : null;
  return {
    ...source,
    async open(caller, summaryId) {
      const found = await find(caller, summaryId);
      return found === null ? source.open(caller, summaryId) : { ok: true, stored: found };
    },
    async openPage(caller, summaryId) {
      const found = await find(caller, summaryId);
      if (found === null) return source.openPage(caller, summaryId);
      return { ok: true, stored: found, conversation: toRead(found) };
    },
  };
}

/** The messages of the time that was summarized. */
function toRead({ summary: { timeRange }, chat }: ChatSummary) {
  return toEvidence(chat.conversation, timeRange ? { from: timeRange.start, to: timeRange.end } : {})
    .messages;
}
