import { expect, test } from 'vitest';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { RequestContext } from '../../../src/io/discord/interaction/context.ts';
import { findToldMessages } from '../../../src/io/discord/told-messages.ts';
import { createLogger } from '../../../src/log.ts';
import { summaryOf } from '../../core/decisions/log-input.ts';

/** As the store lists entries: in no order of time. */
const entries = Array.from({ length: 2_001 }, (_, index) => {
  const text = index === 0 ? 'The big tent is rented.' : `Lunch is at ${index}.`;
  return applySummary([], summaryOf('s1', [{ text, cites: [3_000 - index] }]), () => `e${index}`).put;
}).flat();

const context = {
  summaries: { citing: async () => [], getMany: async () => [] },
  decisionLog: { list: async () => entries },
  privacy: { optedOut: async () => new Set() },
  engine: {},
  signal: new AbortController().signal,
  log: createLogger('silent'),
  now: () => new Date().toISOString(),
} as unknown as RequestContext;

test('of more decisions than are looked through, the latest count', async () => {
  const channels = [{ id: 'c1' }] as unknown as Parameters<typeof findToldMessages>[1]['channels'];
  const [first] = await findToldMessages(context, { channels }, 'g1', 'Is the big tent rented?');
  expect(first).toEqual({ id: 'm3000', channel_id: 'c1' });
});
