import type { MessageBatch, MessageBatchRequestCounts } from '@anthropic-ai/sdk/resources/messages';
import { createId } from '../../random.ts';
import { isFields, readFields, readList, readText, refuseOthers } from '../checks/fields.ts';
import { checkRequest } from '../checks/request.ts';
import { findFault } from '../conditions/faults.ts';
import { ClaudeError, refuse, toErrorBody } from '../errors.ts';
import { toMessage } from '../message.ts';
import { toStatusError } from '../routes/call-faults.ts';
import type { Batch, BatchEntry, BatchResult, ClaudeState, ResultType } from '../state.ts';
import { toHead, write } from './write-answer.ts';

const LIFE_MS = 24 * 60 * 60_000;

/** Accepts a batch; the fault of a single request appears in its result. */
export function openBatch(state: ClaudeState, value: unknown): Batch {
  const body = readFields(value, 'body');
  refuseOthers(body, ['requests'], '');
  const entries = readList(body['requests'], 'requests').map(readEntry);
  if (entries.length === 0) throw refuse('requests', 'List should have at least 1 item');
  if (entries.length > 100_000) throw refuse('requests', 'List should have at most 100000 items');
  const seen = new Set<string>();
  for (const { customId } of entries) {
    if (seen.has(customId)) throw refuse('requests', `custom_id '${customId}' is not unique`);
    seen.add(customId);
  }
  const batch: Batch = {
    id: createId(state.random, 'msgbatch'),
    entries,
    createdMs: state.now(),
    canceledMs: null,
    ended: null,
  };
  state.batches.set(batch.id, batch);
  return batch;
}

function readEntry(value: unknown, index: number): BatchEntry {
  const path = `requests.${index}`;
  const entry = readFields(value, path);
  refuseOthers(entry, ['custom_id', 'params'], path);
  const customId = readText(entry['custom_id'], `${path}.custom_id`);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(customId))
    throw refuse(`${path}.custom_id`, "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'");
  return { customId, params: readFields(entry['params'], `${path}.params`) };
}

export function findBatch(state: ClaudeState, id: string): Batch {
  const batch = state.batches.get(id);
  if (!batch) throw new ClaudeError(404, `Message batch ${id} not found`);
  return batch;
}

/** Brings a batch to its state at the clock's time. */
export async function settleBatch(state: ClaudeState, batch: Batch): Promise<void> {
  if (batch.ended) return;
  const endsMs = batch.createdMs + Math.min(state.batchMs, LIFE_MS);
  if (batch.canceledMs === null && state.now() < endsMs) return;
  const missing: ResultType | null =
    batch.canceledMs !== null ? 'canceled' : state.batchMs >= LIFE_MS ? 'expired' : null;
  const results: BatchResult[] = [];
  for (const { customId, params } of batch.entries) {
    const result = missing ? { type: missing } : await answerEntry(state, params);
    results.push({ custom_id: customId, result });
  }
  // Results may come in any order; reversed, so that code that relies on the order fails.
  batch.ended ??= { results: results.reverse(), atMs: state.now() };
}

async function answerEntry(state: ClaudeState, params: unknown): Promise<BatchResult['result']> {
  const faults = state.box.take('batch');
  try {
    const status = findFault(faults, 'status');
    if (status) throw toStatusError(status);
    if (isFields(params) && params['stream'] === true) throw refuse('stream', 'not supported in a batch');
    const request = checkRequest(params, state.models, 'create');
    const head = toHead(state, request, 'batch');
    head.input.commit();
    return { type: 'succeeded', message: toMessage(head, await write(state, request, faults)) };
  } catch (error) {
    if (!(error instanceof ClaudeError)) throw error;
    return { type: 'errored', error: toErrorBody(error, null) };
  }
}

/** The API's description of a batch. */
export function toBatchInfo(state: ClaudeState, batch: Batch): MessageBatch {
  const { id, createdMs, canceledMs, ended, entries } = batch;
  const toTime = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());
  const counts: MessageBatchRequestCounts = {
    processing: ended ? 0 : entries.length,
    succeeded: 0,
    errored: 0,
    canceled: 0,
    expired: 0,
  };
  for (const { result } of ended?.results ?? []) counts[result.type] += 1;
  return {
    id,
    type: 'message_batch',
    processing_status: ended ? 'ended' : canceledMs === null ? 'in_progress' : 'canceling',
    request_counts: counts,
    created_at: new Date(createdMs).toISOString(),
    expires_at: new Date(createdMs + LIFE_MS).toISOString(),
    ended_at: toTime(ended?.atMs),
    cancel_initiated_at: toTime(canceledMs),
    archived_at: null,
    results_url: ended ? `${state.baseUrl}/v1/messages/batches/${id}/results` : null,
  };
}
