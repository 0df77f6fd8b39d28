import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxMessagesSetting } from '../../core/settings.ts';
import { UserError } from '../../errors.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import type { Backend } from './backends/backend.ts';
import { openBackendWithRetry } from './backends/open-backend.ts';
import { createStores, type Stores } from './create-stores.ts';
import { createEncryption } from './encryption.ts';
import { guildFormat } from './formats.ts';
import { createKinds, type Kinds } from './kinds.ts';
import { keysNamespace, openMarker, requireVersion, rotateKeys } from './own-records.ts';
import { toReason, toUnavailable } from './records.ts';
import { openRunsNamespace } from './stores/open-run-store.ts';

const dayMs = 24 * 3_600_000;
const holdRetryMs = 500;
const foreverMs = 36_500 * dayMs;
/** Overwritten and erased text is removed from the disk within a second. */
const flushDelayMs = 400;
const flushRetryMs = 1_000;

export type StoreOptions = {
  readonly log: Logger;
  readonly keys?: readonly KeyObject[] | undefined;
  /** Keeps the records of bots apart that share a Redis. */
  readonly botId?: string | undefined;
  /** Encrypts interaction tokens without `keys`. Default: a random key, with which no other process can finish the answers. */
  readonly tokenKey?: KeyObject | undefined;
  /** How long summaries are stored if their server sets nothing; default 30 days. */
  readonly summaryTtlMs?: number | undefined;
  readonly maxMessages?: number | undefined;
  /** How long to wait for a store that is not yet up or is locked. Default 15 s. */
  readonly openTimeoutMs?: number | undefined;
  /** How long the store may take to answer; default 5 s. */
  readonly answerTimeoutMs?: number | undefined;
  /** The interval for erasing expired records; default one hour. */
  readonly sweepIntervalMs?: number | undefined;
  /** The interval for checking that no data was lost; default one minute. */
  readonly checkIntervalMs?: number | undefined;
  readonly now?: (() => number) | undefined;
};

/** All data that survives a restart. Its functions throw `UserError('store_unavailable')` if they fail. */
export type Store = Stores & {
  /** For all processes that use the store. Rejects as other functions do. */
  readonly exclusively: KeyedMutex;
  /** Keeps other processes from answering for these shards; waits for one that stops. @throws UserError `bad_environment` */
  readonly holdShards: (shards: { readonly ids: readonly number[] }) => Promise<void>;
  /** Calls `tell`, which says whether it succeeded, until it did once in all processes. */
  readonly tellOnce: (notice: string, tell: () => boolean | Promise<boolean>) => Promise<void>;
  readonly notices: readonly string[];
  /** Rejects with `UserError('store_unavailable')` if the store does not answer, or lost data since it was opened. */
  readonly check: () => Promise<void>;
  /** May be called once; afterward the store cannot be used. */
  readonly close: () => Promise<void>;
};

/**
 * Opens `sqlite://PATH`, `redis://HOST:PORT` (or `rediss:`) or `memory://`. @throws UserError `bad_environment` without a store or key,
 * never with a password; `store_unavailable` if it does not answer in time.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const { log, keys = [], tokenKey = createSecretKey(randomBytes(32)), now = () => Date.now() } = options;
  const { summaryTtlMs = 30 * dayMs, maxMessages = maxMessagesSetting.byDefault } = options;
  const { openTimeoutMs = 15_000, answerTimeoutMs = 5_000 } = options;
  const { sweepIntervalMs = dayMs / 24, checkIntervalMs = 60_000 } = options;
  const encryption = createEncryption(keys);
  const backend = await openBackendWithRetry(url, options.botId, log, openTimeoutMs);
  let flushing: NodeJS.Timeout | undefined;
  /** Flushes the backend shortly after a write, once for all writes in between. */
  const flushIn = (ms: number) => {
    flushing ??= setTimeout(async () => {
      flushing = undefined;
      const isDone = await backend.flush().catch((error: unknown) => {
        log.warn({ reason: toReason(error) }, 'store-flush-failed');
        return false;
      });
      if (!isDone && !isClosed) flushIn(flushRetryMs);
    }, ms).unref();
  };
  let isClosed = false;
  const kinds = createKinds({
    backend,
    encryption,
    answerTimeoutMs,
    log,
    onWritten: () => flushIn(flushDelayMs),
  });
  const { onUnavailable, close } = kinds;
  const guard =
    <Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    (...asked: Asked): Promise<Answer> =>
      ask(...asked).catch((cause: unknown) => {
        onUnavailable(cause);
        throw toUnavailable(cause);
      });
  const claim = guard(backend.claim);
  const isClaimed = guard(backend.isClaimed);
  const sweep = () =>
    backend.sweep().catch((error: unknown) => log.warn({ reason: toReason(error) }, 'store-sweep-failed'));
  const rewrite = async () => {
    const count = await rewriteAll(backend, kinds);
    // Removes the old values from the disk too.
    await sweep();
    if (count > 0) log.info({ count }, 'records-encrypted');
  };
  const prepare = async () => {
    await requireVersion(kinds);
    await rotateKeys(encryption.keyIds, kinds, rewrite);
    return openMarker(backend, kinds, log);
  };
  const marker = await prepare().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const namespaces = await backend.namespaces();
  for (const namespace of namespaces)
    if (formerKinds.test(namespace)) await kinds.open(namespace, guildFormat).clear();
  // Removes data that was overwritten before a crash.
  flushIn(flushDelayMs);
  const sweeping = setInterval(sweep, sweepIntervalMs).unref();
  // Its failures are logged.
  const checking = setInterval(() => void marker.check().catch(() => undefined), checkIntervalMs).unref();

  return {
    ...(await createStores({
      kinds,
      namespaces,
      tokenEncryption: createEncryption([...keys, tokenKey]),
      backend: { ...backend, claim, namespaces: guard(backend.namespaces) },
      sweep,
      summaryTtlMs,
      maxMessages,
      now,
    })),
    notices: [...(backend.notices ?? []), ...marker.notices],
    check: marker.check,
    exclusively: backend.exclusively,
    tellOnce: (notice, tell) =>
      backend.exclusively(`tell-${notice}`, async () => {
        const name = `told-${notice}`;
        if (!(await isClaimed(name)) && (await tell())) await claim(name, foreverMs);
      }),
    async holdShards({ ids }) {
      const endMs = performance.now() + openTimeoutMs;
      while (!(await backend.holdShards(ids))) {
        if (performance.now() > endMs) throw new UserError('bad_environment', toInUseMessage(url, ids));
        await sleep(holdRetryMs);
      }
    },
    async close() {
      clearInterval(sweeping);
      clearInterval(checking);
      isClosed = true;
      clearTimeout(flushing);
      await close();
    },
  };
}

/** Kinds of records of earlier versions: topics held words of summaries; drafts, verdicts and jobs are made again. */
const formerKinds =
  /^(?:topics:|(?:topic-|entry-|delivery-)?jobs$|batches:|drafts:|drafted:|window-draft(?:s|-index):|verdicts:|judged:|quality:|derived(?:-index)?:|(?:draft|verdict)-(?:sets|index):)/;

async function rewriteAll(backend: Backend, { open }: Kinds): Promise<number> {
  let count = 0;
  for (const namespace of await backend.namespaces())
    if (namespace !== keysNamespace && namespace !== openRunsNamespace)
      count += await open(namespace, guildFormat).rewrite();
  return count;
}

function toInUseMessage(url: string, shards: readonly number[]): string {
  return url.startsWith('sqlite:')
    ? `Another Footnote process uses ${url.slice('sqlite://'.length)} (STORE_URL). Stop it first, or give this process another file. To share data, several processes need Redis.`
    : `Another Footnote process is already connected for ${shards.length === 1 ? 'shard' : 'one of the shards'} ${shards.join(', ')}. Stop it first, or set different SHARDS for each process.`;
}
