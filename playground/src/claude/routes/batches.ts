import { Hono } from 'hono';
import { parseBody } from '../checks/body.ts';
import { findFault } from '../conditions/faults.ts';
import { waitForEnd } from '../conditions/pace.ts';
import { ClaudeError, refuse } from '../errors.ts';
import { findBatch, openBatch, settleBatch, toBatchInfo } from '../messages/batches.ts';
import type { CallBindings } from '../messages/call.ts';
import { toPage } from '../pages.ts';
import type { ClaudeState } from '../state.ts';
import { alreadySent, applyCallFaults } from './call-faults.ts';

const MOST_BATCH_BYTES = 256 * 1024 * 1024;

export function batchRoutes(state: ClaudeState): Hono<CallBindings> {
  const routes = new Hono<CallBindings>();
  const path = '/v1/messages/batches';

  routes.post(path, async context => {
    const call = context.get('call');
    const faults = state.box.take('POST /v1/messages/batches');
    const met = await applyCallFaults(call, faults);
    if (met) return met;
    const batch = openBatch(state, parseBody(context.get('bytes'), MOST_BATCH_BYTES));
    if (findFault(faults, 'unanswered')) {
      await waitForEnd(call.signal);
      return alreadySent;
    }
    return context.json(toBatchInfo(state, batch));
  });

  routes.get(path, async context => {
    const batches = [...state.batches.values()].reverse();
    for (const batch of batches) await settleBatch(state, batch);
    const page = toPage(batches, new URL(context.req.url).searchParams);
    return context.json({ ...page, data: page.data.map(batch => toBatchInfo(state, batch)) });
  });

  routes.get(`${path}/:id`, async context => {
    const batch = findBatch(state, context.req.param('id'));
    await settleBatch(state, batch);
    return context.json(toBatchInfo(state, batch));
  });

  routes.get(`${path}/:id/results`, async context => {
    const batch = findBatch(state, context.req.param('id'));
    await settleBatch(state, batch);
    if (!batch.ended) throw new ClaudeError(404, `Message batch ${batch.id} has no available results`);
    const lines = batch.ended.results.map(result => `${JSON.stringify(result)}\n`);
    return context.body(lines.join(''), 200, { 'content-type': 'application/x-jsonl' });
  });

  routes.post(`${path}/:id/cancel`, async context => {
    const batch = findBatch(state, context.req.param('id'));
    await settleBatch(state, batch);
    if (!batch.ended) batch.canceledMs ??= state.now();
    return context.json(toBatchInfo(state, batch));
  });

  routes.delete(`${path}/:id`, async context => {
    const batch = findBatch(state, context.req.param('id'));
    await settleBatch(state, batch);
    if (!batch.ended) throw refuse('message_batch_id', 'cannot be deleted while it is processed');
    state.batches.delete(batch.id);
    return context.json({ id: batch.id, type: 'message_batch_deleted' });
  });

  return routes;
}
