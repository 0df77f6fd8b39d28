import type { ApiJobStore, TokenStore } from '../../../app/api-ports.ts';
import { apiTokenSchema, storedJobSchema, usedKeySchema } from '../../../core/api-records.ts';
import { compare } from '../../../core/order.ts';
import { createFormat, summaryFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function createTokenStore({ open }: Pick<StoreParts, 'open'>): TokenStore {
  const tokens = open('api-tokens', createFormat(apiTokenSchema));
  return {
    get: tokenId => tokens.get(tokenId),
    put: token => tokens.put([token.tokenId], token),
    async remove(tokenId) {
      if ((await tokens.get(tokenId)) === null) return false;
      await tokens.remove(tokenId);
      return true;
    },
    list: async () => [...(await tokens.values())].sort((a, b) => compare(a.createdAt, b.createdAt)),
  };
}

/** Jobs of the API and their results by id, and idempotency keys by token; records of all kinds expire by themselves. */
export function createApiJobStore({ open }: Pick<StoreParts, 'open'>): ApiJobStore {
  const jobs = open('api-jobs', createFormat(storedJobSchema), { ttlMs: dayMs });
  const results = open('api-results', summaryFormat, { ttlMs: hourMs });
  const keys = open('api-keys', createFormat(usedKeySchema), { ttlMs: dayMs, keys: 'chosen' });
  return {
    get: jobId => jobs.get(jobId),
    put: job => jobs.put([job.id], job),
    getResult: jobId => results.get(jobId),
    putResult: (jobId, summary) => results.put([jobId], summary),
    getKey: (tokenId, key) => keys.get(tokenId, key),
    putKey: (tokenId, key, used) => keys.put([tokenId, key], used),
  };
}
