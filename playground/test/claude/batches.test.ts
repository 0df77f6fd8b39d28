import type Anthropic from '@anthropic-ai/sdk';
import { expect, it } from 'vitest';
import { ask, createClock, failureOf, startConnected } from './scene.ts';

const HOUR_MS = 60 * 60_000;
const requests = ['a', 'b', 'c'].map(custom_id => ({ custom_id, params: ask }));

async function readResults(client: Anthropic, id: string) {
  const results = [];
  for await (const result of await client.messages.batches.results(id)) results.push(result);
  return results;
}

it('answers every request of a batch, in no order, for the batch tier', async () => {
  const { client } = await startConnected({ answer: () => 'fine' });
  const batch = await client.messages.batches.create({ requests });
  expect(batch).toMatchObject({
    processing_status: 'in_progress',
    results_url: null,
    ended_at: null,
    request_counts: { processing: 3, succeeded: 0 },
  });
  const ended = await client.messages.batches.retrieve(batch.id);
  expect(ended).toMatchObject({
    processing_status: 'ended',
    request_counts: { processing: 0, succeeded: 3, errored: 0 },
  });
  const results = await readResults(client, batch.id);
  expect(results.map(({ custom_id }) => custom_id).sort()).toEqual(['a', 'b', 'c']);
  expect(results.map(({ custom_id }) => custom_id)).not.toEqual(['a', 'b', 'c']);
  for (const { result } of results) {
    expect(result).toMatchObject({
      type: 'succeeded',
      message: { content: [{ type: 'text', text: 'fine' }], usage: { service_tier: 'batch' } },
    });
  }
});

it('ends when the clock says so', async () => {
  const clock = createClock();
  const { client } = await startConnected({ now: clock.now, batchMs: HOUR_MS });
  const { id, expires_at, created_at } = await client.messages.batches.create({ requests });
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * HOUR_MS);
  clock.advance(HOUR_MS - 1);
  expect((await client.messages.batches.retrieve(id)).processing_status).toBe('in_progress');
  await expect(readResults(client, id)).rejects.toThrow(/results_url/);
  clock.advance(1);
  expect((await client.messages.batches.retrieve(id)).processing_status).toBe('ended');
});

it('says of each request what was wrong with it', async () => {
  const { claude, client } = await startConnected();
  claude.faults.next({ kind: 'none' }, 1, 'batch');
  claude.faults.next({ kind: 'status', status: 529 }, 1, 'batch');
  claude.faults.next({ kind: 'refusal' }, 1, 'batch');
  const { id } = await client.messages.batches.create({
    requests: [...requests, { custom_id: 'd', params: { ...ask, model: 'claude-nobody' } }],
  });
  const results = new Map(
    (await readResults(client, id)).map(({ custom_id, result }) => [custom_id, result]),
  );
  expect(results.get('a')).toMatchObject({ type: 'succeeded' });
  expect(results.get('b')).toMatchObject({ type: 'errored', error: { error: { type: 'overloaded_error' } } });
  expect(results.get('c')).toMatchObject({ type: 'succeeded', message: { stop_reason: 'refusal' } });
  expect(results.get('d')).toMatchObject({ type: 'errored', error: { error: { type: 'not_found_error' } } });
});

it('can be called off, expires after a day, and is listed and deleted', async () => {
  const clock = createClock();
  const { client } = await startConnected({ now: clock.now, batchMs: 48 * HOUR_MS });
  const first = await client.messages.batches.create({ requests });
  expect(await client.messages.batches.cancel(first.id)).toMatchObject({ processing_status: 'canceling' });
  expect(await client.messages.batches.retrieve(first.id)).toMatchObject({
    processing_status: 'ended',
    request_counts: { canceled: 3 },
    cancel_initiated_at: expect.any(String),
  });
  const second = await client.messages.batches.create({ requests });
  expect((await failureOf(client.messages.batches.delete(second.id))).status).toBe(400);
  clock.advance(24 * HOUR_MS);
  expect((await client.messages.batches.retrieve(second.id)).request_counts.expired).toBe(3);
  const listed = [];
  for await (const { id } of client.messages.batches.list({ limit: 1 })) listed.push(id);
  expect(listed).toEqual([second.id, first.id]);
  await client.messages.batches.delete(first.id);
  expect((await failureOf(client.messages.batches.retrieve(first.id))).status).toBe(404);
});

it.each([
  ['no requests', []],
  ['one name twice', [requests[0], requests[0]]],
  ['a name with spaces', [{ custom_id: 'a b', params: ask }]],
  ['no params', [{ custom_id: 'a' }]],
])('is refused with %s', async (_, list) => {
  const { client } = await startConnected();
  const failure = await failureOf(client.messages.batches.create({ requests: list as typeof requests }));
  expect([failure.status, failure.type]).toEqual([400, 'invalid_request_error']);
  expect(failure.apiMessage).toContain('requests');
});
