import { eachInSlices, finish, type Sliced } from '../slices.ts';
import { type Evidence, type EvidenceMessage, findReplyPositions } from './evidence.ts';

/** The positions of one strand of talk, ascending. */
export type Strand = readonly number[];

export type Strands = {
  readonly strands: readonly Strand[];
  /** The index in `strands` of the strand that the message at `position` belongs to. */
  readonly of: (position: number) => number;
};

const gapMs = 20 * 60_000;
const sameSpeakerGapMs = 45 * 60_000;

/**
 * Who answers whom: a message joins the strand of the message it replies to; else, in its own channel or
 * thread, that of the person it names first, else the running one unless that fell silent.
 */
export function toStrands(evidence: Evidence): Strands {
  return finish(findStrands(evidence));
}

const kept = new WeakMap<Evidence, Strands>();

/** The same with pauses, for conversations so long that others would wait; found once for an evidence. */
export function* findStrands(evidence: Evidence): Sliced<Strands> {
  const known = kept.get(evidence);
  if (known !== undefined) return known;
  const replies = yield* findReplyPositions(evidence);
  const strands: number[][] = [];
  const strandAt: number[] = new Array(evidence.messages.length + 1);
  const lastByAuthor = new Map<string, EvidenceMessage>();
  const lastByName = new Map<string, EvidenceMessage>();
  const lastInPlace = new Map<string, EvidenceMessage>();

  yield* eachInSlices(evidence.messages, message => {
    const place = message.thread?.id ?? message.channel?.id ?? '';
    const parent =
      replies.get(message.position) ??
      near(message, addressee(message, place, lastByName), sameSpeakerGapMs) ??
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
    lastByName.set(toNameKey(place, message.author.name), message);
    lastInPlace.set(place, message);
  });
  const found = { strands, of: (position: number) => strandAt[position] ?? -1 };
  kept.set(evidence, found);
  return found;
}

const wordsInName = 4;

function toNameKey(place: string, name: string): string {
  return `${place}\n${name.toLowerCase().replace(/\s+/g, ' ')}`;
}

/** The last message of the person whom the first words name: "@Anna Lee, ...", "bob: ...". */
function addressee(
  message: EvidenceMessage,
  place: string,
  lastByName: ReadonlyMap<string, EvidenceMessage>,
): EvidenceMessage | undefined {
  const words = message.text.slice(0, 100).replace(/^@/, '').split(/\s+/, wordsInName);
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ').replace(/[:,]$/, '');
    const other = name.length < 2 ? undefined : lastByName.get(toNameKey(place, name));
    if (other) return other.author.id === message.author.id ? undefined : other;
  }
  return undefined;
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
