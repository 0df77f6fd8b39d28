import type { Summary } from '../../core/claims/summary/summary.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import type { Digest, DigestRun, PauseReason, QuietLine, Webhook } from '../../core/digests/digest.ts';
import type { DigestPostId } from '../../core/digests/post-id.ts';
import type { ReachedCap } from '../../core/usage/caps.ts';
import type { EntryStore } from '../decisions/ports.ts';
import type { PostedMessage, StoredSummary, SummaryStore } from '../ports.ts';
import type { Telemetry } from '../telemetry-ports.ts';

/** The digests of all servers, with their progress. */
export type DigestStore = {
  readonly get: (guildId: string, digestId: string) => Promise<Digest | null>;
  readonly create: (digest: Digest) => Promise<void>;
  /**
   * Replaces a digest by `change` of it, one change after the other, so that a run and a person who edits do not undo
   * each other's. Null if there is no such digest.
   */
  readonly update: (
    guildId: string,
    digestId: string,
    change: (digest: Digest) => Digest,
  ) => Promise<Digest | null>;
  readonly remove: (guildId: string, digestId: string) => Promise<void>;
  /** The digests of a server, oldest first. */
  readonly list: (guildId: string) => Promise<readonly Digest[]>;
  /** The servers that may have digests. */
  readonly guildIds: () => Promise<readonly string[]>;
};

/** Messages that a digest has not covered yet, the oldest first. */
export type DigestReading = {
  readonly conversation: Conversation;
  /** Per channel or thread the newest message read. */
  readonly covered: Digest['covered'];
  /** There are more messages than were read. */
  readonly hasMore: boolean;
  /** Source channels that are not read in this run, because of their permissions or because they are gone. */
  readonly leftOut: readonly string[];
};

/** The destination accepts no more posts, which shows only when something is posted there. */
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

/** Where digests are read from and posted to. */
export type DigestPlaces = {
  /** Why the digest cannot run at all; null if it can. Fetches everything again. */
  readonly check: (digest: Digest) => Promise<PauseReason | null>;
  /**
   * Reads at most `limit` messages that the digest has not covered, from sources that its readers may read.
   */
  readonly read: (digest: Digest, limit: number, signal: AbortSignal) => Promise<DigestReading>;
  /**
   * Posts a stored summary, or edits the post that the run has made at this place already. `confirm` is called right
   * before a new post is sent, and its rejection prevents it. Rejects with `PostRefused` if a retry is useless.
   */
  readonly post: (
    digest: Digest,
    stored: StoredSummary,
    confirm: () => Promise<unknown>,
  ) => Promise<PostedMessage>;
  /**
   * Deletes all but the oldest post of one number of a run: two workers may both post it if each takes the other for dead.
   */
  readonly deleteYounger: (digest: Digest, summaryId: string) => Promise<void>;
  /** Whether all that a summary was written from may be shown in the destination, as both are now. */
  readonly mayShow: (digest: Digest, stored: StoredSummary) => Promise<boolean>;
  /**
   * Looks for the post of the pending summary; `unreadable` if the destination's history cannot be read, `unsure` if it
   * may still appear and a second one could not be deleted.
   */
  readonly findPost: (
    digest: Digest,
    pending: NonNullable<DigestRun['pending']>,
  ) => Promise<PostedMessage | 'unreadable' | 'unsure' | null>;
  /** The posts of a digest that cover more than it knows, the newest first. */
  readonly findPosts: (digest: Digest) => Promise<readonly DigestPost[] | 'unreadable'>;
  /**
   * Posts one line instead of a summary, unless the run noted that it would and the line is there. `waiting` is how many
   * messages the next run will cover; null if they were covered, but not worth a summary. `confirm` is called right before
   * the line is sent, and its rejection prevents it. Rejects with `PostRefused` if a retry is useless.
   */
  readonly postQuiet: (
    digest: Digest,
    waiting: number | null,
    confirm: (line: QuietLine) => Promise<unknown>,
  ) => Promise<void>;
};

/** What a direct message to the creator of a digest reports. */
export type DigestNotice =
  | { readonly kind: 'paused'; readonly reason: PauseReason }
  | { readonly kind: 'left_out'; readonly channelIds: readonly string[] }
  /** A cap stopped calls of a model. */
  | { readonly kind: 'capped'; readonly cap: ReachedCap }
  /** Every attempt at a run failed. */
  | { readonly kind: 'failed'; readonly tick: string }
  /** Every attempt to send a summary to the webhook failed, or the webhook answered that it is gone. */
  | { readonly kind: 'webhook_failed' | 'webhook_gone'; readonly url: string };

/** Tells the creator; resolves also if they take no direct messages. */
export type NotifyCreator = (digest: Digest, notice: DigestNotice) => Promise<void>;

/** What the runs of digests need. */
export type DigestRunParts = {
  readonly digests: DigestStore;
  readonly places: DigestPlaces;
  readonly summaries: SummaryStore;
  /** The decision log, which knows what has been done since the last post. */
  readonly entries: Pick<EntryStore, 'list'>;
  /** Notes where a stored summary was posted, and updates the post if the summary changed meanwhile. */
  readonly notePost: (stored: StoredSummary, post: PostedMessage) => Promise<void>;
  readonly summarize: (
    digest: Digest,
    conversation: Conversation,
    signal: AbortSignal,
    how: {
      /** The id of the summary. */
      readonly summaryId: string;
      readonly onCap: (cap: ReachedCap) => void;
    },
  ) => Promise<Summary>;
  /** Whether a person has to look through its posts before they are shown. */
  readonly needsReview: (digest: Digest) => Promise<boolean>;
  readonly notify: NotifyCreator;
  /** Schedules that a posted summary is also sent to the webhook of its digest; may be called again for the same one. */
  readonly deliver?: (digest: Digest, summaryId: string) => Promise<void>;
  /** One summary reads at most as many messages; more become consecutive posts. */
  readonly maxMessages: number;
  readonly telemetry: Telemetry;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

/** One summary for a webhook. */
export type WebhookEvent = {
  /** The same each time it is sent, so that the receiver can recognize a repetition. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
};

/** Sends summaries to the webhooks of digests. */
export type Webhooks = {
  /** Whether an address may be used, as far as that shows before its name is looked up. */
  readonly allows: (url: string) => boolean;
  readonly newSecret: () => string;
  /** `gone` if the address wants no more. Rejects if it did not accept the event, or may not be used. */
  readonly send: (webhook: Webhook, event: WebhookEvent, signal: AbortSignal) => Promise<'accepted' | 'gone'>;
};
