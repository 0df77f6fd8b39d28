import { compare } from '../compare.ts';
import { tokenize } from '../conversation/tokens.ts';
import {
  type ActionStatus,
  type DecisionEntryStatus,
  isErased,
  type LogEntry,
  type Statement,
  toEntryStatus,
  toShownStatement,
} from './entry.ts';

/** Which entries of one kind are wanted. */
export type LogQuery = {
  readonly kind: LogEntry['kind'];
  /** Each of these begins a word of the entry, its topic or its messages. */
  readonly words: string;
  /** The author of a message behind it, or the owner. */
  readonly personId: string | null;
  readonly status: DecisionEntryStatus | ActionStatus | null;
  /** The key of a claim of the topic that it belongs to. */
  readonly topic: string | null;
};

/**
 * The entries that match, newest first. Of an erased task nothing is left to do. Erased decisions, which others may have
 * replaced, match only without words, person and topic.
 *
 * @param isOfTopic Whether a claim belongs to the wanted topic.
 */
export function searchEntries(
  entries: readonly LogEntry[],
  { kind, words, personId, status }: LogQuery,
  now: string,
  isOfTopic: ((statement: Statement) => boolean) | null,
): readonly LogEntry[] {
  const wanted = tokenize(words);
  return entries
    .filter(entry => {
      if (entry.kind !== kind || (kind === 'action' && isErased(entry))) return false;
      if (status !== null && toEntryStatus(entry, now) !== status) return false;
      if (personId !== null && !isOf(entry, personId)) return false;
      if (isOfTopic !== null && !entry.statements.some(isOfTopic)) return false;
      const own = wanted.length > 0 ? toWords(entry) : [];
      return wanted.every(word => own.some(each => each.startsWith(word)));
    })
    .sort((a, b) => compare(b.at, a.at) || compare(b.id, a.id));
}

/** A task is its owner's; a decision concerns all who wrote about it. */
function isOf(entry: LogEntry, personId: string): boolean {
  if (entry.kind === 'action') return entry.ownerId === personId;
  return entry.sources.some(({ authorId }) => authorId === personId);
}

function toWords(entry: LogEntry): readonly string[] {
  const { text = '', topic = null } = toShownStatement(entry) ?? {};
  return tokenize([text, topic ?? '', ...entry.sources.map(each => each.text)].join('\n'));
}
