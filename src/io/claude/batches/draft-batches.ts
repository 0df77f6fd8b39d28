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
import { toEstimate, toSpending } from '../call/metered-call.ts';
import type { OutputShares } from '../models/output-share.ts';
import { halve, type Prices } from '../models/prices.ts';
import type { ClaudeRequest } from '../request.ts';
import { logBatchFailure, toCallOptions } from './batch-calls.ts';
import { toBatchKey, toCustomId } from './batch-names.ts';
import { createBatchProgress } from './batch-progress.ts';

export type BatchOptions = {
  readonly store: BatchStore;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

type BatchParts = BatchOptions & {
  readonly client: Anthropic;
  readonly prices: Prices;
  readonly shares: OutputShares;
  readonly log: Logger;
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count'>;
};

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
  const { look, toNextLook, cancel } = createBatchProgress(client, store, now, log);

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
        toCallOptions(signal),
      );
      await store.put(guildId, digestId, { ...record, batchId: batch.id });
      log.info({ batch: batch.id, requests: requests.length }, 'batch-submitted');
      return 'submitted';
    } catch (error) {
      signal.throwIfAborted();
      logBatchFailure(log, 'batch-refused', null, error);
      return 'refused';
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
      const results = await client.messages.batches.results(record.batchId, {}, toCallOptions(signal));
      for await (const { custom_id, result } of results)
        if (result.type === 'succeeded') messages.set(custom_id, result.message);
        else log.warn({ batch: record.batchId, result: result.type }, 'batch-request-failed');
    } catch (error) {
      signal.throwIfAborted();
      logBatchFailure(log, 'batch-unread', record.batchId, error);
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
      const key = toBatchKey(requests, asked);
      const record = await store.get(ticket.guildId, ticket.digestId);
      const isSuperseded = record?.key !== key && record?.deadline === ticket.deadline && !record.isCounted;
      if (isSuperseded) {
        // Messages were deleted while it waited: nothing is sent a second time to wait.
        if (record.batchId !== null) await cancel(record.batchId, signal);
        return null;
      }
      const own = record?.key === key ? record : null;
      const { batchId, nextLook } = own ? await look(own, ticket, signal) : { batchId: null, nextLook: null };
      if (nextLook !== null) throw new WorkPending(nextLook);
      if (own === null || batchId === null) {
        if (now() >= ticket.deadline) return null;
        const outcome = await submit(requests, key, asked, ticket, signal);
        if (outcome === 'submitted') throw new WorkPending(toNextLook(ticket));
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
