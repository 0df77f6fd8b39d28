import { z } from 'zod';
import type { ApiJobStore, StoredJob, UsedKey } from '../../../app/api-ports.ts';
import { storedJobSchema, usedKeySchema } from '../../../core/api-records.ts';
import { parseSerializedSummary, serializeSummary } from '../../../core/claims/serialized-summary.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { createFieldFormat, createFormat } from '../formats.ts';
import type { Records } from '../records.ts';

export const apiJobFormat = createFormat(storedJobSchema);
export const usedKeyFormat = createFormat(usedKeySchema);
const resultFormat = createFieldFormat('summary', z.unknown());

export function parseApiResultRecord(value: unknown): Summary | null {
  return parseSerializedSummary(resultFormat.parse(value));
}

/** Jobs of the API and their results by id, and idempotency keys by token; records of all kinds expire by themselves. */
export function createApiJobStore(
  jobs: Records<StoredJob>,
  results: Records<Summary>,
  keys: Records<UsedKey>,
): ApiJobStore {
  return {
    getResult: jobId => results.get(jobId),
    putResult: (jobId, summary) => results.put([jobId], resultFormat.toRecord(serializeSummary(summary))),
    get: jobId => jobs.get(jobId),
    put: stored => jobs.put([stored.id], apiJobFormat.toRecord(stored)),
    getKey: (tokenId, key) => keys.get(tokenId, key),
    putKey: (tokenId, key, used) => keys.put([tokenId, key], usedKeyFormat.toRecord(used)),
  };
}
