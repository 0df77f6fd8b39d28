import { type Client, MessageReferenceType, MessageType } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { fetchRecord } from './pages.ts';
import type { MessageRecord } from './record.ts';

/** The records that may be read, and how many may not. */
type FilterResult = {
  readonly records: readonly MessageRecord[];
  /** By people who opted out, or forwards of their messages. */
  readonly optedOut: number;
  /** Forwards of messages whose author is unknown. */
  readonly unreadable: number;
};

/** The most originals of forwards to fetch for one reading. */
const maxOriginals = 100;
/** How many forwards of forwards are followed. */
const maxDepth = 5;

type Verdict = 'allowed' | 'opted_out' | 'unknown';

/**
 * Removes messages by people who opted out, before any other code sees them. A forward does not name its author, so its
 * original is fetched if anyone ever opted out; if that is unreadable, the forward is removed too.
 */
export function createOptOutFilter(client: Client<true>, privacy: PrivacyStore) {
  const originals = new Map<string, MessageRecord | null>();

  const fetchOriginal = async (record: MessageRecord, signal: AbortSignal): Promise<MessageRecord | null> => {
    const { channel_id: id, message_id: messageId } = record.message_reference ?? {};
    if (id === undefined || messageId === undefined) return null;
    const known = originals.get(messageId);
    if (known !== undefined) return known;
    if (originals.size >= maxOriginals) return null;
    const original = await fetchRecord({ client, id }, messageId, signal);
    originals.set(messageId, original);
    return original;
  };

  /** The authors of a record's contents, including people who forwarded them; null if unknown. */
  const findPeople = async (
    record: MessageRecord,
    signal: AbortSignal,
    depth = 0,
  ): Promise<string[] | null> => {
    const own = toAuthorId(record);
    if (!isForward(record)) return [own];
    const original = depth < maxDepth ? await fetchOriginal(record, signal) : null;
    const others = original && (await findPeople(original, signal, depth + 1));
    return others && [own, ...others];
  };

  return async (records: readonly MessageRecord[], signal: AbortSignal): Promise<FilterResult> => {
    const optedOut = await privacy.optedOut([...new Set(records.map(toAuthorId))]);
    const judgesForwards = records.some(isForward) && (await privacy.hasOptOuts());
    const verdicts: Verdict[] = [];
    for (const record of records) {
      const people = judgesForwards ? await findPeople(record, signal) : [toAuthorId(record)];
      if (optedOut.has(toAuthorId(record))) verdicts.push('opted_out');
      else if (people === null) verdicts.push('unknown');
      else if (people.length > 1 && (await privacy.optedOut(people)).size > 0) verdicts.push('opted_out');
      else verdicts.push('allowed');
    }
    const count = (verdict: Verdict) => verdicts.filter(each => each === verdict).length;
    return {
      records: records.filter((_, index) => verdicts[index] === 'allowed'),
      optedOut: count('opted_out'),
      unreadable: count('unknown'),
    };
  };
}

/** For the starter message of a thread, the author of the original message. */
function toAuthorId(record: MessageRecord): string {
  const { author } =
    (record.type === MessageType.ThreadStarterMessage ? record.referenced_message : null) ?? record;
  return author.id;
}

function isForward({ message_reference: reference }: MessageRecord): boolean {
  return reference?.type === MessageReferenceType.Forward;
}

/**
 * Returns the last known answers while the store fails, so that a finished summary is not lost: meanwhile nobody can opt
 * out or change the rules. Rejects for people and servers that were not asked about before.
 */
export function createLastKnown(store: PrivacyStore): PrivacyStore {
  const people = new Map<string, boolean>();
  const access = new Map<string, Awaited<ReturnType<PrivacyStore['access']>>>();
  return {
    ...store,
    async optedOut(personIds) {
      try {
        const found = await store.optedOut(personIds);
        for (const id of personIds) people.set(id, found.has(id));
        return found;
      } catch (error) {
        if (!personIds.every(id => people.has(id))) throw error;
        return new Set(personIds.filter(id => people.get(id)));
      }
    },
    async access(guildId) {
      try {
        const rules = await store.access(guildId);
        access.set(guildId, rules);
        return rules;
      } catch (error) {
        const known = access.get(guildId);
        if (known === undefined) throw error;
        return known;
      }
    },
  };
}
