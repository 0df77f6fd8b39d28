import { eachInSlices, finish, type Sliced } from '../slices.ts';
import { type Evidence, type EvidenceMessage, findReplyPositions } from './evidence.ts';

/** The positions of one strand of talk, ascending. */
type Strand = readonly number[];

export type Strands = {
  readonly strands: readonly Strand[];
  /** The index in `strands` of the strand that the message at `position` belongs to. */
  readonly of: (position: number) => number;
};

const gapMs = 20 * 60_000;
const sameSpeakerGapMs = 45 * 60_000;

/**
 * Groups messages into conversations. A message joins the strand of the message it replies to; otherwise, in its own
 * channel or thread, that of the person it names first; otherwise the current one, unless there was a long pause.
 */
export function toStrands(evidence: Evidence): Strands {
  return finish(findStrands(evidence));
}

const cache = new WeakMap<Evidence, Strands>();

/** The same with pauses, for conversations so long that others would wait; found once for an evidence. */
export function* findStrands(evidence: Evidence): Sliced<Strands> {
  const known = cache.get(evidence);
  if (known !== undefined) return known;
  const replies = yield* findReplyPositions(evidence);
  const strands: number[][] = [];
  const strandAt: number[] = new Array(evidence.messages.length + 1);
  const lastByAuthor = new Map<string, EvidenceMessage>();
  const names = createNames();
  const lastInPlace = new Map<string, EvidenceMessage>();

  yield* eachInSlices(evidence.messages, message => {
    const place = message.thread?.id ?? message.channel?.id ?? '';
    const parent =
      replies.get(message.position) ??
      near(message, addressee(message, place, names), sameSpeakerGapMs) ??
      near(
        message,
        sameSpeaker(message, lastByAuthor.get(message.author.id), lastInPlace.get(place)),
        sameSpeakerGapMs,
      ) ??
      near(message, lastInPlace.get(place), gapMs);
    let strand = parent === undefined ? undefined : strandAt[parent];
    if (strand === undefined) {
      strand = strands.length;
      strands.push([]);
    }
    strandAt[message.position] = strand;
    strands[strand]?.push(message.position);
    lastByAuthor.set(message.author.id, message);
    names.add(place, message);
    lastInPlace.set(place, message);
  });
  const found = { strands, of: (position: number) => strandAt[position] ?? -1 };
  cache.set(evidence, found);
  return found;
}

const wordsInName = 4;

/** The last message of each person in each place, by the name as it is compared. */
type Names = {
  readonly add: (place: string, message: EvidenceMessage) => void;
  readonly find: (place: string, name: string) => EvidenceMessage | undefined;
  /** Whether any name so far begins with this word; most messages begin with none. */
  readonly hasFirst: (word: string) => boolean;
};

function createNames(): Names {
  const last = new Map<string, EvidenceMessage>();
  const firstWords = new Set<string>();
  const normalized = new Map<string, string>();
  const normalize = (name: string) => name.toLowerCase().replace(/\s+/g, ' ');
  return {
    add: (place, message) => {
      const { name } = message.author;
      const known = normalized.get(name) ?? normalize(name);
      normalized.set(name, known);
      firstWords.add(known.split(' ', 1)[0] ?? '');
      last.set(`${place}\n${known}`, message);
    },
    find: (place, name) => last.get(`${place}\n${normalize(name)}`),
    hasFirst: word => firstWords.has(word.toLowerCase()),
  };
}

/** The last message of the person whom the first words name: "@Anna Lee, ...", "bob: ...". */
function addressee(message: EvidenceMessage, place: string, names: Names): EvidenceMessage | undefined {
  const words = message.text.slice(0, 100).replace(/^@/, '').split(/\s+/, wordsInName);
  const [first = ''] = words;
  if (!names.hasFirst(first) && !names.hasFirst(withoutMark(first))) return undefined;
  for (let count = words.length; count > 0; count--) {
    const name = withoutMark(words.slice(0, count).join(' '));
    const other = name.length < 2 ? undefined : names.find(place, name);
    if (other) return other.author.id === message.author.id ? undefined : other;
  }
  return undefined;
}

function withoutMark(name: string): string {
  return name.replace(/[:,]$/, '');
}

/** A speaker who goes on right after themselves stays with what they were saying. */
function sameSpeaker(
  message: EvidenceMessage,
  own: EvidenceMessage | undefined,
  last: EvidenceMessage | undefined,
): EvidenceMessage | undefined {
  return own && last && own.position === last.position && own.author.id === message.author.id
    ? own
    : undefined;
}

function near(
  message: EvidenceMessage,
  other: EvidenceMessage | undefined,
  withinMs: number,
): number | undefined {
  if (!other) return undefined;
  return Date.parse(message.time) - Date.parse(other.time) <= withinMs ? other.position : undefined;
}
