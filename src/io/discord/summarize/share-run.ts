import { createHash } from 'node:crypto';
import type { SummarizeRequest } from '../../../app/summarize.ts';
import { runInSlices } from '../../../app/windows/run-in-slices.ts';
import type { Conversation } from '../../../core/conversation/message.ts';

/**
 * A key that two requests share if they ask the same of the same messages. The bot's own messages are left out: the answer
 * to the first request is not read for the second.
 */
export function toRunKey(
  conversation: Conversation,
  { detail, zone, language, focus, minConfidence, window, memory }: SummarizeRequest,
  botId: string,
): Promise<string> {
  const { messages, source } = conversation;
  return runInSlices(
    (function* () {
      const hash = createHash('sha256');
      hash.update(JSON.stringify([source, detail, zone, language, focus, minConfidence, window, memory]));
      for (const message of messages) {
        if (message.author.id === botId) continue;
        hash.update(JSON.stringify(message));
        yield;
      }
      return hash.digest('hex');
    })(),
  );
}
