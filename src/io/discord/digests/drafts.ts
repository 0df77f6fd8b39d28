import type { DigestChoice } from '../../../core/digests/digest.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import { createLru } from '../../../lru.ts';

export type Draft = {
  readonly id: string;
  readonly guildId: string;
  readonly authorId: string;
  /** Null for a new digest; `before` is the choice when the preview was requested. */
  readonly edited: { readonly digestId: string; readonly before: DigestChoice } | null;
  choice: DigestChoice;
  isSaved: boolean;
};

export type Drafts = ReturnType<typeof createDrafts>;

/** The time in which Discord lets us edit the preview. */
const lifetimeMs = 15 * 60_000;
const mostDrafts = 500;
const mostOfPerson = 5;

/** Stores drafts in memory; the newest replaces the oldest, first of those of the same person. */
export function createDrafts() {
  const all = createLru<Draft>(mostDrafts, { ttl: lifetimeMs });
  return {
    /** Without those that have expired, or are from before a restart. */
    all,
    add: (draft: Draft) => {
      all.set(draft.id, draft);
      const own = [...all.values()].filter(({ authorId }) => authorId === draft.authorId);
      for (const { id } of own.slice(mostOfPerson)) all.delete(id);
    },
    /** Answers the presses on one draft one after the other. */
    inTurn: createKeyedMutex(),
  };
}
