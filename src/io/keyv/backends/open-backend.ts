import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../../errors.ts';
import { loadExtra } from '../../../extras.ts';
import type { Logger } from '../../../log.ts';
import { type Backend, redisProtocols } from './backend.ts';
import { openMemory } from './memory.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the backend of a bot at an address; throws the same errors as `openStore`. */
export async function openBackend(url: string, botId?: string): Promise<Backend> {
  const scheme = /^[a-z]+:(?=\/\/)/.exec(url)?.[0] ?? '';
  if (redisProtocols.includes(scheme)) {
    const { openRedis } = await loadExtra('STORE_URL with redis://', import('./redis.ts'));
    return openRedis(url, botId);
  }
  if (scheme === 'sqlite:') return openSqlite(url.slice('sqlite://'.length));
  if (scheme === 'memory:') return openMemory();
  throw new UserError(
    'bad_environment',
    `STORE_URL ${scheme ? `begins with ${scheme}//, which is not a supported store` : 'is not an address'}. Write sqlite://PATH, redis://HOST:PORT or memory://.`,
  );
}

type OpenRetryOptions = {
  readonly log: Logger;
  /** After this time the last error is thrown. */
  readonly timeoutMs: number;
};

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** Opens a store, with retries while it is not yet up or is locked. Throws any other error at once. */
export async function openWithRetry<Opened>(
  open: () => Promise<Opened> | Opened,
  { log, timeoutMs }: OpenRetryOptions,
): Promise<Opened> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      const isTemporary = error instanceof UserError && error.code === 'store_unavailable';
      if (!isTemporary || performance.now() + pauseMs > endMs) throw error;
      log.warn({ pauseMs }, 'store-open-retry');
      await sleep(pauseMs);
    }
  }
}
