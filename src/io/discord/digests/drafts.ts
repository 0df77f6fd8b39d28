import type { DigestChoice } from '../../../core/digests/digest.ts';

/** A new or edited digest in a preview, not saved yet. */
export type Draft = {
  readonly id: string;
  readonly guildId: string;
  readonly authorId: string;
  /** Null for a new digest; `before` is the choice when the preview was requested. */
  readonly edited: { readonly digestId: string; readonly before: DigestChoice } | null;
  /** Whether the preview lets its author choose channels. */
  readonly hasChannelSelect: boolean;
  choice: DigestChoice;
  /** Counts the changes of the choice, so that an older preview does not replace a newer one. */
  revision: number;
  /** Set at the first press on Create or Save; resolves to whether it was saved. */
  saving: Promise<boolean> | null;
};

export type Drafts = {
  readonly add: (draft: Omit<Draft, 'revision' | 'saving'>) => Draft;
  /** Null if it has expired, or is from before a restart. */
  readonly get: (id: string) => Draft | null;
  readonly remove: (id: string) => void;
};

/** The time in which Discord lets us edit the preview. */
const lifetimeMs = 15 * 60_000;
const mostDrafts = 500;
const mostOfPerson = 5;

/** Stores drafts in memory; the newest replaces the oldest, first of those of the same person. */
export function createDrafts(nowMs: () => number): Drafts {
  const drafts = new Map<string, { readonly draft: Draft; readonly untilMs: number }>();

  const removeOldest = (authorId: string) => {
    const own = [...drafts.values()].filter(({ draft }) => draft.authorId === authorId);
    for (const { draft } of own.slice(0, -mostOfPerson)) drafts.delete(draft.id);
  };
  const removeOld = () => {
    for (const [id, { untilMs }] of drafts) {
      if (untilMs > nowMs() && drafts.size <= mostDrafts) return;
      drafts.delete(id);
    }
  };

  return {
    add(given) {
      const draft: Draft = { ...given, revision: 0, saving: null };
      drafts.set(draft.id, { draft, untilMs: nowMs() + lifetimeMs });
      removeOldest(draft.authorId);
      removeOld();
      return draft;
    },
    get(id) {
      removeOld();
      return drafts.get(id)?.draft ?? null;
    },
    remove: id => void drafts.delete(id),
  };
}
