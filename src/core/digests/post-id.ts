import { compareSnowflakes } from '../conversation/evidence.ts';
import type { Digest, DigestRun } from './digest.ts';

/** Which post of a digest a summary is. With it, the digest is covered up to a message, in all its channels. */
export type DigestPostId = {
  /** The tick of its run, as an ISO instant. */
  readonly tick: string;
  /** How many posts of the run came before it. */
  readonly number: number;
  readonly coveredTo: string;
};

const shape = /^([0-9A-Za-z]+)-(\d+)-(\d+)-(\d+)$/;

/**
 * The id of the summary of a run's next post. Its buttons contain the id, so the post itself says what it covers, to a
 * store that has forgotten it.
 */
export function toPostId({ id }: Pick<Digest, 'id'>, run: DigestRun, coveredTo: string): string {
  return [toKey(id), Date.parse(run.tick), run.posted, coveredTo].join('-');
}

/** Null if a summary is not one of this digest. */
export function parsePostId(summaryId: string, digestId: string): DigestPostId | null {
  const [, key, tick, number, coveredTo] = shape.exec(summaryId) ?? [];
  if (key !== toKey(digestId) || coveredTo === undefined) return null;
  return { tick: new Date(Number(tick)).toISOString(), number: Number(number), coveredTo };
}

/** Whether this is the post that the run is about to make, or one after it. */
export function isAhead({ tick, number }: DigestPostId, run: DigestRun): boolean {
  return tick === run.tick && number >= run.posted;
}

/** The newest message of those that are covered. */
export function toNewest(covered: Digest['covered']): string | null {
  return Object.values(covered).sort(compareSnowflakes).at(-1) ?? null;
}

/** Up to where a digest knows that it is covered; null before its first post. */
export function toCoveredTo({ covered, coveredTo }: Pick<Digest, 'covered' | 'coveredTo'>): string | null {
  return toNewest({ ...covered, ...(coveredTo !== undefined && { all: coveredTo }) });
}

/** A part of the digest's id: a custom id has room for little more. */
function toKey(digestId: string): string {
  return digestId.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 16);
}
