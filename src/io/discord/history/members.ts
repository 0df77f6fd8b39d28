import type { ReadableChannel } from '../access/places.ts';
import { abortable } from './abortable.ts';
import type { MessageRecord } from './record.ts';

const timeoutMs = 5_000;
/** As many as one request to the gateway may name. */
const maxNamed = 100;

/** Makes the names that people have in the server known, before messages by them or to them are turned into words. */
export type LearnMembers = (records: readonly MessageRecord[], signal: AbortSignal) => Promise<void>;

/**
 * REST does not tell how the author of a message is called in the server; the gateway does, a hundred people at a time.
 * Each is asked for once; when the gateway does not answer, accounts' names must do.
 */
export function createLearnMembers(channel: ReadableChannel): LearnMembers {
  const asked = new Set<string>();
  let silent = channel.isDMBased();
  return async (records, signal) => {
    if (channel.isDMBased() || silent) return;
    const { cache } = channel.guild.members;
    const ids = new Set<string>();
    for (const record of records) {
      for (const id of toPeople(record)) if (!asked.has(id) && !cache.has(id)) ids.add(id);
    }
    const named = [...ids].slice(0, maxNamed);
    if (named.length === 0) return;
    for (const id of named) asked.add(id);
    try {
      await abortable(signal, () => channel.guild.members.fetch({ user: named, time: timeoutMs }));
    } catch {
      signal.throwIfAborted();
      silent = true;
    }
  };
}

function toPeople(record: MessageRecord): readonly string[] {
  const author = record.webhook_id === undefined ? [record.author.id] : [];
  const starter = record.referenced_message ? [record.referenced_message.author.id] : [];
  return [...author, ...starter, ...(record.mentions ?? []).map(({ id }) => id)];
}
