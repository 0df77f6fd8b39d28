import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../../errors.ts';
import { loadExtra } from '../../../extras.ts';
import type { Logger } from '../../../log.ts';
import { type Backend, redisProtocols } from './backend.ts';
import { inMemory, openSqlite } from './sqlite.ts';

/** Opens the backend of a bot at an address; throws the same errors as `openStore`. */
export async function openBackend(url: string, botId?: string): Promise<Backend> {
  const scheme = /^[a-z]+:(?=\/\/)/.exec(url)?.[0] ?? '';
  if (redisProtocols.includes(scheme)) {
    const { openRedis } = await loadExtra('STORE_URL with redis://', import('./redis.ts'));
    return openRedis(url, botId);
  }
  if (scheme === 'sqlite:') {
    const path = url.slice('sqlite://'.length);
    if (path !== '' && path !== inMemory) return openSqlite(path);
    throw new UserError(
      'bad_environment',
      'STORE_URL names no file. Write, for example, sqlite://data/footnote.sqlite, or memory:// to store nothing.',
    );
  }
  if (scheme === 'memory:') return openSqlite(inMemory);
  throw new UserError(
    'bad_environment',
    `STORE_URL ${scheme ? `begins with ${scheme}//, which is not a supported store` : 'is not an address'}. Write sqlite://PATH, redis://HOST:PORT or memory://.`,
  );
}

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** Opens it with retries while it is not yet up or is locked. Throws any other error at once, and the last after `timeoutMs`. */
export async function openBackendWithRetry(
  url: string,
  botId: string | undefined,
  log: Logger,
  timeoutMs: number,
): Promise<Backend> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await openBackend(url, botId);
    } catch (error) {
      const isTemporary = error instanceof UserError && error.code === 'store_unavailable';
      if (!isTemporary || performance.now() + pauseMs > endMs) throw error;
      log.warn({ pauseMs, message: error.message }, 'store-open-retry');
      await sleep(pauseMs);
    }
  }
}
