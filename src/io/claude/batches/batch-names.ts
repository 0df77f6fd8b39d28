import { hash } from 'node:crypto';
import type { BatchRecord, BatchTicket } from '../../../app/batches/ports.ts';
import type { EngineRequest } from '../../../app/ports.ts';
import type { ClaudeRequest } from '../request.ts';

/** By this name a lost batch is found again, so no two digests and no two runs share one. */
export function toCustomId(
  { key, deadline }: Pick<BatchRecord, 'key' | 'deadline'>,
  { guildId, digestId }: BatchTicket,
  index: number,
): string {
  const name = hash('sha256', JSON.stringify([guildId, digestId, deadline, key]));
  return `${name.slice(0, 48)}-${index}`;
}

/**
 * The same for the same messages in the same order, also if they were edited or got reactions since: claims are verified
 * against the messages as they are when the answer comes.
 */
export function toBatchKey(
  requests: readonly ClaudeRequest[],
  { evidence, detail, language, focus }: EngineRequest,
): string {
  const models = requests.map(({ model }) => model);
  const ids = evidence.messages.map(({ id }) => id);
  return hash('sha256', JSON.stringify([models, detail, language, focus, ids]));
}
