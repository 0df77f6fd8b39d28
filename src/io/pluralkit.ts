import PQueue from 'p-queue';
import { z } from 'zod';
import type { ProxySenders } from '../app/store-ports.ts';
import { type Logger, toLoggedError } from '../log.ts';
import { createLru } from '../lru.ts';

type PluralKitOptions = {
  readonly log: Logger;
  readonly url?: string;
  readonly timeoutMs?: number;
  /** How long nothing is asked after a failure that others would share. */
  readonly pauseMs?: number;
  /** How long a message that PluralKit does not know is not asked about again. */
  readonly unknownMs?: number;
};

/** As many messages as one reading has at most. */
const maxKnown = 50_000;
const messageSchema = z.object({ sender: z.string().regex(/^\d{15,20}$/) });

/** Asks PluralKit who wrote a message, at eight of the ten requests a second that it allows. https://pluralkit.me/api/endpoints/ */
export function createPluralKit({
  log,
  url = 'https://api.pluralkit.me',
  timeoutMs = 5_000,
  pauseMs = 30_000,
  unknownMs = 3_600_000,
}: PluralKitOptions): ProxySenders {
  const known = createLru<string>(maxKnown);
  const unknown = createLru<true>(maxKnown, { ttl: unknownMs });
  const queue = new PQueue({ concurrency: 4, interval: 1_000, intervalCap: 8 });
  let pausedUntilMs = 0;
  const ask = async (messageId: string, signal: AbortSignal): Promise<string | null> => {
    if (Date.now() < pausedUntilMs) return null;
    try {
      const response = await fetch(`${url}/v2/messages/${messageId}`, {
        headers: { 'user-agent': 'Footnote' },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const body: unknown = await response.json();
      // PluralKit knows no such message.
      if (response.status === 404) {
        unknown.set(messageId, true);
        return null;
      }
      if (!response.ok) throw new Error(`PluralKit answered ${response.status}`);
      const { sender } = messageSchema.parse(body);
      known.set(messageId, sender);
      return sender;
    } catch (error) {
      signal.throwIfAborted();
      pausedUntilMs = Date.now() + pauseMs;
      log.warn(toLoggedError(error), 'sender-lookup-failed');
      return null;
    }
  };
  return {
    known: messageId => known.get(messageId) ?? (unknown.has(messageId) ? null : undefined),
    find: async (messageId, signal) => (await queue.add(() => ask(messageId, signal), { signal })) ?? null,
  };
}
