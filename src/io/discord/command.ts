import type { Attachment, Message } from 'discord.js';
import type { DateOrder } from '../../app/chats/ports.ts';
import type { Detail } from '../../core/claims/summary.ts';
import type { DigestInput } from '../../core/digests/digest.ts';

/**
 * What is to be read: a number of the newest messages, all since a time in somebody's words, a message's thread, what was
 * said before a message whose statements are to be checked, or an attached file.
 */
export type RequestedWindow =
  | { readonly kind: 'newest'; readonly count: number }
  | { readonly kind: 'since'; readonly words: string; readonly count?: number }
  | { readonly kind: 'thread'; readonly message: Message }
  | { readonly kind: 'check'; readonly message: Message }
  | {
      readonly kind: 'file';
      readonly file: AttachedFile;
      readonly dateOrder?: DateOrder;
      /** Options that were given and have no effect on a file, such as "since:". */
      readonly unused: readonly string[];
    };

export type FileWanted = Extract<RequestedWindow, { readonly kind: 'file' }>;

/** What is read from Discord's channels. */
export type ChannelWanted = Exclude<RequestedWindow, FileWanted>;

/** A file that was attached to a command. */
export type AttachedFile = Pick<Attachment, 'name' | 'url' | 'size'>;

/** The longest text of a focus. */
export const maxFocus = 200;

/** What somebody asks for with a command or by pressing *Again…*. */
export type Ask = {
  readonly wanted: RequestedWindow;
  /** The channel or thread to read; null for the one where it is asked. */
  readonly channelId: string | null;
  /** The category whose channels are read instead. */
  readonly categoryId?: string;
  readonly detail: Detail;
  /** BCP 47; without it the server's, and where it has none the reader's own. */
  readonly language?: string;
  readonly focus?: string;
  /** Only the person who asks sees it. */
  readonly isPrivate: boolean;
};

/** What somebody missed in all channels: since these words, or since their last message in each. */
export type CatchupAsk = { readonly since: string | null };
/**
 * Which topics somebody wants: one by the key of a claim in it or by its title, those of a channel and its threads, those
 * that a member takes part in.
 */
export type TopicAsk = {
  readonly topic: string | null;
  readonly channelId: string | null;
  readonly memberId: string | null;
};
/** What somebody wants of their server's digests. */
export type DigestAsk =
  | { readonly kind: 'list' }
  /** The id is null for a new digest. */
  | { readonly kind: 'set'; readonly digestId: string | null; readonly given: DigestInput };

/** What is offered while an option is typed; a plain text is shown and typed alike. */
export type Suggestion = string | { readonly name: string; readonly value: string };
