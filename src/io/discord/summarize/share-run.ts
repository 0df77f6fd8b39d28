import { createHash } from 'node:crypto';
import { eachWithPauses } from '../../../app/pauses.ts';
import type { SummarizeRequest } from '../../../app/summarize.ts';
import type { Conversation } from '../../../core/conversation/message.ts';

/**
 * A key that two requests share if they ask the same of the same messages. The bot's own messages are left out: the answer
 * to the first request is not read for the second.
 */
export async function toRunKey(
  conversation: Conversation,
  { detail, zone, language, focus, minConfidence, window, memory }: SummarizeRequest,
  botId: string,
): Promise<string> {
  const { messages, source } = conversation;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([source, detail, zone, language, focus, minConfidence, window, memory]));
  await eachWithPauses(messages, message => {
    if (message.author.id !== botId) hash.update(JSON.stringify(message));
  });
  return hash.digest('hex');
}
