import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { Backend } from './backends/backend.ts';
import { createEncryption, toMissingKey } from './encryption.ts';
import { createFieldFormat, type Format } from './formats.ts';
import type { Kinds } from './kinds.ts';
import type { Records } from './records.ts';

export const keysNamespace = 'key-ids';
export const keyIdsRecord = 'all';
const keyIdsFormat = createFieldFormat('keyIds', z.array(z.string().max(200)).max(100));

/** Records of the store itself, which are not encrypted. */
function openPlain<Value>({ open }: Kinds, format: Format<Value>): Records<Value> {
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

/** Makes the first key the only one in use; `rewrite` encrypts every value with it. @throws UserError `bad_environment` if a key is missing. */
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

/** Raised by a version whose store an earlier one would misread; those before it wrote none. */
const storeVersion = 1;
const markerRecord = 'store';
const marker = z.object({ id: z.string().default(''), storeVersion: z.int().default(0) });
/** A damaged one is there too. */
const markerFormat: Format<z.output<typeof marker>> = {
  parse: record => marker.safeParse(record).data ?? { id: '', storeVersion: 0 },
  toRecord: each => each,
};

/** Throws `UserError('bad_environment')` if a newer version of Footnote has used the store. */
export async function requireVersion(kinds: Kinds): Promise<void> {
  const found = await openPlain(kinds, markerFormat).get(markerRecord);
  if ((found?.storeVersion ?? 0) <= storeVersion) return;
  throw new UserError(
    'bad_environment',
    'A newer version of Footnote has used this store (STORE_URL), and this version would misread it. Nothing was changed. Start the newer version, or restore a backup from before the upgrade.',
  );
}

/** What every running process writes again by itself. */
const withoutData: ReadonlySet<string> = new Set([keysNamespace, 'shards', 'locks', 'claims']);

/** A record that stays as long as the store does. `check` rejects with `UserError('store_unavailable')`, see `Store`. */
export async function openMarker(
  backend: Pick<Backend, 'namespaces' | 'readEviction'>,
  kinds: Kinds,
  log: Logger,
) {
  const records = openPlain(kinds, markerFormat);
  // A Redis may allow its users no look at its state.
  const readEviction = async () => backend.readEviction?.().catch(() => undefined);
  const before = await readEviction();
  let isNew = false;
  let id = '';
  await records.update([markerRecord], current => {
    isNew = current === null;
    id = current?.id || randomUUID();
    return current?.id && current.storeVersion === storeVersion ? null : { id, storeVersion };
  });
  const isEmpty = isNew && (await backend.namespaces()).every(name => withoutData.has(name));

  const findLoss = async (): Promise<string | null> => {
    const found = await records.get(markerRecord);
    if (found?.id !== id && found?.id !== '') return 'All of its records were removed';
    const evicted = ((await readEviction())?.evicted ?? 0) - (before?.evicted ?? 0);
    return evicted > 0 ? `Its Redis removed ${evicted} records to free memory` : null;
  };
  let isLossLogged = false;
  return {
    notices: [
      isEmpty &&
        before &&
        'The Redis of STORE_URL is empty, so Footnote starts without data. If it had data before, stop Footnote and restore a backup.',
      before &&
        !['', 'noeviction'].includes(before.policy) &&
        `The Redis of STORE_URL may remove digests, settings and summaries when its memory is full (maxmemory-policy ${before.policy}). Set maxmemory-policy to noeviction.`,
    ].filter(notice => typeof notice === 'string'),
    check: async () => {
      const loss = await findLoss();
      if (loss === null) return;
      const message = `The store lost data. ${loss}, among them digests, settings or opt-outs. Restore a backup, or restart Footnote to go on without them.`;
      if (!isLossLogged) log.error({ message }, 'store-lost-data');
      isLossLogged = true;
      throw new UserError('store_unavailable', message);
    },
  };
}
