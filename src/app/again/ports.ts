import type { Judgement } from '../../core/claims/judgement.ts';

/** What a model made of messages, kept for the next summary. */
export type Derived = {
  /** The ids of the messages behind it, of their authors, channels and threads: with one of these it is forgotten. */
  readonly sources: readonly string[];
  /** An instant, from before the messages were sent to the model. */
  readonly createdAt: string;
};

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

/** A verdict of the judge; the better message by its id, because positions change with every summary. */
export type StoredVerdict = Derived & Omit<Judgement, 'position'> & { readonly messageId: string | null };

export type VerdictStore = DerivedStore<StoredVerdict>;
