import { type Evidence, type EvidenceMessage, memoize, toReplyPositions } from './evidence.ts';
import { toPlaceId } from './message.ts';

type Strand = readonly number[];

export type Strands = {
  readonly strands: readonly Strand[];
  /** The index in `strands` of the strand that the message at `position` belongs to. */
  readonly of: (position: number) => number;
};

const gapMs = 20 * 60_000;

/** Groups messages into conversations: by reply, else, in the same place, the current one without a pause. */
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
  const lastInPlace = new Map<string, EvidenceMessage>();

  for (const message of evidence.messages) {
    const place = toPlaceId(message);
    const last = lastInPlace.get(place);
    const isNear = last !== undefined && Date.parse(message.time) - Date.parse(last.time) <= gapMs;
    const parent = replies.get(message.position) ?? (isNear ? last.position : undefined);
    const strand = parent === undefined ? undefined : strandAt[parent];
    strandAt[message.position] = strand ?? count;
    if (strand === undefined) count += 1;
    lastInPlace.set(place, message);
  }
  return strandAt;
}
