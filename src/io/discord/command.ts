import type { Attachment } from 'discord.js';
import type { DateOrder } from '../../app/chats-ports.ts';
import type { StoredRequest } from '../../app/ports.ts';
import type { DigestInput } from '../../core/digests/digest.ts';

/** An attached file to read instead of Discord's channels. */
export type FileWanted = {
  readonly file: AttachedFile;
  readonly dateOrder?: DateOrder;
  /** Options that were given and have no effect on a file, such as "since:". */
  readonly unused: readonly string[];
};

/** A file that was attached to a command. */
export type AttachedFile = Pick<Attachment, 'name' | 'url' | 'size'>;

/** The longest text of a focus. */
export const maxFocus = 200;

/** What somebody asks for with a command or by pressing *Again…*. */
export type Ask = {
  /** What is to be read, and how it is written; the newest messages where it says nothing of them. */
  readonly request: StoredRequest;
  /** The channel or thread to read; null for the one where it is asked. */
  readonly channelId: string | null;
  /** Only the person who asks sees it. */
  readonly isPrivate: boolean;
  readonly file?: FileWanted;
};

/** What somebody missed in all channels: since these words, or since their last message in each. */
export type CatchupAsk = { readonly since: string | null };
/** What somebody wants of their server's digests. */
export type DigestAsk =
  | { readonly kind: 'list' }
  /** The id is null for a new digest. */
  | { readonly kind: 'set'; readonly digestId: string | null; readonly given: DigestInput };

/** What is offered while an option is typed; a plain text is shown and typed alike. */
export type Suggestion = string | { readonly name: string; readonly value: string };
