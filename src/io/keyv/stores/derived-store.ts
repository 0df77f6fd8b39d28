import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Derived, DerivedStore } from '../../../app/ports.ts';
import { storedVerdictSchema } from '../../../core/claims/judgement.ts';
import { storedObject } from '../../../core/stored-object.ts';
import { windowDraftSchema } from '../../../core/windows/window-draft.ts';
import { createFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';
import { createSourceIndex, type Indexed } from '../source-index.ts';

/** What was stored together, by key. */
const set = storedObject({
  /** When the oldest was made. */
  createdAt: z.iso.datetime({ offset: true }),
  all: z.array(z.tuple([z.string().max(200), z.union([storedVerdictSchema, windowDraftSchema])])),
});
const setFormat = { ...createFormat(set), isPart: true } as const;
type DerivedSet = ReadonlyMap<string, Derived>;

/** The longest that messages are read before a model gets them. */
const longestReadMs = 15 * 60_000;
const maxRemembered = 50_000;

/** Drafts of windows and verdicts. */
export function createDerivedStore(parts: StoreParts): DerivedStore {
  const { ofServers, servers, toLeftMs, now } = parts;
  const of = ofServers('derived', setFormat, { ages: true });
  /** The sets by the keys in them, and by the sources that these rest on. */
  const index = createSourceIndex('derived-index', guildId => of(guildId).list(), parts);
  const exclusively = parts.exclusively('derived');
  const forgottenAt = new Map<string, number>();
  const remember = (id: string) => {
    forgottenAt.delete(id);
    forgottenAt.set(id, now());
    const [oldest] = forgottenAt.keys();
    if (forgottenAt.size > maxRemembered && oldest !== undefined) forgottenAt.delete(oldest);
  };
  const isForgotten = ({ sources, createdAt }: Derived) => {
    const readMs = Date.parse(createdAt) - longestReadMs;
    return sources.some(id => (forgottenAt.get(id) ?? Number.NEGATIVE_INFINITY) >= readMs);
  };
  const write = async (guildId: string, id: string, set: DerivedSet) => {
    const createdAt = toCreatedAt(set);
    await of(guildId).put([id], { createdAt, all: [...set] }, await toLeftMs(guildId, createdAt));
  };

  const forget = async (guildId: string, ids: readonly string[]) => {
    for (const id of ids) remember(id);
    const forgotten = new Set(ids);
    await exclusively(guildId, async () => {
      for (const id of await index.find(guildId, ids)) {
        const all = (await of(guildId).get(id))?.all ?? [];
        const rest = all.filter(([, { sources }]) => !sources.some(each => forgotten.has(each)));
        if (rest.length === 0) await of(guildId).remove(id);
        else if (rest.length < all.length) await write(guildId, id, new Map(rest));
      }
    });
  };

  return {
    async get(guildId, keys) {
      const found = await of(guildId).getMany(await index.find(guildId, keys));
      const byKey = new Map(found.flatMap(set => set?.all ?? []));
      return keys.map(key => byKey.get(key) ?? null);
    },
    put: (guildId, all) =>
      exclusively(guildId, async () => {
        const set = new Map([...all].filter(([, each]) => !isForgotten(each)));
        if (set.size === 0) return;
        // The same keys are the same record.
        const id = hash('sha1', JSON.stringify([...set.keys()]), 'base64url');
        // Noted first: what it rests on may be deleted at any moment from now on.
        await servers.note(guildId);
        await index.note(guildId, [toIndexed(id, set)]);
        await write(guildId, id, set);
      }),
    forget,
    async forgetPerson(personId) {
      for (const guildId of await servers.list()) await forget(guildId, [personId]);
    },
  };
}

function toIndexed(id: string, set: DerivedSet): Indexed {
  const ids = [...set].flatMap(([key, { sources }]) => [key, ...sources]);
  return { id, ids: [...new Set(ids)], createdAt: toCreatedAt(set) };
}

function toCreatedAt(set: DerivedSet): string {
  const [oldest = ''] = [...set.values()]
    .map(({ createdAt }) => createdAt)
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  return oldest;
}
