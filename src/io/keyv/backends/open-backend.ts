import { UserError } from '../../../errors.ts';
import type { Backend } from './backend.ts';
import { openMemory } from './memory.ts';
import { openRedis, redisProtocols } from './redis.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the backend at an address; throws the same errors as `openStore`. */
export function openBackend(url: string): Promise<Backend> | Backend {
  const scheme = /^[a-z]+:(?=\/\/)/.exec(url)?.[0] ?? '';
  if (redisProtocols.includes(scheme)) return openRedis(url);
  if (scheme === 'sqlite:') return openSqlite(url.slice('sqlite://'.length));
  if (scheme === 'memory:') return openMemory();
  throw new UserError(
    'bad_environment',
    `STORE_URL ${scheme ? `begins with ${scheme}//, which is not a supported store` : 'is not an address'}. Write sqlite://PATH, redis://HOST:PORT or memory://.`,
  );
}
