import type { ApiSource, Caller } from '../../app/api-ports.ts';
import type { ChatStore } from '../../app/chats-ports.ts';
import type { WorkerTasks } from '../../app/ports.ts';
import { prepareEvidence } from '../../app/prepare-evidence.ts';

/** The source of the API, which also opens summaries of imported chats for their owner. */
export function withChatSummaries(
  source: ApiSource,
  chats: Pick<ChatStore, 'get' | 'getSummary'>,
  threads: WorkerTasks,
): ApiSource {
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
      const chat = found && (await chats.get(caller.userId, found.chatId));
      if (!chat) return source.openPage(caller, summaryId);
      const { timeRange } = found.summary;
      // The messages of the time that was summarized.
      const range = timeRange ? { from: timeRange.start, to: timeRange.end } : {};
      const { evidence } = await prepareEvidence(chat.conversation, range, threads, undefined);
      return { ok: true, stored: found, conversation: evidence.messages };
    },
  };
}
