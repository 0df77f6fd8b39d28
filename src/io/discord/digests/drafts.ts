import type { RepliableInteraction } from 'discord.js';
import type { DigestChoice } from '../../../core/digests/digest.ts';
import { createKeyedMutex, type KeyedMutex } from '../../../keyed-mutex.ts';
import { createLru } from '../../../lru.ts';

export type Draft = {
  readonly id: string;
  readonly guildId: string;
  readonly authorId: string;
  /** Null for a new digest; `before` is the choice when the preview was requested. */
  readonly edited: { readonly digestId: string; readonly before: DigestChoice } | null;
  /** Whose answers have its buttons: the preview, and each one of the last week. */
  readonly shownBy: RepliableInteraction[];
  choice: DigestChoice;
  isSaved: boolean;
};

export type Drafts = {
  readonly add: (draft: Draft) => void;
  /** Undefined if it has expired, or is from before a restart. */
  readonly get: (id: string) => Draft | undefined;
  readonly remove: (id: string) => void;
  /** Answers the presses on one draft one after the other. */
  readonly inTurn: KeyedMutex;
};

/** The time in which Discord lets us edit the preview. */
const lifetimeMs = 15 * 60_000;
const mostDrafts = 500;
const mostOfPerson = 5;

/** Stores drafts in memory; the newest replaces the oldest, first of those of the same person. */
export function createDrafts(): Drafts {
  const drafts = createLru<Draft>(mostDrafts, { ttl: lifetimeMs });
  return {
    add: draft => {
      drafts.set(draft.id, draft);
      const own = [...drafts.values()].filter(({ authorId }) => authorId === draft.authorId);
      for (const { id } of own.slice(mostOfPerson)) drafts.delete(id);
    },
    get: id => drafts.get(id),
    remove: id => void drafts.delete(id),
    inTurn: createKeyedMutex(),
  };
}
