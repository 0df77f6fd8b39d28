import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { Backend, KeySpace } from './backends/backend.ts';
import { createEncryption } from './encryption.ts';
import type { Format } from './formats.ts';
import { keysNamespace } from './key-rotation.ts';
import { createRecords } from './records.ts';

const markerRecord = 'store';
const marker = z.object({ id: z.string() });
/** A damaged one is there too. */
const markerFormat: Format<string> = {
  parse: record => marker.safeParse(record).data?.id ?? '',
  toRecord: id => ({ id }),
};
/** What every running process writes again by itself. */
const withoutData: ReadonlySet<string> = new Set([keysNamespace, 'shards', 'locks', 'claims']);

type MarkerOptions = {
  readonly backend: Pick<Backend, 'namespaces' | 'readEviction'>;
  readonly openSpace: (namespace: string) => Promise<KeySpace>;
  readonly onUnavailable: (cause: unknown) => void;
  readonly answerTimeoutMs: number;
  readonly log: Logger;
};

/** A record that stays as long as the store does. */
type StoreMarker = {
  readonly notices: readonly string[];
  /** Rejects with `UserError('store_unavailable')` if the store does not answer, or lost data since it was opened. */
  readonly check: () => Promise<void>;
};

export async function openMarker({
  backend,
  openSpace,
  onUnavailable,
  answerTimeoutMs,
  log,
}: MarkerOptions): Promise<StoreMarker> {
  const records = createRecords({
    open: () => openSpace(keysNamespace),
    codec: createEncryption([]).createCodec(keysNamespace),
    format: markerFormat,
    onUnreadable: () => {},
    onUnavailable,
    answerTimeoutMs,
  });
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
      ...(isEmpty && before
        ? [
            'The Redis of STORE_URL is empty, so Footnote starts without data. If it had data before, stop Footnote and restore a backup.',
          ]
        : []),
      ...(before && before.policy !== '' && before.policy !== 'noeviction'
        ? [
            `The Redis of STORE_URL may remove digests, settings and summaries when its memory is full (maxmemory-policy ${before.policy}). Set maxmemory-policy to noeviction.`,
          ]
        : []),
    ],
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
