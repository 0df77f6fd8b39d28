import type Keyv from 'keyv';
import { createEncryption, toMissingKey } from './encryption.ts';
import * as kept from './record-schemas.ts';
import { createRecords, type Records } from './records.ts';

export const keysNamespace = 'key-ids';
export const keyIdsRecord = 'all';

export type KeyRotation = {
  /** The keys of the environment; the first encrypts. */
  readonly keyIds: readonly string[];
  /** The keys that stored values may be encrypted with; it is never encrypted itself. */
  readonly stored: Records<readonly string[]>;
  /** Writes every value again, encrypted with the first key. */
  readonly rewrite: () => Promise<void>;
};

type KeyIdsOptions = {
  readonly answerTimeoutMs: number;
  readonly onUnavailable?: (cause: unknown) => void;
};

/** The ids of the keys that stored values may be encrypted with; this record is not encrypted. */
export function openKeyIds(
  open: (namespace: string) => Promise<Keyv<unknown>>,
  { answerTimeoutMs, onUnavailable = () => {} }: KeyIdsOptions,
): Records<readonly string[]> {
  return createRecords({
    open: () => open(keysNamespace),
    codec: createEncryption([]).createCodec(keysNamespace),
    parse: kept.parseKeyIdsRecord,
    // It is written again then.
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
 * Makes the first key the only one in use, so that the others can be taken out of STORE_KEY. A stored value whose key
 * is not given is a `UserError('bad_environment')`, before anything is written.
 */
export async function rotateKeys({ keyIds, stored, rewrite }: KeyRotation): Promise<void> {
  const used = (await stored.get(keyIdsRecord)) ?? [];
  requireKeys(used, keyIds);
  const [current] = keyIds;
  if (current === undefined || (used.length === 1 && used[0] === current)) return;
  // Before the first value: what is interrupted is taken up at the next start.
  await stored.put([keyIdsRecord], kept.toKeyIdsRecord([...new Set([current, ...used])]));
  await rewrite();
  await stored.put([keyIdsRecord], kept.toKeyIdsRecord([current]));
}
