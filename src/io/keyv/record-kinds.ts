import type { Logger } from '../../log.ts';
import type { Backend, KeySpace } from './backends/backend.ts';
import type { Encryption } from './encryption.ts';
import { createRecords, type Records, toUnavailable } from './records.ts';

const outageLogIntervalMs = 60_000;
/** Kinds of records that contain only ids, times and counts. */
const withoutText: ReadonlySet<string> = new Set([
  'citing',
  'drafted',
  'judged',
  'job',
  'runs',
  'usage',
  'quality',
  'batch',
  'guild',
]);

type RecordKindsOptions = {
  readonly backend: Backend;
  readonly encryption: Encryption;
  readonly answerTimeoutMs: number;
  readonly log: Logger;
  /** Called after records with text were written or erased. */
  readonly onTextWritten: () => void;
};

type KindOptions = {
  /** Without it, records do not expire. */
  readonly ttlMs?: number;
  readonly encryption?: Encryption;
};

/** Opens the records of a kind in a namespace. */
export type CreateKind = <Stored>(
  name: string,
  parse: (value: unknown) => Stored | null,
  options?: KindOptions,
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
    const reason = cause instanceof Error ? cause.message : String(cause);
    log.error(
      {
        message: `The store is unavailable (${reason}). Until it is back, requests are refused and digests wait.`,
      },
      'store-unavailable',
    );
  };

  const createKind: CreateKind = (name, parse, { ttlMs, encryption = options.encryption } = {}) => {
    const onUnreadable = () => {
      const count = (unreadable.get(name) ?? 0) + 1;
      unreadable.set(name, count);
      log.warn({ kind: name, count }, 'record-unreadable');
    };
    return namespace =>
      createRecords({
        open: () => spaces.open(namespace),
        codec: encryption.createCodec(namespace),
        parse,
        onUnreadable,
        onUnavailable,
        answerTimeoutMs,
        ...(ttlMs !== undefined && { ttlMs }),
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
