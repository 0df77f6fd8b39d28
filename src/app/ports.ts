import type { AccessRules } from '../core/access-rules.ts';
import type { Judgement } from '../core/claims/judgement.ts';
import type {
  feedbackSchema,
  openRunSchema,
  postedMessageSchema,
  storedFieldsSchema,
  storedRequestSchema,
} from '../core/claims/stored-summary.ts';
import type { Detail, EngineNote, EngineReason, JudgeFault, Summary, Usage } from '../core/claims/summary.ts';
import type { KnownMatter } from '../core/claims/topics.ts';
import type { Evidence, PositionRange } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import type { EarlierAnswer } from '../core/prompt/answer.ts';
import type { CompareTask, Comparison } from '../core/prompt/compare.ts';
import type { JudgedClaim } from '../core/prompt/judge.ts';
import type { FailingClaim } from '../core/prompt/repair.ts';
import type { BotMode, GuildSettings } from '../core/settings.ts';
import type { Stored } from '../core/stored.ts';
import type { TryLock } from '../keyed-mutex.ts';
import type { Payer } from './usage/ports.ts';
import type { WorkerTasks } from './worker-tasks.ts';

/** A conversation read from somewhere, with a sentence for every kind of thing that could not be read. */
export type ReadResult = {
  readonly conversation: Conversation;
  /** Most important first. */
  readonly notices: readonly string[];
};

export type EngineRequest = {
  readonly evidence: Evidence;
  readonly detail: Detail;
  /** The BCP 47 tag of the language to write in. */
  readonly language: string;
  /** The languages that the conversation is held in, most spoken first; empty if unknown. */
  readonly spoken: readonly string[];
  readonly zone: string;
  readonly focus?: string;
  /** To be answered from the evidence, in place of a summary of it. */
  readonly question?: string;
  /** What the question goes on with, as far as the evidence has the messages behind it. */
  readonly earlier?: EarlierAnswer;
  /** How names and terms are written, as a manager of the server says. */
  readonly glossary?: readonly string[] | undefined;
  /** What earlier summaries say that all readers of this one may read. Windows of long conversations do without. */
  readonly memory?: readonly KnownMatter[];
  /** Of many channels at once: longer ones are read channel by channel. */
  readonly isCard?: boolean | undefined;
  /** Whether a message was deleted since it was read: what cites it is not sent on. */
  readonly isGone?: ((messageId: string) => boolean) | undefined;
  /** Without it, calls count only for the bot as a whole. */
  readonly payer?: Payer | undefined;
  /** Nobody waits for it: other calls go first. */
  readonly isBackground?: boolean | undefined;
};

/** How a draft ended. */
export type EngineReport = {
  readonly engine: EngineNote;
  /** What it cost, also after a failure; null if the engine counts nothing. */
  readonly usage: Usage | null;
  /** What kept the draft from being complete; null where it is. */
  readonly failure: EngineReason | null;
  /** Messages that were not, or not wholly, summarized although the draft is complete otherwise. */
  readonly unsummarized?: readonly PositionRange[];
};

/** Claims that did not hold, to be written once more over the messages that they may rest on. */
export type RepairRequest = EngineRequest & {
  readonly failing: readonly FailingClaim[];
  readonly positions: ReadonlySet<number>;
};

/** What is said of a claim beside its words: a preview shows what comes, and is not part of the draft. */
type ClaimStage = 'preview';

/**
 * Turns evidence into a draft. Each claim is passed on as soon as it is written, also a malformed one: it is parsed and
 * verified one by one. Failures are in the report; it rejects only with the signal's reason,
 * or for a fault of ours.
 */
export type Engine = {
  readonly name: string;
  /** Code selects quotes, no model writes. */
  readonly writesQuotes?: true;
  /** Its models look at pictures. */
  readonly seesPictures?: boolean;
  /** Where the evidence of long conversations is prepared; without them, in the process that asks. */
  readonly workers?: WorkerTasks | undefined;
  /** The size of the windows that it cuts long conversations into, if it does. */
  readonly windows?: number;
  readonly draft: (
    request: EngineRequest,
    onClaim: (claim: unknown, stage?: ClaimStage) => void,
    signal: AbortSignal,
  ) => Promise<EngineReport>;
  /**
   * Writes claims once more, one for each that failed and in their order, where the engine can; otherwise as `draft`.
   */
  readonly repair?: (
    request: RepairRequest,
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ) => Promise<EngineReport>;
};

export type JudgeRequest = {
  readonly claims: readonly JudgedClaim[];
  /** Those of the evidence that are shown. */
  readonly positions: ReadonlySet<number>;
  readonly evidence: Evidence;
  /** The BCP 47 tag of the language in which the judge says what is missing. */
  readonly language: string;
  readonly isUncited?: boolean | undefined;
  readonly zone: string;
  /** Without it, calls count only for the bot as a whole. */
  readonly payer?: Payer | undefined;
  /** Nobody waits for it: other calls go first. */
  readonly isBackground?: boolean | undefined;
};

export type JudgeReport = {
  /** One for each claim, in their order; null where the answer has none for it. */
  readonly judgements: readonly (Judgement | null)[];
  readonly usage: Usage | null;
  /** Why there is no answer; null where there is one. */
  readonly failure: EngineReason | null;
};

/**
 * A second model that says of each claim whether the messages support it. Failures, an abort by the signal included, are
 * in the report, with the usage until then.
 */
export type Judge = {
  readonly model: string;
  /** What its grade says, if it was graded. */
  readonly fault?: JudgeFault | undefined;
  readonly judge: (request: JudgeRequest, signal: AbortSignal) => Promise<JudgeReport>;
  /** Says how a decision relates to earlier ones; without it, only code compares them. */
  readonly compare?: (request: CompareRequest, signal: AbortSignal) => Promise<CompareReport>;
};

/** A grade of the judge at one place: the shares of wrong claims caught and of true ones hurt. */
export type StoredGrade = { readonly place: string; readonly caught: number; readonly hurt: number };

/** A decision and earlier ones, with the messages that they cite. */
export type CompareRequest = CompareTask & {
  readonly evidence: Evidence;
  readonly payer?: Payer | undefined;
};

export type CompareReport = {
  /** In no order; an earlier decision may be missing. */
  readonly comparisons: readonly Comparison[];
  /** Why there is no answer; null where there is one. */
  readonly failure: EngineReason | null;
};

/** A stored summary: the request, who asked for it, and where its messages are. */
export type StoredSummary = Stored<typeof storedFieldsSchema> & { readonly summary: Summary };

export type StoredRequest = Stored<typeof storedRequestSchema>;

export type PostedMessage = Stored<typeof postedMessageSchema>;

/** What somebody thinks of a summary. */
export type Feedback = Stored<typeof feedbackSchema>;

/** A summary with public posts, or with posts that still have to be changed. */
export type PostedSummary = {
  readonly summaryId: string;
  /** An instant. */
  readonly createdAt: string;
  /** Its posts still have to be changed or deleted. */
  readonly hasPendingChanges: boolean;
};

/** Keeps summaries for as long as they may be shown; what is older is gone. */
export type SummaryStore = {
  readonly put: (stored: StoredSummary) => Promise<void>;
  /** Replaces a stored summary, unless it was removed meanwhile: a change that was under way brings nothing back. */
  readonly rewrite: (stored: StoredSummary) => Promise<void>;
  /**
   * Null if it does not exist, has expired or was deleted. With `guildId` null, as in a direct message, the summary may
   * belong to any server.
   */
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
  /** The servers that have or had stored data. */
  readonly guildIds: () => Promise<readonly string[]>;
  /** Erases all that is kept of a server, its settings included; how many summaries that were. */
  readonly eraseGuild: (guildId: string) => Promise<number>;
  /**
   * All servers that still have records, also those written while the server was erased. Slow: it looks at all key
   * spaces.
   */
  readonly storedGuildIds: () => Promise<readonly string[]>;
};

/** Where something is kept. */
export type StoredId = { readonly guildId: string; readonly summaryId: string };

/** The zones that people say they live in, by person and by server. */
export type ZoneStore = {
  readonly get: (ownerId: string) => Promise<string | null>;
  /** Null forgets it. */
  readonly set: (ownerId: string, zone: string | null) => Promise<void>;
};

/** The settings of servers, until they are changed or the server is erased. */
export type SettingsStore = {
  /**
   * Rejects with `settings_unreadable` if they are damaged or of another version. Until they are set again, summaries are
   * kept for as long as a server can choose, and shown for the shortest time.
   */
  readonly get: (guildId: string) => Promise<GuildSettings>;
  /**
   * Replaces settings by `change` of them, also while another process does. The zone is the server's own in `ZoneStore`; a
   * retention counts for what is kept already, too. Rejects as `get` does, without changes.
   */
  readonly change: (guildId: string, change: (settings: GuildSettings) => GuildSettings) => Promise<void>;
  /** Puts these in the place of the former ones, also of unreadable ones. */
  readonly set: (guildId: string, settings: GuildSettings) => Promise<void>;
  /** The zone, also where the other settings are unreadable. */
  readonly zone: (guildId: string) => Promise<string | null>;
};

/** Says which member wrote what an application's webhook posted. */
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
  /** Those of these people who opted out. */
  readonly optedOut: (personIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether anybody ever opted out. */
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
  /** One of each person. */
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
  /**
   * Adds in one step, in all processes, or subtracts; false, without changes, if there would be more than `limit`. Rejects
   * with `usage_unreadable` if the number before cannot be read.
   */
  readonly add: (personId: string, day: string, runs: number, limit?: number) => Promise<boolean>;
  readonly forget: (personId: string, day: string) => Promise<void>;
  /** For the run of a person, in all processes; a killed process loses it after some seconds. */
  readonly tryLock: TryLock;
};

/** What time it is. It can be set forward or back while Footnote runs. */
export type Clock = {
  /** An ISO instant. */
  readonly now: () => string;
  /**
   * Resolves once it is this instant or later, at once where it is already. If the clock is set forward it wakes, if it
   * is set back it sleeps longer. Rejects with the signal's reason.
   */
  readonly sleepUntil: (instant: string, signal: AbortSignal) => Promise<void>;
};

export type OpenRun = Stored<typeof openRunSchema>;

/** Runs in progress or interrupted, stored across restarts. */
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
