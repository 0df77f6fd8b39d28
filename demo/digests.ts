import { randomUUID } from 'node:crypto';
import type { Digest } from '../src/core/digests/digest.ts';
import { createDigest, type NewDigest } from '../src/core/digests/run.ts';
import { isZone } from '../src/core/time.ts';
import { openStore } from '../src/io/keyv/open-store.ts';
import { createLogger } from '../src/log.ts';
import type { SampleWorld } from './samples/sample-world.ts';

const dayMs = 86_400_000;

/**
 * Stores the demo's digests before its bot starts, a weekly one in a channel and a daily one in a forum, and that people
 * behind webhooks are read.
 */
export async function storeSampleDigests(
  storeUrl: string,
  { guild, users, channels }: SampleWorld,
  nowMs: number,
): Promise<void> {
  const toId = (name: string): string => {
    const found = channels.get(name) ?? users.get(name);
    if (!found) throw new Error(`the samples have no ${name}`);
    return found.id;
  };
  // The browser runs on this machine, so its time zone is the same.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = isZone(here) ? here : 'UTC';
  const create = (choice: Pick<NewDigest, 'sources' | 'destination' | 'schedule' | 'detail'>): Digest => ({
    ...createDigest(
      {
        ...choice,
        id: randomUUID(),
        guildId: guild.id,
        creatorId: toId('nadia'),
        locale: 'en-US',
        review: false,
      },
      new Date(nowMs).toISOString(),
    ),
    // The conversations are older than the demo, and may be older than the digest's previous due time.
    since: new Date(nowMs - 7 * dayMs).toISOString(),
  });
  const store = await openStore(storeUrl, { log: createLogger('silent'), now: () => nowMs });
  try {
    await store.settings.change(guild.id, settings => ({ ...settings, bots: 'people' }));
    await store.digests.create(
      create({
        sources: { kind: 'channels', channelIds: [toId('engineering'), toId('budget')] },
        destination: { kind: 'channel', channelId: toId('news') },
        schedule: { kind: 'weekly', days: ['monday'], time: '09:00', zone },
        detail: 'standard',
      }),
    );
    await store.digests.create(
      create({
        sources: { kind: 'channels', channelIds: [toId('engineering')] },
        destination: { kind: 'forum', channelId: toId('ideas') },
        schedule: { kind: 'daily', time: '09:00', zone },
        detail: 'brief',
      }),
    );
  } finally {
    await store.close();
  }
}
