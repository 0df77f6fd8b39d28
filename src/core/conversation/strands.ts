import { type Evidence, type EvidenceMessage, memoize, toReplyPositions } from './evidence.ts';
import { toPlaceId } from './message.ts';

type Strand = readonly number[];

export type Strands = {
  readonly strands: readonly Strand[];
  /** The index in `strands` of the strand that the message at `position` belongs to. */
  readonly of: (position: number) => number;
};

const gapMs = 20 * 60_000;
const sameSpeakerGapMs = 45 * 60_000;

/** Groups messages into conversations: by reply, else, in the same place, by the person named first, else the current one without a pause. */
export const toStrands = memoize((evidence: Evidence): Strands => groupStrands(numberStrands(evidence)));

/** The strands by the number of the strand of each position; at 0, which is no position, it is -1. */
export function groupStrands(strandAt: Int32Array): Strands {
  const strands: number[][] = [];
  for (let position = 1; position < strandAt.length; position += 1) {
    const strand = strandAt[position] ?? 0;
    strands[strand] ??= [];
    strands[strand].push(position);
  }
  return { strands, of: position => strandAt[position] ?? -1 };
}

/** The part of `toStrands` that takes long for many messages. */
export function numberStrands(evidence: Evidence): Int32Array {
  const replies = toReplyPositions(evidence);
  let count = 0;
  const strandAt = new Int32Array(evidence.messages.length + 1).fill(-1);
  const names = createNames();
  const lastInPlace = new Map<string, EvidenceMessage>();

  for (const message of evidence.messages) {
    const place = toPlaceId(message);
    const last = lastInPlace.get(place);
    const parent =
      replies.get(message.position) ??
      near(message, addressee(message, place, names), sameSpeakerGapMs) ??
      // A speaker who goes on right after themselves stays with what they were saying.
      near(message, last, last?.author.id === message.author.id ? sameSpeakerGapMs : gapMs);
    const strand = parent === undefined ? undefined : strandAt[parent];
    strandAt[message.position] = strand ?? count;
    if (strand === undefined) count += 1;
    names.add(place, message);
    lastInPlace.set(place, message);
  }
  return strandAt;
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

function near(
  message: EvidenceMessage,
  other: EvidenceMessage | undefined,
  withinMs: number,
): number | undefined {
  if (!other) return undefined;
  return Date.parse(message.time) - Date.parse(other.time) <= withinMs ? other.position : undefined;
}
