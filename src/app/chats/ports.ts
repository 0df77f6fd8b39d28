import type { Conversation, Omission } from '../../core/conversation/message.ts';

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

/** The order of day, month and year in dates that do not show it themselves. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What an export holds; `messages` plus all omissions are the records of the file. */
export type ImportCounts = {
  /** Messages that would be read. */
  readonly messages: number;
  readonly people: number;
  /** Instants of the first and the last of these messages; null if there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly omitted: readonly Omission[];
  readonly attachments: number;
  readonly edited: number;
  readonly forwarded: number;
};

/** An imported chat; `problems` are sentences about what could not be read. */
export type ImportedChat = {
  readonly conversation: Conversation;
  readonly counts: ImportCounts;
  readonly problems: readonly string[];
};

/** Reads an exported chat from the bytes of a file; throws a `UserError` if it cannot. */
export type ImportChat = (
  bytes: Buffer,
  fileName: string,
  options: {
    readonly zone: string;
    readonly dateOrder?: DateOrder | undefined;
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<ImportedChat>;
