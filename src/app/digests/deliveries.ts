import type { Digest } from '../../core/digests/digest.ts';
import { addMs } from '../../core/time.ts';
import { render } from '../../render/render.ts';
import { createBackoff } from '../jobs/backoff.ts';
import type { Job, JobQueue } from '../jobs/ports.ts';
import type { Clock, StoredSummary } from '../ports.ts';
import type { DigestStore, NotifyCreator, Webhooks } from './ports.ts';

export type DeliveriesOptions = {
  readonly digests: DigestStore;
  /** Not those of the digests: a slow webhook must not hold up a digest. */
  readonly jobs: JobQueue;
  readonly webhooks: Webhooks;
  /**
   * A posted summary as it is now. `held` while it waits for a review; null if it is gone, or the creator of the digest
   * may no longer have it sent.
   */
  readonly open: (digest: Digest, summaryId: string) => Promise<StoredSummary | 'held' | null>;
  readonly tell: NotifyCreator;
  readonly clock: Clock;
};

/** Sends the summaries of digests to their webhooks, at least once each. */
type Deliveries = {
  readonly deliver: (digest: Digest, summaryId: string) => Promise<void>;
  /** What was not sent is sent after the next start. */
  readonly stop: () => Promise<void>;
};

/** The last attempt is about 25 hours after the first. */
const toRetryAt = createBackoff({ firstMs: 30_000, longestMs: 3 * 3_600_000, mostAttempts: 17 });
const reviewCheckMs = 5 * 60_000;

export function startDeliveries(options: DeliveriesOptions): Deliveries {
  const { digests, jobs, webhooks, open, tell, clock } = options;

  const run = async ({ id }: Job, signal: AbortSignal) => {
    const { guildId, digestId, eventId, summaryId } = parseJobId(id);
    const digest = await digests.get(guildId, digestId);
    const { webhook } = digest ?? {};
    if (digest === null || webhook === undefined || webhook.goneAt !== undefined) return { next: null };
    const stored = await open(digest, summaryId);
    if (stored === 'held') return { next: addMs(clock.now(), reviewCheckMs) };
    if (stored === null) return { next: null };
    const event = { id: eventId, body: render(stored.summary, 'json') };
    if ((await webhooks.send(webhook, event, signal)) === 'gone') {
      await digests.update(guildId, digestId, each =>
        each.webhook?.secret === webhook.secret
          ? { ...each, webhook: { ...each.webhook, goneAt: clock.now() } }
          : each,
      );
      await tell(digest, { kind: 'webhook_gone', url: webhook.url });
    }
    return { next: null };
  };

  const worker = jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    run,
    toRetryAt,
    async giveUp({ id }) {
      const { guildId, digestId } = parseJobId(id);
      const digest = await digests.get(guildId, digestId);
      if (digest?.webhook) await tell(digest, { kind: 'webhook_failed', url: digest.webhook.url });
      return { next: null };
    },
  });

  return {
    async deliver(digest, summaryId) {
      if (digest.webhook === undefined) return;
      await jobs.schedule(toJobId(digest, summaryId), clock.now());
    },
    stop: worker.stop,
  };
}

/** Names the digest, the time its run was due, and which of the run's summaries it is. */
function toJobId({ guildId, id, run }: Digest, summaryId: string): string {
  return [guildId, id, Date.parse(run?.tick ?? ''), (run?.posted ?? 0) + 1, summaryId].join('_');
}

/** None of the parts has an underscore. */
function parseJobId(jobId: string) {
  const [guildId = '', digestId = '', tick = '', number = '', summaryId = ''] = jobId.split('_');
  return { guildId, digestId, summaryId, eventId: [digestId, tick, number].join('_') };
}
