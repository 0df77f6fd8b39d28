import type { ImportCounts, ImportOptions } from '../../app/chats/ports.ts';
import type { ReadNotice } from '../../app/ports.ts';
import {
  type Conversation,
  type KeptMessages,
  keepMessages,
  type Message,
  toAuthorIds,
  toMessageParts,
} from '../../core/conversation/message.ts';
import { countImported, readExport } from './import-chat.ts';
import { sentFileLimit } from './read-bytes.ts';

/** The name of the task in the worker thread. */
export const importTaskName = 'import';

export type ImportInput = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly options: Pick<ImportOptions, 'zone' | 'dateOrder' | 'numberKey'>;
  /** Whether the authors are wanted, so that the answer to the first piece says what to keep. */
  readonly asksWhatToKeep: boolean;
};

/** First who wrote; after the answer, everything but the messages; then these. */
export type ImportPiece =
  | { readonly authorIds: readonly string[] }
  | {
      readonly source: Omit<Conversation, 'messages'>;
      readonly counts: ImportCounts;
      readonly notices: readonly ReadNotice[];
      readonly isCut: boolean;
    }
  | { readonly messages: readonly Message[] };

/** Reads an exported chat in a worker thread. */
export async function* importTask({
  bytes,
  fileName,
  options,
  asksWhatToKeep,
}: ImportInput): AsyncGenerator<ImportPiece, void, KeptMessages | undefined> {
  const read = await readExport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), fileName, {
    ...options,
    limit: sentFileLimit,
  });
  const counts = countImported(read.conversation);
  const kept = asksWhatToKeep ? yield { authorIds: toAuthorIds(read.conversation) } : undefined;
  const { conversation, isCut } = kept
    ? keepMessages(read.conversation, kept)
    : { conversation: read.conversation, isCut: false };
  const { messages, ...source } = conversation;
  yield { source, counts, notices: read.notices, isCut };
  for (const part of toMessageParts(messages)) yield { messages: part };
}
