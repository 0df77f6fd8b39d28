import type { NoteState } from '../../core/claims/stored-summary.ts';
import type { Summary } from '../../core/claims/summary.ts';
import type { ReachedCap } from '../../core/claims/usage.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import type { LogEntry } from '../../core/decisions/entry.ts';
import type { Digest, PauseReason, Webhook } from '../../core/digests/digest.ts';
import type { DigestPostId } from '../../core/digests/run.ts';
import type { DecisionLog } from '../decisions/decision-log.ts';
import type { MessageReservation } from '../message-budget.ts';
import type { PostedMessage, StoredSummary, SummaryStore } from '../store-ports.ts';
import type { Telemetry } from '../telemetry-ports.ts';

export type DigestStore = {
  readonly get: (guildId: string, digestId: string) => Promise<Digest | null>;
  readonly create: (digest: Digest) => Promise<void>;
  /** Replaces a digest by `change` of it, one change after the other. Null if there is no such digest. */
  readonly update: (
    guildId: string,
    digestId: string,
    change: (digest: Digest) => Digest,
  ) => Promise<Digest | null>;
  readonly remove: (guildId: string, digestId: string) => Promise<void>;
  readonly list: (guildId: string) => Promise<readonly Digest[]>;
  readonly guildIds: () => Promise<readonly string[]>;
};

/** Messages that a digest has not covered yet, the oldest first. */
export type DigestReading = {
  readonly conversation: Conversation;
  readonly covered: Digest['covered'];
  readonly hasMore: boolean;
  /** Source channels that are not read in this run, because of their permissions or because they are gone. */
  readonly leftOut: readonly string[];
  readonly card?: StoredSummary['card'];
  /** Of a card: a task of its reader has become due or overdue since the last run, which is told without news too. */
  readonly hasDue?: boolean;
  /** Of a note in a post of a forum: what says that it is solved. */
  readonly note?: Pick<NoteState, 'solvedTags' | 'answer'>;
};

/** The digest cannot run until a person resumes it: its post is refused, or what it would read is hidden. */
export class PostRefused extends Error {
  readonly reason: PauseReason;

  constructor(reason: PauseReason) {
    super(`a post was refused: ${reason}`);
    this.name = 'PostRefused';
    this.reason = reason;
  }
}

/** A post of a digest, with the id that its buttons contain. */
export type DigestPost = PostedMessage & DigestPostId & { readonly summaryId: string };

/** Where a digest reads and posts, as it was when it was opened. */
export type DigestPlace = {
  /** Reads at most `limit` messages that the digest has not covered, from sources that its readers may read. */
  readonly read: (
    digest: Digest,
    limit: number,
    signal: AbortSignal,
    room?: MessageReservation,
  ) => Promise<DigestReading>;
  /** Whether all that a summary was written from may be shown in the destination. */
  readonly mayShow: (stored: StoredSummary) => Promise<boolean>;
  /** The posts of a digest since it was covered last, as it knows; the newest first. */
  readonly findPosts: (digest: Digest) => Promise<readonly DigestPost[]>;
  /** Posts a stored summary. Rejects with `PostRefused` if a retry is useless. */
  readonly send: (digest: Digest, stored: StoredSummary) => Promise<PostedMessage>;
  readonly edit: (digest: Digest, stored: StoredSummary, post: PostedMessage) => Promise<void>;
  /** Whether `send` rejected before it sent anything, or because Discord answered that it posts nothing. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Deletes posts, as far as the bot may. */
  readonly delete: (posts: readonly PostedMessage[]) => Promise<void>;
  readonly mayDelete: boolean;
  /** Whether it is a thread that is locked, marked as solved or was closed by a person. */
  readonly isClosed: boolean;
  readonly hasPost: (post: PostedMessage) => Promise<boolean>;
  /** Whether a post that is sent again within some minutes appears once. */
  readonly hasNonces: boolean;
};

/** What a direct message to the creator of a digest reports. */
export type DigestNotice =
  | { readonly kind: 'paused'; readonly reason: PauseReason }
  | { readonly kind: 'left_out'; readonly channelIds: readonly string[] }
  /** A cap stopped calls of a model. */
  | { readonly kind: 'capped'; readonly cap: ReachedCap }
  | { readonly kind: 'failed' }
  /** Every attempt to send a summary to the webhook failed. */
  | { readonly kind: 'webhook_failed'; readonly url: string };

/** Tells the creator; resolves also if they take no direct messages. */
export type NotifyCreator = (digest: Digest, notice: DigestNotice) => Promise<void>;

export type DigestRunParts = {
  readonly digests: DigestStore;
  /** The reason if it cannot run. Events tell enough to read; before something is posted, everything is requested again. */
  readonly openPlace: (digest: Digest, by: 'events' | 'requests') => Promise<DigestPlace | PauseReason>;
  readonly summaries: Pick<SummaryStore, 'get' | 'put' | 'remove'>;
  /** The decision log, which knows what has been done and contradicted since the last post. */
  readonly entries: Pick<DecisionLog, 'list' | 'change'>;
  /** Brings entries up to date with their messages before they are shown. */
  readonly refreshEntries: (entries: readonly LogEntry[]) => Promise<unknown>;
  /** Notes where a stored summary was posted, and updates the post if the summary changed meanwhile. */
  readonly notePost: (stored: StoredSummary, post: PostedMessage) => Promise<void>;
  readonly summarize: (
    digest: Digest,
    conversation: Conversation,
    signal: AbortSignal,
    how: {
      readonly summaryId: string;
      readonly onCap: (cap: ReachedCap) => void;
    },
  ) => Promise<Summary>;
  /** Replaces the summary of a note, and edits its message; null, without changes, if it is no longer stored. */
  readonly reviseNote: (
    digest: Digest,
    change: (current: StoredSummary) => StoredSummary | null,
  ) => Promise<StoredSummary | null>;
  /** Whether something is new for a note; null if this process does not hear of it. */
  readonly hasNews: (digest: Digest) => boolean | null;
  /** Whether a person has to look through its posts before they are shown. */
  readonly needsReview: (digest: Digest) => Promise<boolean>;
  readonly notify: NotifyCreator;
  /** Schedules that a posted summary is also sent to the webhook of its digest; may be called again for the same one. */
  readonly deliver?: (digest: Digest, summaryId: string) => Promise<void>;
  /** Waits until there is memory for messages; without it, there always is. */
  readonly room?: MessageReservation;
  /** One summary reads at most as many messages; more become consecutive posts. */
  readonly maxMessages: number;
  readonly telemetry: Telemetry;
  readonly newId: () => string;
  readonly now: () => string;
};

export type WebhookEvent = {
  /** The same each time it is sent, so that the receiver can recognize a repetition. */
  readonly id: string;
  readonly body: string;
};

export type Webhooks = {
  /** Whether an address may be used, as far as that shows before its name is looked up. */
  readonly allows: (url: string) => boolean;
  readonly newSecret: () => string;
  /** Rejects if the address did not accept the event, or may not be used. */
  readonly send: (webhook: Webhook, event: WebhookEvent, signal: AbortSignal) => Promise<void>;
};
