import type { Logger } from '../../log.ts';
import type { Backend, KeySpace } from './backends/backend.ts';
import type { Encryption } from './encryption.ts';
import { createRecords, type Records, toReason, toUnavailable } from './records.ts';

const outageLogIntervalMs = 60_000;
/** Kinds of records that contain only ids, times and counts. */
const withoutText: ReadonlySet<string> = new Set(['index', 'job', 'runs', 'usage', 'quality', 'guild']);

type RecordKindsOptions = {
  readonly backend: Backend;
  readonly encryption: Encryption;
  readonly answerTimeoutMs: number;
  readonly log: Logger;
  /** Called after records with text were written or erased. */
  readonly onTextWritten: () => void;
};

export type KindOptions<Stored> = {
  /** Without it, records do not expire. */
  readonly ttlMs?: number;
  readonly encryption?: Encryption;
  /** Records hold more than the value. */
  readonly isPart?: boolean;
  /** What an unreadable record counts as; by default, as if there were none. */
  readonly unreadable?: Stored;
};

/** Opens the records of a kind in a namespace. */
export type CreateKind = <Stored>(
  name: string,
  parse: (value: unknown) => Stored | null,
  options?: KindOptions<Stored>,
) => (namespace: string) => Records<Stored>;

/** What the records of all kinds share: the backend's key spaces, encryption, and the log of outages and of damage. */
export function createRecordKinds({ backend, log, answerTimeoutMs, ...options }: RecordKindsOptions) {
  const spaces = createSpaces(backend);
  const unreadable = new Map<string, number>();

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

  const createKind: CreateKind = (name, parse, { encryption = options.encryption, ...kind } = {}) => {
    const onUnreadable = (namespace: string, key: string) => {
      const count = (unreadable.get(name) ?? 0) + 1;
      unreadable.set(name, count);
      log.warn({ kind: name, ...toPlace(name, namespace, key), count }, 'record-unreadable');
    };
    return namespace =>
      createRecords({
        open: () => spaces.open(namespace),
        codec: encryption.createCodec(namespace),
        parse,
        onUnreadable: key => onUnreadable(namespace, key),
        onUnavailable,
        answerTimeoutMs,
        ...kind,
        ...(!withoutText.has(name) && { onWritten: options.onTextWritten }),
      });
  };

  return {
    createKind,
    openSpace: spaces.open,
    onUnavailable,
    /** Later failures are not logged. */
    async close() {
      nextOutageLogMs = Number.POSITIVE_INFINITY;
      await spaces.close();
    },
  };
}

/** Kinds of records in one key space for all servers, by the id of their server. */
const byServer: ReadonlySet<string> = new Set(['settings', 'access', 'guild']);
/** Kinds of records whose keys a person chose: the key of a chat can be a phone number. */
const withChosenKeys: ReadonlySet<string> = new Set(['chat', 'chat-opt-out', 'chat-number-key', 'api-key']);

/** Where a record is, as far as the log may say. */
function toPlace(kind: string, namespace: string, key: string) {
  const [, own] = /:guild:(.+)$/.exec(namespace) ?? [];
  const guild = own ?? (byServer.has(kind) ? key : undefined);
  return { ...(guild !== undefined && { guild }), ...(!withChosenKeys.has(kind) && { key }) };
}

/** Key spaces by name, each opened once; a failed one is tried again. */
function createSpaces(backend: Backend) {
  const opened = new Map<string, Promise<KeySpace>>();
  let closing: Promise<void> | undefined;
  return {
    async open(namespace: string): Promise<KeySpace> {
      if (closing) throw toUnavailable(new Error('the store is closed'));
      const known = opened.get(namespace);
      if (known) return known;
      const space = backend.open(namespace);
      opened.set(namespace, space);
      space.catch(() => opened.delete(namespace));
      return space;
    },
    close(): Promise<void> {
      closing ??= backend.close();
      return closing;
    },
  };
}
