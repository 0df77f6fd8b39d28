import { type Evidence, type EvidenceMessage, toReplyPositions } from './evidence.ts';

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
 * Groups messages into conversations. A message joins the strand of the message it replies to; otherwise, in its own
 * channel or thread, that of the person it names first; otherwise the current one, unless there was a long pause.
 */
export function toStrands(evidence: Evidence): Strands {
  const finding = findStrands(evidence);
  for (;;) {
    const { done, value } = finding.next();
    if (done) return value;
  }
}

/** Messages between two pauses. */
const slice = 200;

/** The same as a generator that pauses, so that long conversations do not block the process. */
export function* findStrands(evidence: Evidence): Generator<undefined, Strands> {
  const replies = toReplyPositions(evidence);
  const strands: number[][] = [];
  const strandAt: number[] = new Array(evidence.messages.length + 1);
  const lastByAuthor = new Map<string, EvidenceMessage>();
  const lastByName = new Map<string, EvidenceMessage>();
  const lastInPlace = new Map<string, EvidenceMessage>();

  for (const message of evidence.messages) {
    if (message.position % slice === 0) yield;
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
  }
  return { strands, of: position => strandAt[position] ?? -1 };
}

const wordsInName = 4;

function toNameKey(place: string, name: string): string {
  return `${place}\n${name.toLowerCase().replace(/\s+/g, ' ')}`;
}

/** The last message of the person named by the first words: "@Anna Lee, ...", "bob: ...". */
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

/** A speaker's next message right after their own continues it. */
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
