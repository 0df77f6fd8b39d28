import { toMissingKey } from './encryption.ts';
import * as kept from './kept.ts';
import type { Records } from './records.ts';

export type KeyRotation = {
  /** The keys of the environment; the first encrypts. */
  readonly keyIds: readonly string[];
  /** The keys that stored values may be encrypted with; it is never encrypted itself. */
  readonly stored: Records<readonly string[]>;
  /** Writes every value again, encrypted with the first key. */
  readonly rewrite: () => Promise<void>;
};

const recordId = 'all';

/**
 * Makes the first key the only one in use, so that the others can be taken out of STORE_KEY. A stored value whose key
 * is not given is a `UserError('bad_environment')`, before anything is written.
 */
export async function rotateKeys({ keyIds, stored, rewrite }: KeyRotation): Promise<void> {
  const used = (await stored.get(recordId)) ?? [];
  const missing = used.filter(id => !keyIds.includes(id));
  if (missing.length > 0) throw toMissingKey('bad_environment', missing);
  const [current] = keyIds;
  if (current === undefined || (used.length === 1 && used[0] === current)) return;
  // Before the first value: what is interrupted is taken up at the next start.
  await stored.put([recordId], kept.toKeyIdsRecord([...new Set([current, ...used])]));
  await rewrite();
  await stored.put([recordId], kept.toKeyIdsRecord([current]));
}
