import type {
  Estimate,
  Feature,
  pendingCallSchema,
  ReachedCap,
  Spending,
  UsageEntry,
} from '../../core/claims/usage.ts';
import type { Stored } from '../../core/stored.ts';

export type Payer = {
  /** Null in a direct message. */
  readonly guildId: string | null;
  /** Null if nobody asked for it. */
  readonly personId: string | null;
  /** The channel, thread or category that is read; null if none is. */
  readonly channelId: string | null;
  readonly feature: Feature;
  readonly onCap?: (cap: ReachedCap) => void;
};

export type Reservation = {
  /** Once, when the call ended; null if the API billed nothing. Never rejects. */
  readonly settle: (spent: Spending | null) => Promise<void>;
};

/** Counts what calls take, and stops those that would go over a cap. */
export type Meter = {
  /** Reserves what a call is expected to take; null if a cap is reached or unreadable. Never rejects. */
  readonly reserve: (payer: Payer, estimate: Estimate) => Promise<Reservation | null>;
};

/** A running call with its estimate, or one that has just ended with what it took. */
export type PendingCall = Stored<typeof pendingCallSchema>;

/** The calls of all processes. Rejects if the store fails. */
export type PendingCalls = {
  /** Adds a call in one step if `mayAdd` says so of the others; the id of the call, or null. */
  readonly add: (
    call: PendingCall,
    mayAdd: (others: readonly PendingCall[]) => boolean,
  ) => Promise<string | null>;
  /** Other processes count what it took until they have read the usage again; null if it took nothing. */
  readonly end: (id: string, spent: Spending | null) => Promise<void>;
};

/** The entries of a day, unless they cannot be read: then nobody knows how much was spent. */
export type UsageDay = readonly UsageEntry[] | 'unreadable';

/** What calls took by day, for as long as `usageDays`. An owner is a server, or one of `sharedOwners`. */
export type UsageStore = {
  /** Adds to a day. Two processes can add at the same time. */
  readonly add: (ownerId: string, day: string, entry: UsageEntry) => Promise<void>;
  /** The entries of these days; days without any are left out. */
  readonly get: (ownerId: string, days: readonly string[]) => Promise<ReadonlyMap<string, UsageDay>>;
  readonly ofPerson: (personId: string) => Promise<Spending>;
  /** The entries of the days before `before` stay, and no longer say whose they are. */
  readonly forgetPerson: (personId: string, before: string) => Promise<void>;
  /** Keeps the tokens and dollars of an erased server, without channels and, before `before`, people: else its caps would begin at 0. */
  readonly forgetGuild: (guildId: string, before: string) => Promise<void>;
  /** True for the first caller, in all processes, with this name within `usageDays`. */
  readonly claimOnce: (name: string) => Promise<boolean>;
};

/** Owners that are no server: direct messages, and the bot as a whole. */
export const sharedOwners = { direct: 'dm', bot: 'bot' } as const;

/** A monthly cap needs up to 31 days. */
export const usageDays = 40;

/** The rate limit as the headers of the API's answers report it. */
export type ToldLimits = {
  /** What may be used in a minute, and what is left of it. */
  readonly buckets: readonly { readonly name: string; readonly limit: number; readonly left: number }[];
  /** How long to send nothing, in milliseconds; 0 if nothing was said. */
  readonly pauseMs: number;
};

/** The rate limit of a model, which all processes with the same API key use up together. Rejects if it is unavailable. */
export type SharedBudget = {
  /** Reserves the tokens of a call: 0, or how many ms to wait before the next attempt. Calls in the background wait while others do. */
  readonly take: (call: {
    readonly tokens: number;
    readonly outputTokens: number;
    readonly isBackground: boolean;
  }) => Promise<number>;
  readonly note: (told: ToldLimits) => Promise<void>;
  /** Gives back what calls were expected to take and did not. */
  readonly giveBack: (unused: { readonly tokens: number; readonly outputTokens: number }) => Promise<void>;
};

/** What Discord lets all processes with a token ask together. Rejects if it is unavailable. */
export type SharedRequests = {
  /** Asks for a place for a request: 0 to begin, otherwise how many ms to wait before asking again as `waited`. */
  readonly take: (kind: 'new' | 'waited') => Promise<number>;
  /** Nobody begins a request for this long, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
};

/** Requests spaced so that never more than Discord allows arrive in a second. A process that was held up catches up at once. */
export function toSpacing(perSecond: number) {
  return { most: perSecond - 1, windowMs: 1_050, everyMs: 500 / perSecond, missedMs: 250 };
}

/** When each shard of a token may log in; rejects if it is unavailable. */
export type SharedLogins = {
  /** Takes the place of a login: 0 if it may begin, otherwise how long to wait before the next attempt, in milliseconds. */
  readonly take: (group: number) => Promise<number>;
};
