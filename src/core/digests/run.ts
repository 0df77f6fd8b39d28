import { compareSnowflakes } from '../conversation/evidence.ts';
import { toLatest } from '../order.ts';
import { lastDue, nextRuns, toDueTick } from '../schedule.ts';
import {
  type Digest,
  type DigestChoice,
  type DigestRun,
  isNote,
  type PauseReason,
  toPlaceId,
} from './digest.ts';

export type NewDigest = DigestChoice &
  Pick<Digest, 'id' | 'guildId' | 'creatorId' | 'locale' | 'parentId'> &
  Partial<Pick<Digest, 'since'>>;

export function createDigest(choice: NewDigest, now: string): Digest {
  return {
    ...choice,
    createdAt: now,
    paused: null,
    lastRunAt: now,
    since: choice.since ?? toFirstSince(choice.schedule, now),
    covered: {},
    run: null,
    toldLeftOut: [],
  };
}

function toFirstSince(schedule: Digest['schedule'], now: string): string {
  return lastDue(schedule, now) ?? now;
}

/** The digest with other choices. A changed schedule does not catch up on past ticks; covered messages stay covered. */
export function editDigest(digest: Digest, choice: DigestChoice, now: string): Digest {
  const { language: _, focus: __, ...others } = digest;
  return { ...others, ...choice, lastRunAt: toLatest([withRightClock(digest, now).lastRunAt, now]) };
}

/** A started run continues when the digest is resumed: its summary may have been posted. */
export function pauseDigest(digest: Digest, reason: PauseReason, now: string): Digest {
  return { ...digest, paused: { reason, at: now } };
}

/**
 * Skips the ticks missed during the pause; the next run covers their messages. An unsure post counts as failed if it is not found, and a
 * deleted note is posted again.
 */
export function resumeDigest(digest: Digest, now: string): Digest {
  const resumed = {
    ...digest,
    paused: null,
    lastRunAt: toLatest([withRightClock(digest, now).lastRunAt, now]),
  };
  if (digest.paused?.reason === 'post_unsure') return withSending(resumed, false);
  if (digest.paused?.reason !== 'note_gone') return resumed;
  const { note: _, ...unposted } = resumed;
  const { destination, lastSummaryId: summaryId } = digest;
  return summaryId === undefined
    ? unposted
    : withPending(unposted, { summaryId, destination, covered: {}, messages: 0 });
}

/**
 * The digest, at most one tick late, if a clock that ran ahead has started its last run, or created it. What a clock set back by less would
 * run again stays: only Discord's ids know which of the two was right.
 */
export function withRightClock(digest: Digest, now: string): Digest {
  const [, afterNext] = nextRuns(digest.schedule, now, 2);
  const isRight = afterNext === undefined || digest.lastRunAt <= afterNext;
  if (digest.run || (isRight && digest.since <= now)) return digest;
  const since = digest.since <= now ? digest.since : toFirstSince(digest.schedule, now);
  return { ...digest, since, ...(!isRight && { lastRunAt: now }) };
}

/** When the digest runs next, `now` if it is due; null while it is paused. A note runs only if something is new. */
export function toNextRun(digest: Digest, now: string): string | null {
  if (digest.paused) return null;
  if (digest.run) return now;
  if (waitsForCap(digest, now)) return digest.toldCap ?? null;
  const due = toDueTick(digest.schedule, digest.lastRunAt, now);
  return due ?? nextRuns(digest.schedule, toLatest([digest.lastRunAt, now]), 1)[0] ?? null;
}

/** Whether it is a note that met a cap: it is renewed once that resets, or when a person runs it. */
export function waitsForCap(digest: Digest, now: string): boolean {
  return isNote(digest) && digest.toldCap !== undefined && digest.toldCap > now;
}

/** The digest with a run begun for a tick. Nothing was sent yet. */
export function beginRun(digest: Digest, run: Pick<DigestRun, 'id' | 'tick'>, now: string): Digest {
  return {
    ...digest,
    lastRunAt: toLatest([digest.lastRunAt, run.tick]),
    run: { ...run, workerId: null, startedAt: now, posted: 0, pending: null },
  };
}

/** The digest with its run taken over by a worker; ticks missed since its start become part of it. */
export function takeOverRun(digest: Digest, workerId: string, now: string): Digest {
  const lastRunAt = toLatest([digest.lastRunAt, lastDue(digest.schedule, now) ?? '']);
  return { ...digest, lastRunAt, run: digest.run && { ...digest.run, workerId } };
}

export function isMoved(digest: Digest): boolean {
  const { pending } = digest.run ?? {};
  return pending != null && toPlaceId(pending) !== toPlaceId(digest);
}

export function withPending(digest: Digest, pending: NonNullable<DigestRun['pending']>): Digest {
  return digest.run ? { ...digest, run: { ...digest.run, pending } } : digest;
}

/** The digest with its pending summary being sent, or after Discord refused it. */
export function withSending(digest: Digest, isSending: boolean): Digest {
  const { run } = digest;
  return run?.pending ? withPending(digest, { ...run.pending, isSending }) : digest;
}

/** The digest after its pending summary was posted, whose messages are now covered. Throws if nothing is pending. */
export function withPosted(digest: Digest): Digest {
  const { run } = digest;
  if (!run?.pending) throw new Error('a post of a digest that had none pending');
  return {
    ...withCovered(digest, run.pending.covered),
    lastSummaryId: run.pending.summaryId,
    run: { ...run, posted: run.posted + 1, pending: null },
  };
}

/** The digest after its note was renewed, or was looked at with nothing new in it. */
export function withRenewed(
  { isFrozen: _, ...digest }: Digest,
  { covered, isClosed, isEdited }: { covered: Digest['covered']; isClosed: boolean; isEdited: boolean },
): Digest {
  const { run } = digest;
  return {
    ...withCovered(digest, covered),
    run: run && { ...run, posted: run.posted + Number(isEdited) },
    ...(isClosed && { isFrozen: true }),
  };
}

/** The digest after a post was found that its store has forgotten. */
export function withFoundPost(digest: Digest, post: DigestPostId & { readonly summaryId: string }): Digest {
  const { run } = digest;
  const isOfRun = run?.tick === post.tick;
  return {
    ...digest,
    coveredTo: post.coveredTo,
    lastSummaryId: post.summaryId,
    lastRunAt: toLatest([digest.lastRunAt, post.tick]),
    run: run && isOfRun ? { ...run, posted: Math.max(run.posted, post.number + 1) } : run,
  };
}

/** Whether two states of a digest are at the same point of the same run. */
export function isSameProgress(a: Digest, b: Digest): boolean {
  return toProgress(a) === toProgress(b);
}

function toProgress({ run, covered, coveredTo, lastSummaryId }: Digest): string {
  const { id, workerId, posted, pending } = run ?? {};
  const ownRun = [id, workerId, posted, pending?.summaryId, pending?.isSending];
  return JSON.stringify([ownRun, Object.entries(covered).sort(), coveredTo, lastSummaryId]);
}

export function withDelivery(digest: Digest, summaryId: string): Digest {
  const { deliveries = [] } = digest;
  return deliveries.includes(summaryId) ? digest : { ...digest, deliveries: [...deliveries, summaryId] };
}

/** The same digest if nothing is to be sent of this summary. */
export function withoutDelivery(digest: Digest, summaryId: string): Digest {
  const { deliveries = [] } = digest;
  if (!deliveries.includes(summaryId)) return digest;
  return { ...digest, deliveries: deliveries.filter(each => each !== summaryId) };
}

export function withoutPending(digest: Digest): Digest {
  return digest.run ? { ...digest, run: { ...digest.run, pending: null } } : digest;
}

/** Discord's clock and ours differ: a message sent after we read may have an id with an earlier time. */
const clockMarginMs = 5 * 60_000;

/** Of the ids of Discord. */
const epochMs = Date.UTC(2015, 0, 1);

/** When a message or a thread was created. */
export function toInstant(id: string): string {
  return new Date(Number(BigInt(id) >> 22n) + epochMs).toISOString();
}

/**
 * The digest after its run. Channels without covered messages start at this run next time, minus the margin, but no later than the newest
 * covered message, which Discord dated.
 */
export function endRun(digest: Digest): Digest {
  if (!digest.run) return digest;
  const { startedAt, posted } = digest.run;
  const ended: Digest = { ...digest, run: null, lastRun: { at: startedAt, posted } };
  const newestMs = Math.max(...Object.values(digest.covered).map(id => Date.parse(toInstant(id))));
  const sinceMs = Math.min(Date.parse(startedAt) - clockMarginMs, newestMs);
  if (sinceMs === Number.NEGATIVE_INFINITY) return ended;
  const since = new Date(sinceMs).toISOString();
  return { ...ended, since: toLatest([digest.since, since]) };
}

/** The digest with more covered messages; covered ids never decrease. */
export function withCovered(digest: Digest, covered: Digest['covered']): Digest {
  const ids = Object.entries(covered).map(([place, id]) => {
    const known = digest.covered[place];
    return [place, known !== undefined && compareSnowflakes(known, id) > 0 ? known : id] as const;
  });
  return { ...digest, covered: { ...digest.covered, ...Object.fromEntries(ids) } };
}

/** Which post of a digest a summary is. With it, the digest is covered up to a message, in all its channels. */
export type DigestPostId = {
  readonly tick: string;
  readonly number: number;
  readonly coveredTo: string;
};

const shape = /^([0-9A-Za-z]+)-(\d+)-(\d+)-(\d+)$/;

/** The id of a run's next post. Its buttons contain it, so the post itself says what it covers to a store that has forgotten. */
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

export function toNewest(covered: Digest['covered']): string | null {
  return Object.values(covered).sort(compareSnowflakes).at(-1) ?? null;
}

/** Up to where a digest knows that it is covered; null before its first post. */
export function toCoveredTo({ covered, coveredTo }: Pick<Digest, 'covered' | 'coveredTo'>): string | null {
  return toNewest({ ...covered, ...(coveredTo !== undefined && { all: coveredTo }) });
}

/** What a post that covers nothing is covered to: it comes after all that do, but before what is still to be read. */
export function toAfterCovered(digest: Pick<Digest, 'covered' | 'coveredTo' | 'since'>): string {
  const first = BigInt(Date.parse(digest.since) - epochMs) << 22n;
  return String(BigInt(toCoveredTo(digest) ?? first) + 1n);
}

/** A part of the digest's id: a custom id has room for little more. */
function toKey(digestId: string): string {
  return digestId.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 16);
}
