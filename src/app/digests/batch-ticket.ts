import type { Digest } from '../../core/digests/digest.ts';
import { addMs } from '../../core/time.ts';
import { type BatchTicket, WorkPending } from '../batches/ports.ts';
import type { DigestRunParts } from './ports.ts';

/** Lets a run wait for a batch; null if batches are off, or a person waits for the run. */
export function toBatchTicket(
  { id, guildId, run }: Digest,
  batching: DigestRunParts['batching'],
): BatchTicket | null {
  if (batching === undefined || run === null || run.isManual) return null;
  return { guildId, digestId: id, deadline: addMs(run.startedAt, batching.minutes * 60_000) };
}

/** Rejects with `WorkPending` while a batch of the run is being worked on. */
export async function checkBatch(digest: Digest, batching: DigestRunParts['batching']): Promise<void> {
  const ticket = toBatchTicket(digest, batching);
  const nextLook = ticket && (await batching?.watch(ticket));
  if (nextLook) throw new WorkPending(nextLook);
}
