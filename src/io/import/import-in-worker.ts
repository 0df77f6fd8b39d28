import type { ImportChat, ImportedChat, ImportOptions } from '../../app/chats/ports.ts';
import type { WorkerTasks } from '../../app/ports.ts';
import {
  type Conversation,
  type KeptMessages,
  keepMessages,
  type Message,
  toAuthorIds,
  toMessageParts,
} from '../../core/conversation/message.ts';
import { OutOfMemoryError, UserError } from '../../errors.ts';
import { countImported, readExport } from './import-chat.ts';
import { sentFileLimit } from './read-bytes.ts';

/** Reads exported chats in a worker thread, so that the event loop stays free however large they are. */
export function createImportInWorker({ run }: WorkerTasks): ImportChat {
  return async (bytes, fileName, { signal, choose, ...options }) => {
    const input = toOwnBytes(bytes);
    const task = run<ImportInput, ImportPiece, KeptMessages | undefined, ImportHead>(
      importTaskName,
      { bytes: input, fileName, options, asksWhatToKeep: choose !== undefined },
      { signal, transfer: [input.buffer] },
    );
    const messages: Message[] = [];
    let kept: KeptMessages | undefined;
    try {
      for (;;) {
        const { done, value } = await task.next(kept);
        if (done) {
          const { source, ...read } = value;
          return { ...read, conversation: { ...source, messages } } satisfies ImportedChat;
        }
        if ('authorIds' in value) kept = await choose?.(value.authorIds);
        else for (const message of value.messages) messages.push(message);
      }
    } catch (error) {
      throw toImportError(error, fileName, signal);
    } finally {
      await task.return(undefined as never);
    }
  };
}

/** The bytes with a buffer of their own, which can be moved to another thread. */
function toOwnBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function toImportError(error: unknown, fileName: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted)
    return new UserError('cancelled', `Reading ${fileName} was cancelled.`, { cause: error });
  if (!(error instanceof OutOfMemoryError)) return error;
  return new UserError(
    'file_too_large',
    `${fileName} needs more memory than Footnote may use for one file. ${sentFileLimit.remedy}`,
    { cause: error },
  );
}

/** The name of the task in the worker thread. */
const importTaskName = 'import';

type ImportInput = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly options: Pick<ImportOptions, 'zone' | 'dateOrder' | 'numberKey'>;
  /** Whether the authors are wanted, so that the answer to the first piece says what to keep. */
  readonly asksWhatToKeep: boolean;
};

/** First who wrote, and then the messages that the answer asks for. */
type ImportPiece = { readonly authorIds: readonly string[] } | { readonly messages: readonly Message[] };

type ImportHead = Omit<ImportedChat, 'conversation'> & { readonly source: Omit<Conversation, 'messages'> };

/** Reads an exported chat in a worker thread. */
export async function* importTask({
  bytes,
  fileName,
  options,
  asksWhatToKeep,
}: ImportInput): AsyncGenerator<ImportPiece, ImportHead, KeptMessages | undefined> {
  const { conversation: whole, notices: problems } = await readExport(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    fileName,
    { ...options, limit: sentFileLimit },
  );
  const counts = countImported(whole);
  const kept = asksWhatToKeep ? yield { authorIds: toAuthorIds(whole) } : undefined;
  const { conversation, isCut } = kept ? keepMessages(whole, kept) : { conversation: whole, isCut: false };
  const { messages, ...source } = conversation;
  for (const part of toMessageParts(messages)) yield { messages: part };
  return { source, counts, problems, isCut };
}
