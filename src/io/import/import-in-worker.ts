import type { ImportChat, ImportedChat } from '../../app/chats/ports.ts';
import type { WorkerTasks } from '../../app/ports.ts';
import type { KeptMessages, Message } from '../../core/conversation/message.ts';
import { OutOfMemoryError, UserError } from '../../errors.ts';
import { type ImportInput, type ImportPiece, importTaskName } from './import-task.ts';
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
