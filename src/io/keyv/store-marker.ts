import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { Backend } from './backends/backend.ts';
import type { Format } from './formats.ts';
import { keysNamespace, openPlain } from './key-rotation.ts';
import type { Kinds } from './kinds.ts';

const markerRecord = 'store';
const marker = z.object({ id: z.string() });
/** A damaged one is there too. */
const markerFormat: Format<string> = {
  parse: record => marker.safeParse(record).data?.id ?? '',
  toRecord: id => ({ id }),
};
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
    id = current || randomUUID();
    return current ? null : id;
  });
  const isEmpty = isNew && (await backend.namespaces()).every(name => withoutData.has(name));

  const findLoss = async (): Promise<string | null> => {
    const found = await records.get(markerRecord);
    if (found !== id && found !== '') return 'All of its records were removed';
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
