import { expect, onTestFinished, test } from 'vitest';
import { startDeliveries } from '../../../src/app/digests/deliveries.ts';
import type { DigestNotice } from '../../../src/app/digests/ports.ts';
import { createMemoryQueue } from '../../../src/app/jobs.ts';
import type { Clock } from '../../../src/app/ports.ts';
import type { StoredSummary } from '../../../src/app/store-ports.ts';
import { withDelivery } from '../../../src/core/digests/run.ts';
import { createLogger } from '../../../src/log.ts';
import { extractiveSummary } from '../../render/full-summary.ts';
import { sure } from '../../sure.ts';
import { choice, createDigestWorld } from './digest-world.ts';

const startMs = Date.UTC(2026, 2, 2, 9);
const webhook = { url: 'https://hooks.example/', secret: 'whsec_' };

/** Sleeping moves the clock on at once. */
async function setUp(send: (atMs: number) => void, open: (atMs: number) => StoredSummary | 'held' | null) {
  let nowMs = startMs;
  const now = () => new Date(nowMs).toISOString();
  const clock: Clock = {
    now,
    sleepUntil: async (instant, signal) => {
      await new Promise(setImmediate);
      if (!signal.aborted && (await stored())?.deliveries?.length)
        nowMs = Math.max(nowMs, Date.parse(instant));
    },
  };
  const { digests } = createDigestWorld({ webhook }).createParts();
  const stored = () => digests.get(choice.guildId, choice.id);
  const jobs = createMemoryQueue({ clock, log: createLogger('silent') });
  const sent: { readonly id: string; readonly atMs: number }[] = [];
  const notices: DigestNotice[] = [];
  const digest = sure(await stored());
  const deliveries = startDeliveries({
    digests,
    jobs,
    webhooks: {
      allows: () => true,
      newSecret: () => '',
      send: async (_, { id }) => {
        sent.push({ id, atMs: nowMs });
        return send(nowMs);
      },
    },
    open: async () => open(nowMs),
    notify: async (_, notice) => void notices.push(notice),
    clock,
  });
  onTestFinished(deliveries.stop);
  return { digest, digests, stored, deliveries, sent, notices };
}

const summary = {
  summary: extractiveSummary,
  request: { detail: 'standard' },
  requesterId: 'ann',
  guildId: 'g1',
  channelId: 'c1',
  createdAt: new Date(startMs).toISOString(),
} satisfies StoredSummary;

test('is repeated with the same id for about a day, and then given up with a word to the creator', async () => {
  const refuse = () => {
    throw new Error('500');
  };
  const { digest, deliveries, sent, notices } = await setUp(refuse, () => summary);
  await deliveries.deliver(digest, 's1');
  await expect.poll(() => notices).toEqual([{ kind: 'webhook_failed', url: webhook.url }]);
  expect([...new Set(sent.map(({ id }) => id))]).toEqual([extractiveSummary.id]);
  const hours = ((sent.at(-1)?.atMs ?? 0) - startMs) / 3_600_000;
  expect(hours).toBeGreaterThan(24);
  expect(hours).toBeLessThan(28);
});

test('is noted before it is sent, and until the webhook has accepted it', async () => {
  const { digest, stored, deliveries } = await setUp(
    () => {},
    atMs => (atMs < startMs + 3_600_000 ? 'held' : summary),
  );
  await deliveries.deliver(digest, 's1');
  expect((await stored())?.deliveries).toEqual(['s1']);
  await expect.poll(async () => (await stored())?.deliveries).toEqual([]);
  expect((await stored())?.deliveries).toEqual([]);
});

test('is sent with the id of its summary if its job was lost, and only once', async () => {
  const { digest, digests, stored, deliveries, sent } = await setUp(
    () => {},
    () => summary,
  );
  await digests.update(digest.guildId, digest.id, each => withDelivery(each, 's1'));
  const ensure = async () => {
    const waiting = await stored();
    if (waiting) await deliveries.ensure(waiting);
  };
  await ensure();
  await expect.poll(async () => (await stored())?.deliveries).toEqual([]);
  await ensure();
  expect(sent.map(({ id }) => id)).toEqual([extractiveSummary.id]);
});

test('waits for a review, however long it takes', async () => {
  const { digest, deliveries, sent, notices } = await setUp(
    () => {},
    atMs => (atMs < startMs + 72 * 3_600_000 ? 'held' : summary),
  );
  await deliveries.deliver(digest, 's1');
  await expect.poll(() => sent, { timeout: 5_000 }).toHaveLength(1);
  expect(notices).toEqual([]);
});
