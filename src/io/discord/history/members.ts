import type { ReadableChannel } from '../access/places.ts';
import { abortable } from './abortable.ts';
import type { MessageRecord } from './record.ts';

const timeoutMs = 5_000;
/** As many as one request to the gateway may name. */
const maxNamed = 100;

/** Makes the names that people have in the server known, before messages by them or to them are turned into words. */
type Members = {
  /** Asks for the people in these records, and does not wait for the answer. */
  readonly learn: (records: readonly MessageRecord[], signal: AbortSignal) => void;
  /** Resolves when everybody has been asked for. */
  readonly known: (signal: AbortSignal) => Promise<void>;
};

/**
 * REST does not tell how the author of a message is called in the server; the gateway does, a hundred people at a time.
 * Each is asked for once; when the gateway does not answer, accounts' names must do.
 */
export function createMembers(channel: ReadableChannel): Members {
  if (channel.isDMBased()) return { learn: () => {}, known: async () => {} };
  const { members } = channel.guild;
  const asked = new Set<string>();
  let waiting: string[] = [];
  let isSilent = false;
  let requests = Promise.resolve();

  const ask = (signal: AbortSignal) => {
    const user = waiting.slice(0, maxNamed);
    waiting = waiting.slice(maxNamed);
    requests = requests.then(async () => {
      if (isSilent || signal.aborted) return;
      try {
        await abortable(signal, () => members.fetch({ user, time: timeoutMs }));
      } catch {
        isSilent = true;
      }
    });
  };

  return {
    learn: (records, signal) => {
      for (const record of records)
        for (const id of toPeople(record)) {
          if (asked.has(id) || members.cache.has(id)) continue;
          asked.add(id);
          waiting.push(id);
        }
      while (waiting.length >= maxNamed) ask(signal);
    },
    known: async signal => {
      if (waiting.length > 0) ask(signal);
      await requests;
      signal.throwIfAborted();
    },
  };
}

function toPeople(record: MessageRecord): readonly string[] {
  const author = record.webhook_id === undefined ? [record.author.id] : [];
  const starter = record.referenced_message ? [record.referenced_message.author.id] : [];
  return [...author, ...starter, ...(record.mentions ?? []).map(({ id }) => id)];
}
