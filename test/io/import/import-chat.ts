import type { ImportCounts } from '../../../src/app/chats-ports.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { countImported, readExport } from '../../../src/io/import/import-chat.ts';

type Imported = {
  readonly conversation: Conversation;
  readonly counts: ImportCounts;
  readonly problems: readonly string[];
};

/** Reads a file and counts what it holds. */
export async function importChat(...file: Parameters<typeof readExport>): Promise<Imported> {
  const { conversation, notices } = await readExport(...file);
  return { conversation, counts: countImported(conversation), problems: notices };
}
