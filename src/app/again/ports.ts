import type { Derived, StoredVerdict } from '../../core/claims/stored-verdict.ts';

/** Keeps what models made of messages as long as summaries, by a hash of all that it depends on. */
export type DerivedStore<Kept extends Derived> = {
  /** Those of one key each, in the same order; null for what is not kept. */
  readonly get: (guildId: string, keys: readonly string[]) => Promise<readonly (Kept | null)[]>;
  /** Keeps nothing that rests on what was forgotten since, or shortly before, it was made. */
  readonly put: (guildId: string, key: string, kept: Kept) => Promise<void>;
  /** The same for several by their keys, all kept as long as the oldest. */
  readonly putAll: (guildId: string, all: ReadonlyMap<string, Kept>) => Promise<void>;
  /** Erases everything of a server that rests on any of these. */
  readonly forget: (guildId: string, ids: readonly string[]) => Promise<void>;
  /** Erases everything that rests on somebody's messages, in all servers. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};

export type VerdictStore = DerivedStore<StoredVerdict>;
