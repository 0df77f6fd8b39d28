import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DraftClaim } from '../../src/core/claims/draft.ts';
import type { Conversation, Message } from '../../src/core/conversation/message.ts';
import { toDraft as toFact } from '../render/summaries.ts';

const missed = new Set<string>();

/** Reads the records of one file, a JSON value a line; none where the file is not there, which is said on stderr, once. */
export function readRecords(folder: string, name: string): readonly unknown[] {
  const path = join(folder, name);
  if (existsSync(path)) {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.filter(line => line !== '').map(line => JSON.parse(line) as unknown);
  }
  if (!missed.has(path))
    process.stderr.write(
      `There is no ${name} in ${folder}: what is measured by it is left out (--data PATH).\n`,
    );
  missed.add(path);
  return [];
}

type Said = Pick<Message, 'id' | 'text'> & {
  readonly author: string;
  /** As `Date` takes it. */
  readonly time: string | number;
  readonly replyTo?: string | undefined;
  readonly url?: string;
};

/** A message of a person of whom only the name is known. */
export function toMessage({ id, author, time, text, replyTo, url }: Said): Message {
  return {
    id,
    kind: 'said',
    author: { id: author, name: author, bot: false },
    time: new Date(time).toISOString(),
    text,
    forwarded: false,
    ...(replyTo !== undefined && { replyTo }),
    attachments: [],
    reactions: [],
    ...(url !== undefined && { url }),
  };
}

/** A line of a record of real talk: who and what, and when where the record knows it. */
export type PlainLine = {
  readonly n: number;
  readonly author: string;
  readonly text: string;
  readonly time?: string;
  readonly reply_to?: number;
};

const begin = Date.UTC(2026, 2, 9, 9, 0);

/** Records of talk; those that know no times are given one every ten seconds. Ids are their `n`. */
export function toPlainConversation(title: string, lines: readonly PlainLine[]): Conversation {
  const messages = lines.map(({ n, author, text, time, reply_to }) =>
    toMessage({
      id: String(n),
      author,
      time: time ?? begin + n * 10_000,
      text: text
        .replace(/\{\w+\}/g, ' ')
        .replace(/(?:\p{Lu}_)+/gu, letters => letters.replaceAll('_', ''))
        .replace(/\s+/g, ' ')
        .trim(),
      replyTo: reply_to === undefined ? undefined : String(reply_to),
    }),
  );
  return { source: { type: 'json_lines', title, channelIds: ['1'] }, messages, unreadable: 0 };
}

export function toDraft(draft: Partial<DraftClaim> & Pick<DraftClaim, 'text' | 'evidence'>): DraftClaim {
  return toFact({ kind: 'key_point', ...draft });
}
