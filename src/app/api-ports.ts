import type { apiTokenSchema, refusalSchema, storedJobSchema, usedKeySchema } from '../core/api-records.ts';
import type { Detail, Summary } from '../core/claims/summary.ts';
import type { EvidenceMessage } from '../core/conversation/evidence.ts';
import type { Digest } from '../core/digests/digest.ts';
import type { Stored } from '../core/stored.ts';
import { UserError } from '../errors.ts';
import type { StoredSummary } from './store-ports.ts';

export type ApiToken = Stored<typeof apiTokenSchema>;

export type Caller = Omit<ApiToken, 'secretHash' | 'createdAt'>;

export type TokenStore = {
  readonly get: (tokenId: string) => Promise<ApiToken | null>;
  readonly put: (token: ApiToken) => Promise<void>;
  /** False if there was none. */
  readonly remove: (tokenId: string) => Promise<boolean>;
  readonly list: () => Promise<readonly ApiToken[]>;
};

/** The messages of a channel: the newest `messages`, or those after `since`, in the words of `/summarize since:`. */
export type ChannelRange = {
  readonly channelId: string;
  readonly messages?: number | undefined;
  readonly since?: string | undefined;
};

type ChannelSummaryRequest = ChannelRange & {
  readonly detail: Detail;
  readonly language?: string | undefined;
  readonly focus?: string | undefined;
  readonly question?: string | undefined;
};

type ChannelCheckRequest = ChannelRange & { readonly statements: readonly string[] };

export type Refusal = Stored<typeof refusalSchema>;

/** Thrown by an `ApiSource`: an expected outcome, with a sentence for the person. */
export class RequestRefused extends UserError {
  readonly refusal: Refusal;

  constructor(reason: Refusal['reason'], detail: string) {
    super('bad_usage', detail);
    this.name = 'Refusal';
    this.refusal = { ok: false, reason, detail };
  }
}

export type StoredJob = Stored<typeof storedJobSchema>;

export type UsedKey = Stored<typeof usedKeySchema>;

/** Jobs and idempotency keys of the last day. */
export type ApiJobStore = {
  readonly get: (id: string) => Promise<StoredJob | null>;
  readonly put: (job: StoredJob) => Promise<void>;
  /** A result that is no stored summary, for an hour. */
  readonly getResult: (jobId: string) => Promise<Summary | null>;
  readonly putResult: (jobId: string, result: Summary) => Promise<void>;
  readonly getKey: (tokenId: string, key: string) => Promise<UsedKey | null>;
  readonly putKey: (tokenId: string, key: string, used: UsedKey) => Promise<void>;
};

/** The running jobs of all processes. Rejects if it is unavailable. */
export type SharedApiJobs = {
  /** Shows that a job runs, for some seconds, and how far it is; true if it is to be canceled. */
  readonly show: (id: string, progress: SourceProgress) => Promise<boolean>;
  /** Null if no process runs it. */
  readonly find: (id: string) => Promise<SourceProgress | null>;
  readonly cancel: (id: string) => Promise<void>;
};

/** A stored summary; for a page, also with its conversation, where that can be read. */
export type SourceResult = {
  readonly stored: Pick<StoredSummary, 'summary'>;
  readonly conversation?: readonly EvidenceMessage[];
  /** The conversation is longer: it has only the newest messages. */
  readonly isCut?: boolean;
};

export type SourceProgress = {
  readonly messagesRead: number;
  readonly claims: number;
  readonly judging: boolean;
};

export type ListPlace = { readonly createdAt: string; readonly summaryId: string };

/** Reads Discord for the owner of a token, who may read there what that person may read now. Rejects with `RequestRefused`. */
export type ApiSource = {
  readonly isReady: () => boolean;
  /** Summarizes a channel or thread, or answers a question about it, and stores the result. */
  readonly summarize: (
    caller: Caller,
    request: ChannelSummaryRequest,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ) => Promise<SourceResult>;
  readonly check: (
    caller: Caller,
    request: ChannelCheckRequest,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ) => Promise<SourceResult>;
  /** Work that counts as a run of the token's owner once it calls `onRead`: one at a time, within the daily limit. */
  readonly countRun: <Result>(
    caller: Caller,
    work: (onRead: () => void) => Promise<Result>,
  ) => Promise<Result>;
  /** Refuses if the token's owner may not use Footnote in the server now. */
  readonly checkOwner: (caller: Caller) => Promise<void>;
  /** A stored summary as it is now: access is checked again, and claims of deleted messages are gone. */
  readonly open: (caller: Caller, summaryId: string) => Promise<SourceResult>;
  /** The same for a page: also with the conversation as it is now if it can be read. */
  readonly openPage: (caller: Caller, summaryId: string) => Promise<SourceResult>;
  /** The digests that the token's owner created in its server. */
  readonly listDigests: (caller: Caller) => Promise<readonly Digest[]>;
  /** Has each summary of such a digest also sent to an address, or no longer; the secret that signs them. */
  readonly setWebhook: (caller: Caller, digestId: string, url: string | null) => Promise<string | null>;
  /** The summaries that this person asked for and may still read, newest first: at most `limit` of those after a place in that order. */
  readonly list: (
    caller: Caller,
    after: ListPlace | null,
    limit: number,
  ) => Promise<{ readonly summaries: readonly StoredSummary[]; readonly hasMore: boolean }>;
};

type ViewerTarget = { readonly guildId: string; readonly summaryId: string; readonly userId: string };

/** Links to the pages of summaries, each signed for one person. */
export type ViewerLinks = {
  readonly toUrl: (target: ViewerTarget) => string;
  /** Null if it was not made here or was changed. */
  readonly read: (link: string) => ViewerTarget | 'expired' | null;
};
