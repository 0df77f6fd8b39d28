import type { ImportChat, ImportedChat, ImportOptions } from '../../app/chats-ports.ts';
import type { WorkerTasks } from '../../app/worker-tasks.ts';
import {
  type Conversation,
  keepNewest,
  type Message,
  toMessageParts,
} from '../../core/conversation/message.ts';
import { OutOfMemoryError, UserError } from '../../errors.ts';
import { sentFileLimit } from './archive.ts';
import { countImported, readExport } from './import-chat.ts';

/** Reads exported chats in a worker process, so that the event loop stays free however large they are. */
export function createImportInWorker({ run }: WorkerTasks): ImportChat {
  return async (bytes, fileName, { signal, ...options }) => {
    const task = run<ImportInput, ImportPiece, Uint8Array | undefined, ImportHead>(
      importTaskName,
      { fileName, options },
      { signal },
    );
    const messages: Message[] = [];
    let part: Uint8Array | undefined;
    let sent = 0;
    try {
      for (;;) {
        const { done, value } = await task.next(part);
        if (done) {
          const { source, ...read } = value;
          return { ...read, conversation: { ...source, messages } } satisfies ImportedChat;
        }
        if (value === 'next part') {
          part = bytes.subarray(sent, sent + partBytes);
          sent += partBytes;
        } else for (const message of value.messages) messages.push(message);
      }
    } catch (error) {
      throw toImportError(error, fileName, signal);
    } finally {
      await task.return(undefined as never);
    }
  };
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

const importTaskName = 'import';

/** To hand over 32 MB at once would hold the event loop. */
const partBytes = 2 ** 20;

type ImportInput = {
  readonly fileName: string;
  readonly options: Omit<ImportOptions, 'signal'>;
};

/** First the parts of the file are wanted, up to an empty one; then come the messages that are to be kept. */
type ImportPiece = 'next part' | { readonly messages: readonly Message[] };

type ImportHead = Omit<ImportedChat, 'conversation'> & { readonly source: Omit<Conversation, 'messages'> };

export async function* importTask({
  fileName,
  options: { bounds, ...options },
}: ImportInput): AsyncGenerator<ImportPiece, ImportHead, Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = yield 'next part';
    if (part === undefined || part.length === 0) break;
    parts.push(part);
  }
  const bytes = Buffer.concat(parts.splice(0));
  const { conversation: whole, notices: problems } = await readExport(bytes, fileName, {
    ...options,
    limit: sentFileLimit,
  });
  const counts = countImported(whole);
  const { conversation, isCut } = bounds ? keepNewest(whole, bounds) : { conversation: whole, isCut: false };
  const { messages, ...source } = conversation;
  for (const part of toMessageParts(messages)) yield { messages: part };
  return { source, counts, problems, isCut };
}
