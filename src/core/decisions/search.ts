import { memoize } from '../conversation/evidence.ts';
import { tokenize } from '../conversation/tokens.ts';
import { compare } from '../order.ts';
import { createTermReader, type TermReader } from '../select/languages.ts';
import {
  type ActionItem,
  type ActionStatus,
  type Decision,
  type DecisionEntryStatus,
  isErased,
  type ListedEntry,
  type LogEntry,
  type Statement,
  toEntryStatus,
} from './entry.ts';

export type LogQuery = {
  readonly kind: ListedEntry['kind'];
  /** Each of these begins a word of the entry, its topic or its messages. */
  readonly words: string;
  /** The author of a message behind it, or the owner. */
  readonly personId: string | null;
  readonly status: DecisionEntryStatus | ActionStatus | null;
  /** The key of a claim of the topic that it belongs to. */
  readonly topic: string | null;
};

/**
 * The entries that match, newest first. Erased decisions, which others may have replaced, match only without words, person and
 * topic; erased tasks never. What `tickedBy` has just ticked still counts as open, so that the pages of a list stay as they are.
 */
export function searchEntries(
  entries: readonly LogEntry[],
  { kind, words, personId, status }: LogQuery,
  now: string,
  isOfTopic: ((statement: Statement) => boolean) | null,
  tickedBy: string | null = null,
): readonly ListedEntry[] {
  const wanted = tokenize(words);
  return entries
    .filter(entry => entry.kind !== 'statement')
    .filter(entry => {
      if (entry.kind !== kind || (kind === 'action' && isErased(entry))) return false;
      const isTicked = status === 'open' && tickedBy !== null && isJustTicked(entry, tickedBy, now);
      if (status !== null && toEntryStatus(entry, now) !== status && !isTicked) return false;
      if (personId !== null && !isOf(entry, personId)) return false;
      if (isOfTopic !== null && !entry.statements.some(isOfTopic)) return false;
      const own = wanted.length > 0 ? toWords(entry) : [];
      return wanted.every(word => own.some(each => each.startsWith(word)));
    })
    .sort((a, b) => compare(b.at, a.at) || compare(b.id, a.id));
}

const tickedForMs = 3_600_000;

function isJustTicked(entry: ListedEntry, personId: string, now: string): boolean {
  if (entry.kind !== 'action' || entry.done?.by !== personId) return false;
  return Date.parse(now) - Date.parse(entry.done.at) < tickedForMs;
}

/** A task is its owner's; a decision concerns all who wrote about it. */
function isOf(entry: LogEntry, personId: string): boolean {
  if (entry.kind === 'action') return entry.ownerId === personId;
  return entry.sources.some(({ authorId }) => authorId === personId);
}

function toWords(entry: LogEntry): readonly string[] {
  const told = entry.statements.flatMap(({ text, topic }) => [text, topic ?? '']);
  return tokenize([...told, ...entry.sources.map(each => each.text)].join('\n'));
}

type Comparable = Pick<Statement, 'text' | 'language'>;

const readers = new Map<string, TermReader>();

/** Readers cache the stems of words. */
function toReader(language: string): TermReader {
  const reader = readers.get(language) ?? createTermReader([language]);
  readers.set(language, reader);
  return reader;
}

/** Whether two statements say the same: half of their words (Dice), and not two numbers. */
function isAlike(one: Comparable, other: Comparable): boolean {
  const read = toReader(other.language);
  const [own, others] = [new Set(read(one.text)), new Set(read(other.text))];
  const hasOwnNumber = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
    [...a.difference(b)].some(term => /\d/.test(term));
  const shared = own.intersection(others).size;
  const isShared = shared > 0 && 4 * shared >= own.size + others.size;
  return one.text === other.text || (isShared && !(hasOwnNumber(own, others) && hasOwnNumber(others, own)));
}

function countShared(one: Pick<Statement, 'cited'>, other: Pick<Statement, 'cited'>): number {
  const ids = new Set(one.cited.map(({ messageId }) => messageId));
  return other.cited.filter(({ messageId }) => ids.has(messageId)).length;
}

/** Whether a statement says the same as an entry about a same message. */
export function statesEntry({ statements }: LogEntry, statement: Statement): boolean {
  return statements.some(each => countShared(each, statement) > 0 && isAlike(each, statement));
}

const mostCandidates = 5;

/** A term in more than this share of the decisions, and in more than `fewestCommon`, does not count between two. */
const commonShare = 0.2;
const fewestCommon = 4;

export function haveSamePlaces(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}

/** Whether two entries may be one: not if other people can read one of them, nor if one summary tells both of the same message. */
export function mayBeSame(one: LogEntry, other: LogEntry): boolean {
  const areTwo = one.statements.some(each =>
    other.statements.some(
      ({ summaryId, cited }) => summaryId === each.summaryId && countShared(each, { cited }) > 0,
    ),
  );
  return !areTwo && haveSamePlaces(one.places, other.places);
}

/** The earlier tasks of the same owner about a same message: perhaps the same one in other words. */
function findTwins(task: ActionItem, all: readonly LogEntry[]): readonly LogEntry[] {
  const [statement] = task.statements;
  return all
    .filter(
      other =>
        other.kind === 'action' &&
        other.id !== task.id &&
        isEarlier(other, task) &&
        mayBeSame(other, task) &&
        (other.isOwnerChosen || task.isOwnerChosen || other.ownerId === task.ownerId) &&
        (other.ownerId !== null || other.statements[0]?.owner === statement?.owner) &&
        other.statements.some(each => statement && countShared(each, statement) > 0),
    )
    .slice(0, mostCandidates);
}

/** How many rare terms a claim shares with a decision that it may contradict, or one and the topic. */
const fewestToldTerms = 2;

/** Whether the entry may contradict a decision of an earlier summary, from other messages, that needs no confirmation. */
function mayContradict(entry: LogEntry, other: Decision): boolean {
  const ids = new Set(other.sources.map(({ messageId }) => messageId));
  const summaries = new Set(entry.statements.map(({ summaryId }) => summaryId));
  return (
    other.post?.state !== 'waiting' &&
    !entry.sources.some(({ messageId }) => ids.has(messageId)) &&
    !other.statements.every(({ summaryId }) => summaries.has(summaryId))
  );
}

/**
 * What an entry may be the same as, replace or contradict, for a model to decide: of a task its twins, of others the earlier decisions
 * with a common message, topic or rare term, the most similar first.
 */
export function findCandidates(entry: LogEntry, all: readonly LogEntry[]): readonly LogEntry[] {
  const [statement] = entry.statements;
  if (statement === undefined) return [];
  if (entry.kind === 'action') return findTwins(entry, all);
  const { decisions, terms, counts } = toDecisionTerms(all, statement.language);
  const most = Math.max(fewestCommon, decisions.length * commonShare);
  const rare = [...toEntryTerms(entry, statement.language)].filter(term => (counts.get(term) ?? 0) <= most);
  const isOfTopic = ({ statements }: LogEntry) =>
    statement.topic !== null &&
    statements.some(({ topic }) => topic?.toLowerCase() === statement.topic?.toLowerCase());
  const isTold = entry.kind === 'statement';
  return decisions
    .filter(
      other =>
        other.id !== entry.id &&
        other.supersededBy.length === 0 &&
        isEarlier(other, entry) &&
        (!isTold || mayContradict(entry, other)),
    )
    .map(other => {
      const shared = rare.filter(term => terms.get(other.id)?.has(term)).length;
      const messages = Math.max(0, ...other.statements.map(each => countShared(each, statement)));
      return { other, shared, messages };
    })
    .filter(({ other, shared, messages }) =>
      isTold
        ? shared + Number(isOfTopic(other)) >= fewestToldTerms
        : messages > 0 || shared > 0 || isOfTopic(other),
    )
    .sort((a, b) => b.messages - a.messages || b.shared - a.shared)
    .slice(0, mostCandidates)
    .map(({ other }) => other);
}

function toEntryTerms({ statements, sources }: LogEntry, language: string): ReadonlySet<string> {
  const read = toReader(language);
  return new Set([...statements, ...sources].flatMap(({ text }) => read(text)));
}

/** The terms of all decisions, and in how many each is. */
const toDecisionTerms = memoize((all: readonly LogEntry[], language: string) => {
  const decisions = all.filter(each => each.kind === 'decision');
  const terms = new Map(decisions.map(each => [each.id, toEntryTerms(each, language)]));
  const counts = new Map<string, number>();
  for (const own of terms.values()) for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { decisions, terms, counts };
});

/** Of two about the same messages, the one that was told first. */
export function isEarlier(one: LogEntry, other: LogEntry): boolean {
  const order = compare(one.at, other.at) || compare(one.createdAt, other.createdAt);
  return (order || compare(one.id, other.id)) < 0;
}
