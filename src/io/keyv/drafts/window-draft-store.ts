import type { WindowDraft, WindowDraftStore } from '../../../app/windows/ports.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import { toGuildRecord } from '../record-schemas.ts';
import type { Records } from '../records.ts';
import { toDraftKeysRecord, toWindowDraftRecord } from './window-draft-record.ts';

export type WindowDraftRecords = {
  readonly of: (guildId: string) => Records<WindowDraft>;
  /** The keys of the drafts that rest on a source, by its id. */
  readonly keysOf: (guildId: string) => Records<readonly string[]>;
  /** The servers of which something is kept. */
  readonly guilds: Records<string>;
  /** How long drafts of a server are kept from when they were made. */
  readonly toRetentionMs: (guildId: string) => Promise<number>;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** The longest that messages are read before a draft of them is made. */
const longestReadMs = 15 * 60_000;
const maxRemembered = 50_000;
const batchSize = 500;
/** Of one person or channel only the latest drafts are noted; older ones expire. */
const maxKeys = 5_000;

export function createWindowDraftStore(records: WindowDraftRecords): WindowDraftStore {
  const { of, keysOf, guilds, toRetentionMs, now } = records;
  const exclusively = createKeyedMutex();
  const forgottenAt = new Map<string, number>();
  const remember = (id: string) => {
    forgottenAt.delete(id);
    forgottenAt.set(id, now());
    const [oldest] = forgottenAt.keys();
    if (forgottenAt.size > maxRemembered && oldest !== undefined) forgottenAt.delete(oldest);
  };
  const isForgotten = ({ sources, createdAt }: WindowDraft) => {
    const readMs = Date.parse(createdAt) - longestReadMs;
    return sources.some(id => (forgottenAt.get(id) ?? Number.NEGATIVE_INFINITY) >= readMs);
  };

  const note = async (guildId: string, key: string, draft: WindowDraft, ttlMs: number) => {
    const ids = [...new Set(draft.sources)];
    const known = await keysOf(guildId).getMany(ids);
    const changes = ids.flatMap((id, index) => {
      const keys = known[index] ?? [];
      if (keys.includes(key)) return [];
      return [[id, toDraftKeysRecord([...keys, key].slice(-maxKeys), draft.createdAt)] as const];
    });
    await keysOf(guildId).putMany(new Map(changes), ttlMs);
  };

  const forget = async (guildId: string, ids: readonly string[]) => {
    for (const id of ids) remember(id);
    await exclusively(guildId, async () => {
      for (let from = 0; from < ids.length; from += batchSize) {
        const part = ids.slice(from, from + batchSize);
        const found = await keysOf(guildId).getMany(part);
        for (const key of new Set(found.flatMap(keys => keys ?? []))) await of(guildId).remove(key);
        for (const [index, id] of part.entries()) if (found[index]) await keysOf(guildId).remove(id);
      }
    });
  };

  return {
    get: (guildId, keys) => of(guildId).getMany(keys),
    async put(guildId, key, draft) {
      const left = Date.parse(draft.createdAt) + (await toRetentionMs(guildId)) - now();
      if (left <= 0) return;
      await exclusively(guildId, async () => {
        if (isForgotten(draft)) return;
        // Noted first: what it rests on may be deleted at any moment from now on.
        await guilds.put([guildId], toGuildRecord(guildId));
        await note(guildId, key, draft, left);
        await of(guildId).put([key], toWindowDraftRecord(draft), left);
      });
    },
    forget,
    async forgetPerson(personId) {
      for (const guildId of await guilds.list()) await forget(guildId, [personId]);
    },
  };
}
