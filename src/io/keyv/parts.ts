import type { KeyedMutex } from '../../keyed-mutex.ts';
import type { Kinds } from './kinds.ts';

/** What the stores share beside the kinds of records. */
export type StoreParts = Kinds & {
  /** The servers with records; a server is noted before its first record, which nobody would find otherwise. */
  readonly servers: {
    readonly note: (guildId: string) => Promise<void>;
    readonly list: () => Promise<readonly string[]>;
  };
  readonly toRetention: ToRetention;
  /** How much longer a record that was made at an instant is stored. */
  readonly toLeftMs: (guildId: string | null, createdAt: string) => Promise<number>;
  /** Runs work of a kind for the same key one after the other, in all processes that use the store. */
  readonly exclusively: (kind: string) => KeyedMutex;
  /** True for the first caller, in all processes, that uses this name. */
  readonly claim: (name: string, ttlMs: number) => Promise<boolean>;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/**
 * How long records of a server are stored from when they were made, and how long they are shown, which may be shorter;
 * with null, what holds in a direct message.
 */
export type ToRetention = (
  guildId: string | null,
) => Promise<{ readonly keptMs: number; readonly shownMs: number }>;
