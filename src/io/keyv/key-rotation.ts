import { z } from 'zod';
import { createEncryption, toMissingKey } from './encryption.ts';
import { createFieldFormat, type Format } from './formats.ts';
import type { Kinds } from './kinds.ts';
import type { Records } from './records.ts';

export const keysNamespace = 'key-ids';
export const keyIdsRecord = 'all';
const keyIdsFormat = createFieldFormat('keyIds', z.array(z.string().max(200)).max(100));

/** Records of the store itself, which are not encrypted. */
export function openPlain<Value>({ open }: Kinds, format: Format<Value>): Records<Value> {
  return open(keysNamespace, format, { encryption: createEncryption([]) });
}

/** The ids of the keys that stored values may be encrypted with. */
export function openKeyIds(kinds: Kinds): Records<readonly string[]> {
  return openPlain(kinds, keyIdsFormat);
}

/** Throws `UserError('bad_environment')` if stored values are encrypted with a key that is not given. */
export function requireKeys(used: readonly string[], keyIds: readonly string[]): void {
  const missing = used.filter(id => !keyIds.includes(id));
  if (missing.length > 0) throw toMissingKey('bad_environment', missing);
}

/**
 * Makes the first key the only one in use, so that the others can be removed from STORE_KEY: `rewrite` encrypts every
 * value with it. Throws `UserError('bad_environment')` before any write if a stored value's key is missing.
 */
export async function rotateKeys(
  keyIds: readonly string[],
  kinds: Kinds,
  rewrite: () => Promise<void>,
): Promise<void> {
  const stored = openKeyIds(kinds);
  const used = (await stored.get(keyIdsRecord)) ?? [];
  requireKeys(used, keyIds);
  const [current] = keyIds;
  if (current === undefined || (used.length === 1 && used[0] === current)) return;
  // Before the first value, so that the next start continues an interrupted rotation.
  await stored.put([keyIdsRecord], [...new Set([current, ...used])]);
  await rewrite();
  await stored.put([keyIdsRecord], [current]);
}
