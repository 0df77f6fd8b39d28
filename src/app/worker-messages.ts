import type { EvidenceMessage } from '../core/conversation/evidence.ts';
import { toMessageParts } from '../core/conversation/message-parts.ts';
import type { WorkerTasks } from './ports.ts';

/** Some of the messages, or null after the last. */
export type MessagesAnswer = readonly EvidenceMessage[] | null;

/** Runs a task that begins with `receiveMessages`: to hand over 50,000 messages at once would hold the event loop. */
export async function runWithMessages<Input, Result>(
  { run }: WorkerTasks,
  task: string,
  input: Input,
  messages: readonly EvidenceMessage[],
  signal?: AbortSignal,
): Promise<Result> {
  const running = run<Input, null, MessagesAnswer, Result>(task, input, { signal });
  await running.next();
  for (const part of toMessageParts(messages)) await running.next(part);
  const { done, value } = await running.next(null);
  if (!done) throw new TypeError(`the task ${task} ended without a result`);
  return value;
}

/** Reads the messages in the thread. */
export async function* receiveMessages(): AsyncGenerator<null, EvidenceMessage[], MessagesAnswer> {
  const messages: EvidenceMessage[] = [];
  for (let part = yield null; part !== null; part = yield null)
    for (const message of part) messages.push(message);
  return messages;
}
