import type { Digest, Webhook } from '../../core/digests/digest.ts';
import { withDelivery, withoutDelivery } from '../../core/digests/run.ts';
import { addMs } from '../../core/time.ts';
import { render } from '../../render/render.ts';
import type { JobQueue, JobWork } from '../jobs.ts';
import type { Clock } from '../ports.ts';
import type { StoredSummary } from '../store-ports.ts';
import type { DigestStore, NotifyCreator, Webhooks } from './ports.ts';

export type DeliveriesOptions = {
  readonly digests: DigestStore;
  /** Not those of the digests: a slow webhook must not hold up a digest. */
  readonly jobs: JobQueue;
  readonly webhooks: Webhooks;
  /** A posted summary as it is now; `held` while it waits for a review or settings; null if it may no longer be sent. */
  readonly open: (digest: Digest, summaryId: string) => Promise<StoredSummary | 'held' | null>;
  readonly notify: NotifyCreator;
  readonly clock: Clock;
};

/** Sets the address that each summary of a digest is also sent to, with a new secret, or removes it; null if the digest is gone. */
export async function setWebhook(
  digests: Pick<DigestStore, 'update'>,
  { guildId, id }: Pick<Digest, 'guildId' | 'id'>,
  webhook: Webhook | undefined,
): Promise<Digest | null> {
  return digests.update(guildId, id, ({ webhook: _, ...digest }) => ({
    ...digest,
    ...(webhook && { webhook }),
  }));
}

/** The last attempt is about 25 hours after the first. */
const retries = { firstMs: 30_000, longestMs: 3 * 3_600_000, mostAttempts: 17 };
const reviewCheckMs = 5 * 60_000;

/** Sends the summaries of digests to their webhooks, at least once each, until it is stopped. */
export function startDeliveries(options: DeliveriesOptions) {
  const { digests, jobs, webhooks, open, notify, clock } = options;

  const run: JobWork['run'] = async ({ id }, signal) => {
    const { guildId, digestId, summaryId } = parseJobId(id);
    const digest = await digests.get(guildId, digestId);
    if (digest === null) return null;
    const stored = isWanted(digest, summaryId) ? await open(digest, summaryId) : null;
    if (stored === 'held') return addMs(clock.now(), reviewCheckMs);
    if (stored !== null) await send(digest, stored, signal);
    await forget(digest, summaryId);
    return null;
  };

  const send = async ({ webhook }: Digest, stored: StoredSummary, signal: AbortSignal) => {
    if (webhook === undefined) return;
    // Each summary is one event, however often it is sent, and so is each renewal of a note.
    const id = [stored.summary.id, ...(stored.note ? [Date.parse(stored.note.renewedAt)] : [])].join('-');
    const event = { id, body: render(stored.summary, 'json') };
    await webhooks.send(webhook, event, signal);
  };

  const forget = async ({ guildId, id }: Digest, summaryId: string) => {
    await digests.update(guildId, id, each => withoutDelivery(each, summaryId));
  };

  const worker = jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    run,
    retries,
    async giveUp({ id }) {
      const { guildId, digestId, summaryId } = parseJobId(id);
      const digest = await digests.get(guildId, digestId);
      if (digest?.webhook) await notify(digest, { kind: 'webhook_failed', url: digest.webhook.url });
      if (digest) await forget(digest, summaryId);
      return null;
    },
  });

  return {
    async deliver(digest: Digest, summaryId: string): Promise<void> {
      if (digest.webhook === undefined) return;
      // Stored first: a job that is lost is created again from it.
      await digests.update(digest.guildId, digest.id, each => withDelivery(each, summaryId));
      await jobs.schedule(toJobId(digest, summaryId), clock.now());
    },
    /** Creates the lost jobs of what a digest still has to send. */
    async ensure(digest: Digest): Promise<void> {
      for (const summaryId of digest.deliveries ?? [])
        await jobs.ensure(toJobId(digest, summaryId), clock.now());
    },
    /** What was not sent is sent after the next start. */
    stop: worker.stop,
  };
}

/** Not if it was sent meanwhile: its job may have been created again from a list of before. */
function isWanted({ webhook, deliveries }: Digest, summaryId: string): boolean {
  return webhook !== undefined && deliveries?.includes(summaryId) === true;
}

function toJobId({ guildId, id }: Digest, summaryId: string): string {
  return [guildId, id, summaryId].join('_');
}

/** None of the parts has an underscore. */
function parseJobId(jobId: string) {
  const [guildId = '', digestId = '', summaryId = ''] = jobId.split('_');
  return { guildId, digestId, summaryId };
}
