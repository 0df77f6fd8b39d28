import { createHash } from 'node:crypto';
import type Anthropic from '@anthropic-ai/sdk';
import {
  type BatchRecord,
  type BatchStore,
  type BatchTicket,
  type WatchBatch,
  WorkPending,
} from '../../../app/batches/ports.ts';
import type { EngineRequest } from '../../../app/ports.ts';
import type { Telemetry } from '../../../app/telemetry/ports.ts';
import type { Meter, Payer } from '../../../app/usage/ports.ts';
import type { Estimate } from '../../../core/usage/caps.ts';
import type { Logger } from '../../../log.ts';
import { type CallEnding, toMessageEnding } from '../call/call.ts';
import { createClaimReader } from '../call/claim-reader.ts';
import { toFailure } from '../call/failure.ts';
import { toEstimate, toSpending } from '../call/metered-call.ts';
import { createTimeLimit } from '../call/time-limit.ts';
import type { OutputShares } from '../models/output-share.ts';
import { halve, type Prices } from '../models/prices.ts';
import type { ClaudeRequest } from '../request.ts';

export type BatchOptions = {
  readonly store: BatchStore;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

export type BatchParts = BatchOptions & {
  readonly client: Anthropic;
  readonly prices: Prices;
  readonly shares: OutputShares;
  readonly log: Logger;
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count'>;
};

/** Most batches end within an hour. */
const pollMs = 60_000;
/** A batch that was called off ends once what is under way has ended; more than this is not waited for. */
const cancelPollMs = 10_000;
const longestCancelMs = 60_000;
const answerWithinMs = 60_000;
/** How far the API's clock may be from ours. */
const clockSkewMs = 5 * 60_000;

export type DraftBatches = {
  /**
   * What a batch answered, one ending a request; null if it has to be asked directly. Throws `WorkPending` while the
   * batch is being worked on.
   */
  readonly draft: (
    requests: readonly ClaudeRequest[],
    asked: EngineRequest,
    ticket: BatchTicket,
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ) => Promise<readonly CallEnding[] | 'cap_reached' | null>;
  readonly watch: WatchBatch;
};

/**
 * Drafts that wait for the Message Batches API, which costs half. What is asked once is asked in one batch, also if the
 * process ends at any moment. One that is late, refused or answered in part is asked directly.
 */
export function createDraftBatches({
  store,
  now,
  client,
  prices,
  shares,
  log,
  meter,
  telemetry,
}: BatchParts): DraftBatches {
  const batchPrices = halve(prices);
  const after = (ms: number) => new Date(Date.parse(now()) + ms).toISOString();
  const options = (signal: AbortSignal) => ({ signal: createTimeLimit(signal, answerWithinMs).signal });
  const logFailure = (name: string, batchId: string | null, error: unknown) => {
    const { reason, status, requestId } = toFailure(error);
    log.warn({ batch: batchId, reason, status, requestId }, name);
  };

  const submit = async (
    requests: readonly ClaudeRequest[],
    key: string,
    { payer }: EngineRequest,
    ticket: BatchTicket,
    signal: AbortSignal,
  ): Promise<'cap_reached' | 'refused' | 'submitted'> => {
    if (payer && meter) {
      const reservation = await meter.reserve(payer, sumEstimates(requests, { prices: batchPrices, shares }));
      if (reservation === null) return 'cap_reached';
      await reservation.settle(null);
    }
    const { guildId, digestId, deadline } = ticket;
    const record = { batchId: null, key, submittedAt: now(), deadline, isCounted: false };
    try {
      await store.put(guildId, digestId, record);
      const batch = await client.messages.batches.create(
        {
          requests: requests.map(({ stream: _, ...params }, index) => ({
            custom_id: toCustomId(record, ticket, index),
            params,
          })),
        },
        options(signal),
      );
      await store.put(guildId, digestId, { ...record, batchId: batch.id });
      log.info({ batch: batch.id, requests: requests.length }, 'batch-submitted');
      return 'submitted';
    } catch (error) {
      signal.throwIfAborted();
      logFailure('batch-refused', null, error);
      return 'refused';
    }
  };

  /**
   * Looks for the batch of a process that ended before it knew the id. Which batch a request belongs to is only known
   * from the results, so it waits for all batches of that time.
   */
  const findLost = async (record: BatchRecord, ticket: BatchTicket, signal: AbortSignal): Promise<Look> => {
    const submittedMs = Date.parse(record.submittedAt);
    let isAnyOpen = false;
    try {
      for await (const { id, created_at, ended_at } of client.messages.batches.list({}, options(signal))) {
        const createdMs = Date.parse(created_at);
        if (createdMs < submittedMs - clockSkewMs) break;
        if (createdMs > submittedMs + answerWithinMs + clockSkewMs) continue;
        if (ended_at === null) {
          isAnyOpen = true;
          continue;
        }
        const results = await client.messages.batches.results(id, {}, options(signal));
        for await (const { custom_id } of results) {
          if (custom_id !== toCustomId(record, ticket, 0)) continue;
          await store.put(ticket.guildId, ticket.digestId, { ...record, batchId: id });
          log.info({ batch: id }, 'batch-found');
          return { batchId: id, nextLook: null };
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      logFailure('batches-unlisted', null, error);
      isAnyOpen = toFailure(error).isRetryable;
    }
    const isWaitedFor = isAnyOpen && now() < ticket.deadline;
    return { batchId: null, nextLook: isWaitedFor ? earlier(after(pollMs), ticket.deadline) : null };
  };

  const look = async (record: BatchRecord, ticket: BatchTicket, signal: AbortSignal): Promise<Look> => {
    const { batchId } = record;
    if (batchId === null) return findLost(record, ticket, signal);
    return { batchId, nextLook: await findNextLook(batchId, ticket, signal) };
  };

  /** When to look again; null if the batch has ended or is not waited for. Calls it off after the deadline. */
  const findNextLook = async (batchId: string, { deadline }: BatchTicket, signal: AbortSignal) => {
    const isLate = now() >= deadline;
    const giveUpAt = new Date(Date.parse(deadline) + longestCancelMs).toISOString();
    try {
      const batch = await client.messages.batches.retrieve(batchId, {}, options(signal));
      if (batch.processing_status === 'ended') return null;
      if (!isLate) return earlier(after(pollMs), deadline);
      if (batch.processing_status === 'in_progress') {
        await client.messages.batches.cancel(batchId, {}, options(signal));
        log.info({ batch: batchId }, 'batch-late');
      }
      return now() < giveUpAt ? after(cancelPollMs) : null;
    } catch (error) {
      signal.throwIfAborted();
      logFailure('batch-unread', batchId, error);
      return !isLate && toFailure(error).isRetryable ? earlier(after(pollMs), deadline) : null;
    }
  };

  /** The answers in the order of the requests; null if any is missing. All of them are counted, once. */
  const takeResults = async (
    record: BatchRecord & { readonly batchId: string },
    requests: readonly ClaudeRequest[],
    ticket: BatchTicket,
    payer: Payer | undefined,
    signal: AbortSignal,
  ): Promise<readonly Anthropic.Message[] | null> => {
    const messages = new Map<string, Anthropic.Message>();
    try {
      const results = await client.messages.batches.results(record.batchId, {}, options(signal));
      for await (const { custom_id, result } of results)
        if (result.type === 'succeeded') messages.set(custom_id, result.message);
        else log.warn({ batch: record.batchId, result: result.type }, 'batch-request-failed');
    } catch (error) {
      signal.throwIfAborted();
      logFailure('batch-unread', record.batchId, error);
      return null;
    }
    if (!record.isCounted) {
      // Before it is counted: after a crash in between it is missing, and never there twice.
      await store.put(ticket.guildId, ticket.digestId, { ...record, isCounted: true });
      for (const [index, request] of requests.entries()) {
        const message = messages.get(toCustomId(record, ticket, index));
        if (message) shares.learn(request, message.usage.output_tokens);
        const spent = message && toSpending(toMessageEnding(message), request.model, batchPrices, null);
        if (!spent) continue;
        telemetry?.count({
          kind: 'call',
          call: { model: request.model, spent, failure: null, durationMs: null },
        });
        if (payer) await meter?.count(payer, spent);
      }
    }
    const answers = requests.flatMap((_, index) => messages.get(toCustomId(record, ticket, index)) ?? []);
    return answers.length === requests.length ? answers : null;
  };

  return {
    async draft(requests, asked, ticket, onClaim, signal) {
      const key = toKey(requests, asked);
      const record = await store.get(ticket.guildId, ticket.digestId);
      const isSuperseded = record?.key !== key && record?.deadline === ticket.deadline && !record.isCounted;
      if (isSuperseded) {
        // Messages were deleted while it waited: nothing is sent a second time to wait.
        if (record.batchId !== null) await cancel(record.batchId, signal);
        return null;
      }
      const own = record?.key === key ? record : null;
      const { batchId, nextLook } = own ? await look(own, ticket, signal) : nothing;
      if (nextLook !== null) throw new WorkPending(nextLook);
      if (own === null || batchId === null) {
        if (now() >= ticket.deadline) return null;
        const outcome = await submit(requests, key, asked, ticket, signal);
        if (outcome === 'submitted') throw new WorkPending(earlier(after(pollMs), ticket.deadline));
        return outcome === 'refused' ? null : outcome;
      }
      const answers = await takeResults({ ...own, batchId }, requests, ticket, asked.payer, signal);
      if (answers === null) return null;
      return answers.map(message => {
        const reader = createClaimReader(onClaim);
        for (const block of message.content) if (block.type === 'text') reader.write(block.text);
        return toMessageEnding(message, reader);
      });
    },
    async watch(ticket) {
      const record = await store.get(ticket.guildId, ticket.digestId);
      if (record?.deadline !== ticket.deadline || record.isCounted) return null;
      return (await look(record, ticket, new AbortController().signal)).nextLook;
    },
  };

  async function cancel(batchId: string, signal: AbortSignal): Promise<void> {
    try {
      await client.messages.batches.cancel(batchId, {}, options(signal));
    } catch (error) {
      signal.throwIfAborted();
      logFailure('batch-cancel-failed', batchId, error);
    }
  }
}

/** The batch, if it is known, and when to look again, if it is being worked on. */
type Look = { readonly batchId: string | null; readonly nextLook: string | null };
const nothing: Look = { batchId: null, nextLook: null };

/** By this name a lost batch is found again, so no two digests and no two runs share one. */
function toCustomId(
  { key, deadline }: Pick<BatchRecord, 'key' | 'deadline'>,
  { guildId, digestId }: BatchTicket,
  index: number,
): string {
  const name = createHash('sha256').update(JSON.stringify([guildId, digestId, deadline, key]));
  return `${name.digest('hex').slice(0, 48)}-${index}`;
}

function sumEstimates(
  requests: readonly ClaudeRequest[],
  parts: Pick<BatchParts, 'prices' | 'shares'>,
): Estimate {
  return requests
    .map(request => toEstimate(request, parts))
    .reduce((a, b) => ({
      tokens: a.tokens + b.tokens,
      usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
    }));
}

/**
 * The same for the same messages in the same order, also if they were edited or got reactions since: claims are verified
 * against the messages as they are when the answer comes.
 */
function toKey(
  requests: readonly ClaudeRequest[],
  { evidence, detail, language, focus }: EngineRequest,
): string {
  const models = requests.map(({ model }) => model);
  const ids = evidence.messages.map(({ id }) => id);
  return createHash('sha256')
    .update(JSON.stringify([models, detail, language, focus, ids]))
    .digest('hex');
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
