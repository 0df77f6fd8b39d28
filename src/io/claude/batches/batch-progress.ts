import type Anthropic from '@anthropic-ai/sdk';
import type { BatchRecord, BatchStore, BatchTicket } from '../../../app/batches/ports.ts';
import { addMs } from '../../../core/time.ts';
import type { Logger } from '../../../log.ts';
import { toFailure } from '../call/failure.ts';
import { answerWithinMs, logBatchFailure, toCallOptions } from './batch-calls.ts';
import { toCustomId } from './batch-names.ts';

/** Most batches end within an hour. */
const pollMs = 60_000;
/** A batch that was called off ends once what is under way has ended; more than this is not waited for. */
const cancelPollMs = 10_000;
const longestCancelMs = 60_000;
/** How far the API's clock may be from ours. */
const clockSkewMs = 5 * 60_000;

/** The batch, if it is known, and when to look again, if it is being worked on. */
type Look = { readonly batchId: string | null; readonly nextLook: string | null };

/** How far submitted batches are. */
type BatchProgress = {
  /** Calls the batch off after its deadline. */
  readonly look: (record: BatchRecord, ticket: BatchTicket, signal: AbortSignal) => Promise<Look>;
  /** When to look at a batch that was submitted or is being worked on, as an instant. */
  readonly toNextLook: (ticket: BatchTicket) => string;
  readonly cancel: (batchId: string, signal: AbortSignal) => Promise<void>;
};

export function createBatchProgress(
  client: Anthropic,
  store: BatchStore,
  now: () => string,
  log: Logger,
): BatchProgress {
  const after = (ms: number) => addMs(now(), ms);
  const toNextLook = ({ deadline }: BatchTicket) => {
    const at = after(pollMs);
    return at < deadline ? at : deadline;
  };

  /**
   * Looks for the batch of a process that ended before it knew the id. Which batch a request belongs to is only known
   * from the results, so it waits for all batches of that time.
   */
  const findLost: BatchProgress['look'] = async (record, ticket, signal) => {
    const submittedMs = Date.parse(record.submittedAt);
    let isAnyOpen = false;
    try {
      for await (const { id, created_at, ended_at } of client.messages.batches.list(
        {},
        toCallOptions(signal),
      )) {
        const createdMs = Date.parse(created_at);
        if (createdMs < submittedMs - clockSkewMs) break;
        if (createdMs > submittedMs + answerWithinMs + clockSkewMs) continue;
        if (ended_at === null) {
          isAnyOpen = true;
          continue;
        }
        const results = await client.messages.batches.results(id, {}, toCallOptions(signal));
        for await (const { custom_id } of results) {
          if (custom_id !== toCustomId(record, ticket, 0)) continue;
          await store.put(ticket.guildId, ticket.digestId, { ...record, batchId: id });
          log.info({ batch: id }, 'batch-found');
          return { batchId: id, nextLook: null };
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      logBatchFailure(log, 'batches-unlisted', null, error);
      isAnyOpen = toFailure(error).isRetryable;
    }
    const isWaitedFor = isAnyOpen && now() < ticket.deadline;
    return { batchId: null, nextLook: isWaitedFor ? toNextLook(ticket) : null };
  };

  /** When to look again; null if the batch has ended or is not waited for. */
  const findNextLook = async (batchId: string, ticket: BatchTicket, signal: AbortSignal) => {
    const isLate = now() >= ticket.deadline;
    const giveUpAt = addMs(ticket.deadline, longestCancelMs);
    try {
      const batch = await client.messages.batches.retrieve(batchId, {}, toCallOptions(signal));
      if (batch.processing_status === 'ended') return null;
      if (!isLate) return toNextLook(ticket);
      if (batch.processing_status === 'in_progress') {
        await client.messages.batches.cancel(batchId, {}, toCallOptions(signal));
        log.info({ batch: batchId }, 'batch-late');
      }
      return now() < giveUpAt ? after(cancelPollMs) : null;
    } catch (error) {
      signal.throwIfAborted();
      logBatchFailure(log, 'batch-unread', batchId, error);
      return !isLate && toFailure(error).isRetryable ? toNextLook(ticket) : null;
    }
  };

  return {
    async look(record, ticket, signal) {
      const { batchId } = record;
      if (batchId === null) return findLost(record, ticket, signal);
      return { batchId, nextLook: await findNextLook(batchId, ticket, signal) };
    },
    toNextLook,
    async cancel(batchId, signal) {
      try {
        await client.messages.batches.cancel(batchId, {}, toCallOptions(signal));
      } catch (error) {
        signal.throwIfAborted();
        logBatchFailure(log, 'batch-cancel-failed', batchId, error);
      }
    },
  };
}
