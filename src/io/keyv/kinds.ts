import { z } from 'zod';
import { storedObject } from '../../core/stored.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import { type Backend, type KeySpace, toKey } from './backends/backend.ts';
import type { Encryption } from './encryption.ts';
import type { Format } from './formats.ts';
import { createRecords, type Records, type RecordsOptions, toReason, toUnavailable } from './records.ts';

const outageLogIntervalMs = 60_000;

type KindsOptions = {
  readonly backend: Pick<Backend, 'open' | 'close'>;
  readonly encryption: Encryption;
  readonly answerTimeoutMs: number;
  readonly log: Logger;
  /** Called after records were written or erased. */
  readonly onWritten?: (() => void) | undefined;
};

type KindOptions<Unreadable> = RecordsOptions<Unreadable> & {
  readonly encryption?: Encryption;
  /** Keys are ids of servers, or were chosen by a person: the key of a chat can be a phone number. */
  readonly keys?: 'servers' | 'chosen';
};

type ServerKindOptions<Unreadable> = KindOptions<Unreadable> & {
  /** Kept as long as their server wants, from the `createdAt` of the record. */
  readonly ages?: boolean;
  /** Not erased with their server. */
  readonly outlives?: boolean;
};

export type Kinds = ReturnType<typeof createKinds>;

const made = storedObject({ createdAt: z.iso.datetime({ offset: true }) });

export function createKinds({ backend, log, answerTimeoutMs, onWritten, ...shared }: KindsOptions) {
  /** Each is opened once; a failed one is tried again. */
  const spaces = new Map<string, Promise<KeySpace>>();
  let closing: Promise<void> | undefined;
  const openSpace = async (namespace: string): Promise<KeySpace> => {
    if (closing) throw toUnavailable(new Error('the store is closed'));
    const space = spaces.get(namespace) ?? backend.open(namespace);
    if (!spaces.has(namespace)) {
      spaces.set(namespace, space);
      space.catch(() => spaces.delete(namespace));
    }
    return space;
  };
  const unreadableCounts = new Map<string, number>();
  const serverKinds: {
    readonly of: (guildId: string) => Records<unknown, unknown>;
    readonly ages: boolean;
  }[] = [];

  let nextOutageLogMs = 0;
  /** At most one log message a minute, because an outage fails many requests. */
  const onUnavailable = (cause: unknown) => {
    if (performance.now() < nextOutageLogMs) return;
    nextOutageLogMs = performance.now() + outageLogIntervalMs;
    log.error(
      {
        message: `The store is unavailable (${toReason(cause)}). Until it is back, requests are refused and digests wait.`,
      },
      'store-unavailable',
    );
  };

  const open = <Value, Unreadable = never>(
    namespace: string,
    format: Format<Value>,
    { encryption = shared.encryption, keys, ...options }: KindOptions<Unreadable> = {},
  ): Records<Value, Unreadable> => {
    const [kind = '', , own] = namespace.split(':');
    const onUnreadable = (key: string) => {
      const count = (unreadableCounts.get(kind) ?? 0) + 1;
      unreadableCounts.set(kind, count);
      const guild = namespace.includes(':guild:') ? own : keys === 'servers' ? key : undefined;
      const place = { ...(guild !== undefined && { guild }), ...(keys !== 'chosen' && { key }) };
      log.warn({ kind, ...place, count }, 'record-unreadable');
    };
    const codec = encryption.createCodec(namespace);
    const space = () => openSpace(namespace);
    return createRecords(
      { open: space, codec, format, onUnreadable, onUnavailable, onWritten, answerTimeoutMs },
      options,
    );
  };

  return {
    open,
    /** Each server has a key space of its own, so that no other server can read it; null is for direct messages. */
    ofServers: <Value, Unreadable = never>(
      kind: string,
      format: Format<Value>,
      { ages = false, outlives = false, ...options }: ServerKindOptions<Unreadable> = {},
    ) => {
      const of = (guildId: string | null): Records<Value, Unreadable> =>
        open(guildId === null ? `${kind}:dm` : `${kind}:guild:${toKey(guildId)}`, format, options);
      if (!outlives) serverKinds.push({ of: of as never, ages });
      return of;
    },
    /** Erases the records of a server in key spaces of its own. */
    eraseServer: async (guildId: string) => {
      for (const { of } of serverKinds) await of(guildId).clear();
    },
    /** Lets what a server has expire anew; `toLeftMs` gets the instants at which it was made, or 0 if unknown. */
    ageServer: async (guildId: string, toLeftMs: (madeAtMs: number) => number) => {
      for (const { of, ages } of serverKinds)
        if (ages)
          await of(guildId).setRemainingTtl(value => {
            const { data } = made.safeParse(value);
            return toLeftMs(data ? Date.parse(data.createdAt) : 0);
          });
    },
    onUnavailable,
    /** Later failures are not logged. */
    close: () => {
      nextOutageLogMs = Number.POSITIVE_INFINITY;
      closing ??= backend.close();
      return closing;
    },
  };
}

export type StoreParts = Kinds & {
  /** The servers with records; a server is noted before its first record, which nobody would find otherwise. */
  readonly servers: {
    readonly note: (guildId: string) => Promise<void>;
    readonly list: () => Promise<readonly string[]>;
  };
  readonly toRetention: ToRetention;
  /** How much longer a record that was made at an instant is stored. */
  readonly toLeftMs: (guildId: string | null, createdAt: string) => Promise<number>;
  /** Runs work of a kind for the same key one after the other, in all processes that use the store. */
  readonly exclusively: (kind: string) => KeyedMutex;
  /** True for the first caller, in all processes, that uses this name. */
  readonly claim: (name: string, ttlMs: number) => Promise<boolean>;
  readonly now: () => number;
};

/** How long a server's records are stored from when they were made, and shown, which may be shorter; null: direct messages. */
export type ToRetention = (
  guildId: string | null,
) => Promise<{ readonly keptMs: number; readonly shownMs: number }>;
