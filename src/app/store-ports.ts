import type { AccessRules } from '../core/access-rules.ts';
import type {
  feedbackSchema,
  openRunSchema,
  postedMessageSchema,
  storedFieldsSchema,
  storedRequestSchema,
} from '../core/claims/stored-summary.ts';
import type { Summary } from '../core/claims/summary.ts';
import type { BotMode, GuildSettings } from '../core/settings.ts';
import type { Stored } from '../core/stored.ts';
import type { TryLock } from '../keyed-mutex.ts';

export type StoredSummary = Stored<typeof storedFieldsSchema> & { readonly summary: Summary };

export type StoredRequest = Stored<typeof storedRequestSchema>;

export type PostedMessage = Stored<typeof postedMessageSchema>;

export type Feedback = Stored<typeof feedbackSchema>;

/** A summary with public posts, or with posts that still have to be changed. */
export type PostedSummary = {
  readonly summaryId: string;
  readonly createdAt: string;
  readonly hasPendingChanges: boolean;
};

/** Keeps summaries for as long as they may be shown; what is older is gone. */
export type SummaryStore = {
  readonly put: (stored: StoredSummary) => Promise<void>;
  /** Replaces a stored summary, unless it was removed meanwhile: a change that was under way brings nothing back. */
  readonly rewrite: (stored: StoredSummary) => Promise<void>;
  /** Null if it is missing, expired or deleted. Without `guildId`, as in a direct message, it may be of any server. */
  readonly get: (guildId: string | null, summaryId: string) => Promise<StoredSummary | null>;
  /** Those of a server with these ids, in their order; what `get` would not find is left out. */
  readonly getMany: (guildId: string, summaryIds: readonly string[]) => Promise<readonly StoredSummary[]>;
  /** Whether a stored summary may be shown: while settings are unreadable, only for the shortest retention. */
  readonly mayShow: (stored: Pick<StoredSummary, 'guildId' | 'createdAt'>) => Promise<boolean>;
  /** A summary that is marked as deleted and not yet removed. */
  readonly getDeleted: (guildId: string | null, summaryId: string) => Promise<StoredSummary | null>;
  /** The summaries of a server that have posts or posts to change, newest first. */
  readonly posted: (guildId: string) => Promise<readonly PostedSummary[]>;
  readonly ids: (guildId: string) => Promise<readonly string[]>;
  readonly remove: (guildId: string | null, summaryId: string) => Promise<void>;
  /** The ids of summaries that cite any of these messages, or are of any of these channels or people; some may be gone. */
  readonly citing: (guildId: string, ids: readonly string[]) => Promise<readonly string[]>;
  /** The last answer to a question that a person asked in a channel or thread, unless it is gone. */
  readonly lastAsked: (guildId: string, personId: string, placeId: string) => Promise<StoredSummary | null>;
  /** The summaries that somebody asked for, in all servers, and whether each answers a question, which is stored with it. */
  readonly askedBy: (personId: string) => Promise<readonly (StoredId & { readonly isAnswer: boolean })[]>;
  readonly guildIds: () => Promise<readonly string[]>;
  /** Erases all that is kept of a server, its settings included; how many summaries that were. */
  readonly eraseGuild: (guildId: string) => Promise<number>;
  /** All servers that still have records, also those written while one was erased. Slow: looks at all key spaces. */
  readonly storedGuildIds: () => Promise<readonly string[]>;
};

export type StoredId = { readonly guildId: string; readonly summaryId: string };

export type ZoneStore = {
  readonly get: (ownerId: string) => Promise<string | null>;
  /** Null forgets it. */
  readonly set: (ownerId: string, zone: string | null) => Promise<void>;
};

/** The settings of servers, until they are changed or the server is erased. */
export type SettingsStore = {
  /** Rejects with `settings_unreadable` if damaged. Until set again, summaries are kept for the longest and shown for the shortest time. */
  readonly get: (guildId: string) => Promise<GuildSettings>;
  /** Replaces settings, also while another process does. The zone goes to `ZoneStore`; retention also holds for what is kept. */
  readonly change: (guildId: string, change: (settings: GuildSettings) => GuildSettings) => Promise<void>;
  /** Puts these in the place of the former ones, also of unreadable ones. */
  readonly set: (guildId: string, settings: GuildSettings) => Promise<void>;
  readonly zone: (guildId: string) => Promise<string | null>;
};

export type ProxySenders = {
  /** The member's Discord id; null if nobody can say, or the application does not answer. */
  readonly find: (messageId: string, signal: AbortSignal) => Promise<string | null>;
  /** The same if it was asked before: null if nobody could say. */
  readonly known: (messageId: string) => string | null | undefined;
};

/** Whose messages a server has read, besides those of its members. */
export type SpeakerRules = {
  readonly bots: BotMode;
  /** Ids of webhooks, or of the applications that own them, behind which there are people. */
  readonly webhooks: readonly string[];
  /** Null unless the server has turned the lookup on. */
  readonly senders: ProxySenders | null;
};

/** What people and servers keep Footnote from; what cannot be read of it forbids. */
export type PrivacyStore = {
  /** Without it, messages of bots and webhooks are left out. */
  readonly speakers?: (guildId: string) => Promise<SpeakerRules>;
  readonly optedOut: (personIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly hasOptOuts: () => Promise<boolean>;
  /** In all servers, and not part of what a server is. */
  readonly setOptedOut: (personId: string, isOptedOut: boolean) => Promise<void>;
  readonly access: (guildId: string) => Promise<AccessRules>;
  /** Replaces rules by `change` of them, also while another process does, and returns the new ones. */
  readonly changeAccess: (
    guildId: string,
    change: (rules: AccessRules) => AccessRules,
  ) => Promise<AccessRules>;
};

/** What people think of summaries, for as long as those are kept. */
export type FeedbackStore = {
  readonly get: (guildId: string, summaryId: string) => Promise<readonly Feedback[]>;
  /** In place of what was there; `madeAt` is the instant at which the summary was made. */
  readonly put: (
    guildId: string,
    summaryId: string,
    feedback: readonly Feedback[],
    madeAt: string,
  ) => Promise<void>;
  readonly list: (guildId: string) => Promise<readonly Feedback[]>;
  /** The summaries that somebody thinks something of, in all servers. */
  readonly givenBy: (personId: string) => Promise<readonly StoredId[]>;
};

/** How many runs a person has begun on a day, kept over restarts. */
export type RunStore = {
  readonly get: (personId: string, day: string) => Promise<number>;
  /** Adds in one step in all processes; false, unchanged, above `limit`. Rejects with `usage_unreadable` if the number is unreadable. */
  readonly add: (personId: string, day: string, runs: number, limit?: number) => Promise<boolean>;
  readonly forget: (personId: string, day: string) => Promise<void>;
  /** For the run of a person, in all processes; a killed process loses it after some seconds. */
  readonly tryLock: TryLock;
};

export type OpenRun = Stored<typeof openRunSchema>;

export type OpenRunStore = {
  /** An interrupted run is stored as long as its server's summaries. */
  readonly put: (run: OpenRun) => Promise<void>;
  readonly get: (id: string) => Promise<OpenRun | null>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: () => Promise<readonly OpenRun[]>;
  /** Erases the runs of a person; resolves to their number. */
  readonly erasePerson: (personId: string) => Promise<number>;
  /** True for the one process that may take the run over from its owner; it has some seconds to store the run as its own. */
  readonly takeOver: (run: OpenRun) => Promise<boolean>;
  /** Records that the process is alive for the next `forMs`. */
  readonly noteAlive: (processId: string, forMs: number) => Promise<void>;
  readonly isAlive: (processId: string) => Promise<boolean>;
};
