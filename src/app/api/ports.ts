import type { Detail } from '../../core/claims/summary/summary.ts';
import type { ReadResult, StoredSummary } from '../ports.ts';

/** The owner of an API token, and what the token may reach. */
export type Caller = {
  readonly tokenId: string;
  readonly guildId: string;
  readonly userId: string;
  /** If given, only these channels and their threads. */
  readonly channelIds?: readonly string[];
};

/** A token as stored. Its secret is never stored. */
export type ApiToken = Caller & {
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string;
  /** ISO instant. */
  readonly createdAt: string;
};

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

export type ChannelSummaryRequest = ChannelRange & {
  readonly detail: Detail;
  readonly language?: string | undefined;
  readonly focus?: string | undefined;
};

export type ChannelCheckRequest = ChannelRange & { readonly statements: readonly string[] };

/** Why a request is refused, and a sentence for the person. */
export type Refusal = {
  readonly ok: false;
  readonly reason:
    | 'not_found'
    | 'invalid'
    | 'nothing_to_read'
    | 'limit_reached'
    | 'busy'
    | 'unreadable_file'
    | 'unavailable';
  readonly detail: string;
};

export type SourceResult = { readonly ok: true; readonly stored: StoredSummary } | Refusal;

export type SourceProgress = {
  readonly messagesRead: number;
  readonly claims: number;
  readonly judging: boolean;
};

/** Where a page of a list ended. */
export type ListPlace = { readonly createdAt: string; readonly summaryId: string };

/** Reads Discord for the owner of a token, who may read there what that person may read now. */
export type ApiSource = {
  readonly isReady: () => boolean;
  /** Summarizes a channel or thread and stores the summary. */
  readonly summarize: (
    caller: Caller,
    request: ChannelSummaryRequest,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ) => Promise<SourceResult>;
  /** Checks statements against a channel or thread, and stores the result. */
  readonly check: (
    caller: Caller,
    request: ChannelCheckRequest,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ) => Promise<SourceResult>;
  /** A stored summary as it is now: access is checked again, and claims of deleted messages are gone. */
  readonly open: (caller: Caller, summaryId: string) => Promise<SourceResult>;
  /** The summaries that this person asked for and may still read, newest first: at most `limit` of those after a place in that order. */
  readonly list: (
    caller: Caller,
    after: ListPlace | null,
    limit: number,
  ) => Promise<{ readonly summaries: readonly StoredSummary[]; readonly hasMore: boolean }>;
};

/** Reads an uploaded conversation, whose format is recognized by its content. */
export type ReadUpload = (bytes: Uint8Array, name: string) => Promise<ReadResult>;
