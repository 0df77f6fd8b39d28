import type { StoredVerdict } from '../core/claims/judgement.ts';
import type { WindowDraft } from '../core/windows/window-draft.ts';

/** What models made of messages: a verdict of the judge, or the draft of a window. */
export type Derived = StoredVerdict | WindowDraft;

/** Keeps what models made of messages as long as summaries, by a hash of all that it depends on. */
export type DerivedStore = {
  /** Those of one key each, in the same order; null for what is not kept. */
  readonly get: (guildId: string, keys: readonly string[]) => Promise<readonly (Derived | null)[]>;
  /**
   * Keeps several by their keys, all as long as the oldest, except what rests on what was forgotten since, or shortly
   * before, it was made.
   */
  readonly put: (guildId: string, all: ReadonlyMap<string, Derived>) => Promise<void>;
  /** Erases everything of a server that rests on any of these. */
  readonly forget: (guildId: string, ids: readonly string[]) => Promise<void>;
  /** Erases everything that rests on somebody's messages, in all servers. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};
