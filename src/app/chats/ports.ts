import type { Conversation } from '../../core/conversation/message.ts';

/** An imported chat as it is kept. Only its owner can read it. */
export type StoredChat = {
  readonly id: string;
  readonly ownerId: string;
  /** Without what people wrote who opted out of this chat. */
  readonly conversation: Conversation;
  /** An instant: when it was imported last. */
  readonly importedAt: string;
};

/** Keeps imported chats for as long as summaries are kept by default, counted from their last import. */
export type ChatStore = {
  /**
   * Adds an export to the chat of this id. In the time that the export spans, it replaces what was kept, so that deleted
   * messages are forgotten; messages before and after stay. Returns what is kept then.
   */
  readonly put: (
    ownerId: string,
    chatId: string,
    conversation: Conversation,
    importedAt: string,
  ) => Promise<StoredChat>;
  /** Null if there is none, or it has expired. */
  readonly get: (ownerId: string, chatId: string) => Promise<StoredChat | null>;
  readonly list: (ownerId: string) => Promise<readonly StoredChat[]>;
  readonly remove: (ownerId: string, chatId: string) => Promise<void>;
  /** Removes all chats of an owner; how many there were. Who opted out of them stays known. */
  readonly eraseOwner: (ownerId: string) => Promise<number>;
  /** Removes what an author of a chat wrote, now and in later imports; or accepts it again from the next import on. */
  readonly setOptedOut: (
    ownerId: string,
    chatId: string,
    authorId: string,
    isOptedOut: boolean,
  ) => Promise<void>;
};
