import { z } from 'zod';
import type { KeySpace } from './backends/backend.ts';
import { createEncryption, toMissingKey } from './encryption.ts';
import { createFieldFormat } from './formats.ts';
import { createRecords, type Records } from './records.ts';

export const keysNamespace = 'key-ids';
export const keyIdsRecord = 'all';
const keyIdsFormat = createFieldFormat('keyIds', z.array(z.string().max(200)).max(100));

type KeyRotation = {
  /** The keys from the environment; the first encrypts. */
  readonly keyIds: readonly string[];
  /** The keys that stored values may be encrypted with; this record itself is not encrypted. */
  readonly stored: Records<readonly string[]>;
  /** Re-encrypts every value with the first key. */
  readonly rewrite: () => Promise<void>;
};

type KeyIdsOptions = {
  readonly answerTimeoutMs: number;
  readonly onUnavailable?: (cause: unknown) => void;
};

/** The ids of the keys that stored values may be encrypted with; this record is not encrypted. */
export function openKeyIds(
  open: (namespace: string) => Promise<KeySpace>,
  { answerTimeoutMs, onUnavailable = () => {} }: KeyIdsOptions,
): Records<readonly string[]> {
  return createRecords({
    open: () => open(keysNamespace),
    codec: createEncryption([]).createCodec(keysNamespace),
    format: keyIdsFormat,
    // It is then written again.
    onUnreadable: () => {},
    onUnavailable,
    answerTimeoutMs,
  });
}

/** Throws `UserError('bad_environment')` if stored values are encrypted with a key that is not given. */
export function requireKeys(used: readonly string[], keyIds: readonly string[]): void {
  const missing = used.filter(id => !keyIds.includes(id));
  if (missing.length > 0) throw toMissingKey('bad_environment', missing);
}

/**
 * Makes the first key the only one in use, so that the others can be removed from STORE_KEY. Throws
 * `UserError('bad_environment')` before any write if a stored value's key is missing.
 */
export async function rotateKeys({ keyIds, stored, rewrite }: KeyRotation): Promise<void> {
  const used = (await stored.get(keyIdsRecord)) ?? [];
  requireKeys(used, keyIds);
  const [current] = keyIds;
  if (current === undefined || (used.length === 1 && used[0] === current)) return;
  // Before the first value, so that the next start continues an interrupted rotation.
  await stored.put([keyIdsRecord], [...new Set([current, ...used])]);
  await rewrite();
  await stored.put([keyIdsRecord], [current]);
}
