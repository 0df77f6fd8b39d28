import type { ImportChat, ImportCounts, ImportedChat, ImportOptions } from '../../app/chats/ports.ts';
import type { ReadNotice, WorkerTasks } from '../../app/ports.ts';
import type { Conversation, Message } from '../../core/conversation/message.ts';
import { toMessageParts } from '../../core/conversation/message-parts.ts';
import { type KeptMessages, keepMessages, toAuthorIds } from '../../core/conversation/opted-out.ts';
import { OutOfMemoryError, UserError } from '../../errors.ts';
import { countImported, readExport } from './import-chat.ts';
import { sentFileLimit } from './read-bytes.ts';

/** Reads exported chats in a worker thread, so that the event loop stays free however large they are. */
export function createImportInWorker({ run }: WorkerTasks): ImportChat {
  return async (bytes, fileName, { signal, choose, ...options }) => {
    const input = toOwnBytes(bytes);
    const task = run<ImportInput, ImportPiece, KeptMessages | undefined, void>(
      importTaskName,
      { bytes: input, fileName, options, asksWhatToKeep: choose !== undefined },
      { signal, transfer: [input.buffer] },
    );
    let kept: KeptMessages | undefined;
    let head:
      | Exclude<ImportPiece, { readonly messages: unknown } | { readonly authorIds: unknown }>
      | undefined;
    const messages: Message[] = [];
    try {
      for (;;) {
        const { done, value } = await task.next(kept);
        if (done) break;
        kept = undefined;
        if ('messages' in value) for (const message of value.messages) messages.push(message);
        else if ('authorIds' in value) kept = await choose?.(value.authorIds);
        else head = value;
      }
    } catch (error) {
      throw toImportError(error, fileName, signal);
    } finally {
      await task.return();
    }
    if (head === undefined) throw new TypeError('the import ended without a result');
    const { source, counts, notices, isCut } = head;
    return { conversation: { ...source, messages }, counts, problems: notices, isCut } satisfies ImportedChat;
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

/** First who wrote; after the answer, everything but the messages; then these. */
type ImportPiece =
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
