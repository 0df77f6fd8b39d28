import { z } from 'zod';
import { storedObject } from '../../../core/stored-object.ts';

const version = z.literal(1);
const keys = storedObject({ version, keys: z.array(z.string().max(200)).max(10_000) });

/** The keys of the records that rest on one source; the latest was made at `createdAt`. */
export function toDerivedKeysRecord(list: readonly string[], createdAt: string): object {
  return { version: version.value, keys: list, createdAt };
}

export function parseDerivedKeysRecord(value: unknown): readonly string[] | null {
  return keys.safeParse(value).data?.keys ?? null;
}
