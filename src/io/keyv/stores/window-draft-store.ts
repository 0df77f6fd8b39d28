import type { WindowDraftStore } from '../../../app/windows/ports.ts';
import { type WindowDraft, windowDraftSchema } from '../../../core/windows/window.ts';
import { createLru } from '../../../lru.ts';
import { createFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';
import { createSourceIndex } from '../source-index.ts';

const format = createFormat(windowDraftSchema);

/** The longest that messages are read before a model gets them. */
const longestReadMs = 15 * 60_000;
const maxRemembered = 50_000;

export function createWindowDraftStore(parts: StoreParts): WindowDraftStore {
  const { ofServers, servers, toLeftMs, now } = parts;
  const of = ofServers('window-drafts', format, { ages: true });
  const index = createSourceIndex('window-draft-index', guildId => of(guildId).list(), parts);
  const exclusively = parts.exclusively('window-drafts');
  const forgottenAt = createLru<number>(maxRemembered);
  const isForgotten = ({ sources, createdAt }: WindowDraft) => {
    const readMs = Date.parse(createdAt) - longestReadMs;
    return sources.some(id => (forgottenAt.get(id) ?? Number.NEGATIVE_INFINITY) >= readMs);
  };
  const forget = async (guildId: string, ids: readonly string[]) => {
    for (const id of ids) forgottenAt.set(id, now());
    await exclusively(guildId, async () => {
      for (const key of await index.find(guildId, ids)) {
        const draft = await of(guildId).get(key);
        // The index may name others too.
        if (draft?.sources.some(id => ids.includes(id))) await of(guildId).remove(key);
      }
    });
  };

  return {
    get: (guildId, keys) => of(guildId).getMany(keys),
    put: (guildId, key, draft) =>
      exclusively(guildId, async () => {
        if (isForgotten(draft)) return;
        const { sources: ids, createdAt } = draft;
        // Noted first: what it rests on may be deleted at any moment from now on.
        await servers.note(guildId);
        await index.note(guildId, [{ id: key, ids, createdAt }]);
        await of(guildId).put([key], draft, await toLeftMs(guildId, createdAt));
      }),
    forget,
    async forgetPerson(personId) {
      for (const guildId of await servers.list()) await forget(guildId, [personId]);
    },
  };
}
