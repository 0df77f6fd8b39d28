import type { Summary } from '../core/claims/summary.ts';
import type { Conversation, chatSchema, MessageBounds, Omission } from '../core/conversation/message.ts';
import type { Stored } from '../core/stored.ts';

/** An imported chat as it is kept, without what people wrote who opted out of it. Only its owner can read it. */
export type StoredChat = Omit<Stored<typeof chatSchema>, 'conversation'> & {
  readonly conversation: Conversation;
};

export type ListedChat = Pick<StoredChat, 'id' | 'importedAt'> & {
  readonly title: string;
  readonly messageCount: number;
};

/** A summary of an imported chat, without claims of messages that are no longer in it. */
type ChatSummary = { readonly summary: Summary; readonly chatId: string };

export function toListedChat({ id, conversation, importedAt }: StoredChat): ListedChat {
  const { source, messages } = conversation;
  return { id, title: source.title, importedAt, messageCount: messages.length };
}

/** Of one owner. */
export const mostChats = 25;

/** Keeps imported chats from their last import: as long as summaries by default, or shorter. */
export type ChatStore = {
  /** Of one chat. */
  readonly bounds: MessageBounds;
  /** Adds an export to a chat, and replaces what was kept of its time span. Returns what is stored; null at the limit of chats. */
  readonly put: (
    ownerId: string,
    chatId: string,
    conversation: Conversation,
    importedAt: string,
    /** `isCut`: older messages of the export were left out. */
    options?: { readonly retentionDays?: number | undefined; readonly isCut?: boolean },
  ) => Promise<StoredChat | null>;
  /** The secret with which phone numbers of a chat are masked: the same for good, so that masks keep their owners. */
  readonly numberKey: (ownerId: string, chatId: string) => Promise<string>;
  readonly get: (ownerId: string, chatId: string) => Promise<StoredChat | null>;
  readonly list: (ownerId: string) => Promise<readonly ListedChat[]>;
  /** False if there is no such chat. */
  readonly remove: (ownerId: string, chatId: string) => Promise<boolean>;
  /** Keeps a summary as long as its chat; false if there is no such chat. */
  readonly putSummary: (ownerId: string, chatId: string, summary: Summary) => Promise<boolean>;
  readonly getSummary: (ownerId: string, summaryId: string) => Promise<ChatSummary | null>;
  /** Removes all chats of an owner; how many there were. */
  readonly eraseOwner: (ownerId: string) => Promise<number>;
};

/** The orders between which the dates of a file cannot always decide. */
export const unsureDateOrders = ['day-first', 'month-first'] as const;
export const dateOrders = [...unsureDateOrders, 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What an export holds; `messages` plus all omissions are the records of the file. */
export type ImportCounts = {
  readonly messages: number;
  readonly people: number;
  /** Instants of the first and the last of these messages; null without any, or without dates. */
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
  /** Older messages than those of the conversation were left out. */
  readonly isCut: boolean;
};

export type ImportOptions = {
  readonly zone: string;
  readonly dateOrder?: DateOrder | undefined;
  readonly numberKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How much of it to keep: the newest messages. */
  readonly bounds?: MessageBounds;
};

/** Takes the bytes over. Throws a `UserError` if the file cannot be read. */
export type ImportChat = (bytes: Buffer, fileName: string, options: ImportOptions) => Promise<ImportedChat>;
