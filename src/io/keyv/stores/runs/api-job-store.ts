import { z } from 'zod';
import { type ApiJobStore, refusalReasons, type StoredJob, type UsedKey } from '../../../../app/api-ports.ts';
import { parseSerializedSummary, serializeSummary } from '../../../../core/claims/serialized-summary.ts';
import type { Summary } from '../../../../core/claims/summary.ts';
import { storedObject } from '../../../../core/stored-object.ts';
import type { Records } from '../../records.ts';

const version = z.literal(1);
const id = z.string().min(1).max(100);
const own = { version, id, tokenId: id, references: z.boolean().nullable() };
const refusal = storedObject({
  ok: z.literal(false),
  reason: z.enum(refusalReasons),
  detail: z.string().max(10_000),
});
const job = z.discriminatedUnion('status', [
  storedObject({ ...own, status: z.literal('running') }),
  storedObject({ ...own, status: z.literal('canceled') }),
  storedObject({ ...own, status: z.literal('done'), summaryId: id.nullable() }),
  storedObject({ ...own, status: z.literal('failed'), refusal: refusal.nullable() }),
]);
const result = storedObject({ version, summary: z.unknown() });
const usedKey = storedObject({ version, hash: z.string().regex(/^[\da-f]{64}$/), jobId: id });

export function parseApiJobRecord(value: unknown): StoredJob | null {
  const { data } = job.safeParse(value);
  if (data === undefined) return null;
  const { version: _, ...stored } = data;
  return stored;
}

export function parseUsedKeyRecord(value: unknown): UsedKey | null {
  const { data } = usedKey.safeParse(value);
  if (data === undefined) return null;
  const { version: _, ...used } = data;
  return used;
}

export function parseApiResultRecord(value: unknown): Summary | null {
  const { data } = result.safeParse(value);
  return data === undefined ? null : parseSerializedSummary(data.summary);
}

/** Jobs of the API and their results by id, and idempotency keys by token; records of all kinds expire by themselves. */
export function createApiJobStore(
  jobs: Records<StoredJob>,
  results: Records<Summary>,
  keys: Records<UsedKey>,
): ApiJobStore {
  return {
    getResult: jobId => results.get(jobId),
    putResult: (jobId, summary) =>
      results.put([jobId], { version: version.value, summary: serializeSummary(summary) }),
    get: jobId => jobs.get(jobId),
    put: stored => jobs.put([stored.id], { version: version.value, ...stored }),
    getKey: (tokenId, key) => keys.get(tokenId, key),
    putKey: (tokenId, key, used) => keys.put([tokenId, key], { version: version.value, ...used }),
  };
}
