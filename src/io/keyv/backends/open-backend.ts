import { UserError } from '../../../errors.ts';
import { loadExtra } from '../../../extras.ts';
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
