import { toActiveThreads, toLinkedPlaces, toPlaces } from '../../core/claims/footnotes.ts';
import { withAnswerFirst } from '../../core/claims/note.ts';
import { withOpenBefore } from '../../core/claims/serialized-summary.ts';
import type { NoteState } from '../../core/claims/stored-summary.ts';
import { type EngineReason, isHighlights, type Summary } from '../../core/claims/summary.ts';
import type { ReachedCap } from '../../core/claims/usage.ts';
import { isByPerson } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { type LogEntry, toShownStatement, toVisibleEntry } from '../../core/decisions/entry.ts';
import { type Digest, isNote, isPersonal } from '../../core/digests/digest.ts';
import {
  beginRun,
  isSameProgress,
  takeOverRun,
  toAfterCovered,
  toNewest,
  toPostId,
  waitsForCap,
  withCovered,
  withPending,
} from '../../core/digests/run.ts';
import { isOverdue as hasPassed } from '../../core/due-date.ts';
import { toDueTick } from '../../core/schedule.ts';
import { toFrameTexts } from '../../render/texts.ts';
import type { StoredSummary } from '../store-ports.ts';
import { toTrace } from '../telemetry-ports.ts';
import { findContradictions, toContradictionPlaces, withContradictions } from './contradictions.ts';
import type { DigestPlace, DigestReading, DigestRunParts } from './ports.ts';

/** The digest is not due, was deleted or paused while it ran, or is no longer as this worker left it. */
export class RunEnded extends Error {}

type Change = (work: (digest: Digest) => Digest) => Promise<Digest>;

/** Changes by the worker that runs a digest. They reject with `RunEnded` once the stored progress is not what it stored last. */
export type RunClaim = {
  /** Whether the run began before: it was interrupted, or an attempt failed. */
  readonly isResumed: boolean;
  /** Rejects with `RunEnded` also if the digest was paused. */
  readonly change: Change;
  /** The digest as it is now; rejects as `change` does. */
  readonly read: () => Promise<Digest>;
  readonly changeEvenPaused: Change;
};

/** Starts a run if one is due, or continues the one that was interrupted. */
export async function claimRun(
  guildId: string,
  digestId: string,
  { digests, newId, now }: Pick<DigestRunParts, 'digests' | 'newId' | 'now'>,
): Promise<RunClaim> {
  const workerId = newId();
  let isResumed = false;
  const begun = await digests.update(guildId, digestId, each => {
    if (each.paused) return each;
    isResumed = each.run !== null;
    if (each.run) return takeOverRun(each, workerId, now());
    if (waitsForCap(each, now())) return each;
    const tick = toDueTick(each.schedule, each.lastRunAt, now());
    if (tick === null) return each;
    return takeOverRun(beginRun(each, { id: newId(), tick }, now()), workerId, now());
  });
  if (!begun?.run || begun.paused) throw new RunEnded();

  // Compares all progress: after a rollback of the store, the worker's id alone could still match.
  let known = begun;
  const changeEvenPaused: Change = async work => {
    let isOurs = false;
    const digest = await digests.update(guildId, digestId, each => {
      isOurs = isSameProgress(each, known);
      return isOurs ? work(each) : each;
    });
    if (digest === null || !isOurs) throw new RunEnded();
    known = digest;
    return digest;
  };
  const change: Change = async work => {
    const digest = await changeEvenPaused(each => (each.paused ? each : work(each)));
    if (digest.paused) throw new RunEnded();
    return digest;
  };
  return { isResumed, change, read: () => change(each => each), changeEvenPaused };
}

type Writing = {
  /** A summary is stored and may be posted. Otherwise none is worth it, and the messages are covered. */
  readonly isPending: boolean;
  readonly hasMore: boolean;
};

export async function writeNext(
  claim: RunClaim,
  place: DigestPlace,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<Writing> {
  const { summaries, telemetry, now } = parts;
  const { change } = claim;
  signal.throwIfAborted();
  const digest = await claim.read();
  const reading = await telemetry.step('read', () =>
    place.read(digest, parts.maxMessages, signal, parts.room),
  );
  const { conversation, covered, hasMore, leftOut, card } = reading;
  // A run tells it in its first post: if it is resumed after that, its last run is still the one before.
  const hasDue = reading.hasDue === true && digest.run?.posted === 0;
  await noteLeftOut(digest, leftOut, claim, parts);
  const messages = conversation.messages.filter(isByPerson).length;
  const coveredTo = toNewest(covered) ?? (hasDue ? toAfterCovered(digest) : null);
  const summaryId =
    digest.run === null || coveredTo === null || (messages === 0 && !hasDue)
      ? null
      : toPostId(digest, digest.run, coveredTo);
  // A card names its reader's own tasks instead, and a note what is new. First: if it cannot be read, nothing was paid.
  const known =
    summaryId === null || card !== undefined || isNote(digest)
      ? nothingKnown
      : await findKnown(digest, conversation, parts);
  const written =
    summaryId === null ? null : await summarize(digest, reading, summaryId, claim, parts, signal);
  // A note waits until the cap resets, and is not posted.
  if (written?.cap && isNote(digest)) return { isPending: false, hasMore: false };
  const summary = written?.summary ?? null;
  const isEmpty = summary?.claims.length === 0 && summary.engine.reason === undefined;
  if (summary === null || (isEmpty && !card?.waiting.length && !hasDue)) {
    await change(each => withCovered(each, covered));
    return { isPending: false, hasMore };
  }
  const current = await claim.read();
  const isAwaitingReview = await parts.needsReview(current);
  const { contradictions } = known;
  const told = withKnown(summary, known);
  const unplaced = toStored(current, told.summary, reading, { createdAt: now(), isAwaitingReview });
  const stored: StoredSummary = {
    ...unplaced,
    places: { ...told.places, ...unplaced.places },
    ...toTrace(telemetry),
    ...(card && { card }),
    ...(contradictions.length > 0 && {
      contradictions: contradictions.map(({ decision, by }) => ({ decisionId: decision.id, entryId: by.id })),
    }),
  };
  const { guildId, id, destination } = current;
  // First, so that a worker that was overtaken stores nothing over the other's summary; one that is missing is written again.
  await change(each => withPending(each, { summaryId: summary.id, destination, covered, messages }));
  await summaries.put(stored);
  if ((await parts.digests.get(guildId, id)) === null) {
    await summaries.remove(guildId, summary.id);
    throw new RunEnded();
  }
  parts.room?.release();
  return { isPending: true, hasMore };
}

/** Failures after which a model may write soon: a note waits for it, where a digest has Highlights. */
const outages: ReadonlySet<EngineReason> = new Set([
  'rate_limited',
  'timed_out',
  'service_failed',
  'overloaded',
  'unreachable',
  'stalled',
]);

export async function summarize(
  digest: Digest,
  { conversation }: DigestReading,
  summaryId: string,
  { change }: RunClaim,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<{ readonly summary: Summary; readonly cap: ReachedCap | undefined }> {
  const reached: ReachedCap[] = [];
  const onCap = (cap: ReachedCap) => void reached.push(cap);
  const summary = await parts.summarize(digest, conversation, signal, { summaryId, onCap });
  const [cap] = reached;
  if (cap && digest.toldCap !== cap.resetsAt) {
    const told = await change(each => ({ ...each, toldCap: cap.resetsAt }));
    await parts.notify(told, { kind: 'capped', cap });
  }
  const { reason } = summary.engine;
  if (isNote(digest) && isHighlights(summary) && reason && outages.has(reason))
    throw new Error(`no model wrote a note: ${reason}`);
  return { summary, cap };
}

/** What a digest tells beside its messages: how many tasks of before are open, and what contradicts decisions. */
type Known = {
  readonly open: NonNullable<Summary['openBefore']>;
  readonly contradictions: Awaited<ReturnType<typeof findContradictions>>;
};

const nothingKnown: Known = { open: { tasks: 0, overdue: 0 }, contradictions: [] };

export async function findKnown(
  digest: Digest,
  conversation: Conversation,
  parts: Pick<DigestRunParts, 'entries' | 'refreshEntries' | 'now'>,
): Promise<Known> {
  const open = await countOpen(digest, conversation, parts);
  return { open, contradictions: await findContradictions(digest, toIsRead(conversation), parts) };
}

/** The summary with what is known, and the places of the messages behind that. */
export function withKnown(summary: Summary, { open, contradictions }: Known) {
  return {
    summary: withContradictions(withOpenBefore(summary, open), contradictions),
    places: toContradictionPlaces(contradictions),
  };
}

/** Whether a channel or thread was read, so that all readers of the post may see it. */
function toIsRead({ source, messages }: Conversation): (placeId: string) => boolean {
  const placeIds = new Set([...source.channelIds, ...messages.flatMap(({ thread }) => thread?.id ?? [])]);
  return id => placeIds.has(id);
}

/** The open tasks of before that all readers of the post may see. */
async function countOpen(
  { guildId, schedule }: Digest,
  conversation: Conversation,
  { entries, now }: Pick<DigestRunParts, 'entries' | 'now'>,
): Promise<NonNullable<Summary['openBefore']>> {
  const read = new Set(conversation.messages.map(({ id }) => id));
  const open = (await entries.list(guildId))
    .flatMap(entry => toVisibleEntry(entry, toIsRead(conversation)) ?? [])
    .filter(entry => entry.kind === 'action' && entry.done === null && entry.statements.length > 0)
    .filter(({ sources }) => !sources.some(({ messageId }) => read.has(messageId)));
  const isOverdue = (entry: LogEntry) => {
    const due = toShownStatement(entry)?.dueDate ?? null;
    return due !== null && hasPassed(due, now(), schedule.zone);
  };
  return { tasks: open.length, overdue: open.filter(isOverdue).length };
}

export async function noteLeftOut(
  digest: Digest,
  leftOut: readonly string[],
  { change }: RunClaim,
  { notify }: DigestRunParts,
): Promise<void> {
  const unreported = leftOut.filter(id => !digest.toldLeftOut.includes(id));
  if (unreported.length === 0 && leftOut.length === digest.toldLeftOut.length) return;
  // Stored first: the creator is notified once, or after a crash not at all.
  await change(each => ({ ...each, toldLeftOut: [...leftOut] }));
  if (unreported.length > 0) await notify(digest, { kind: 'left_out', channelIds: unreported });
}

/** The claims about the answer of a solved post first, if it has one. */
export function putAnswerFirst(summary: Summary, answer: NoteState['answer']): Summary {
  return withAnswerFirst(summary, answer?.messageId, toFrameTexts(summary.language)('bot.note.answer'));
}

/** What its summaries are written by, as they store it. */
export function toRequest(digest: Digest): StoredSummary['request'] {
  const { id, detail, language, focus } = digest;
  return {
    detail,
    ...(language !== undefined && { language }),
    ...(focus !== undefined && { focus }),
    ...(isPersonal(digest) && { everywhere: true }),
    digestId: id,
  };
}

export function toStored(
  digest: Digest,
  summary: Summary,
  { conversation: { messages }, covered, note }: DigestReading,
  { createdAt, isAwaitingReview }: { readonly createdAt: string; readonly isAwaitingReview: boolean },
): StoredSummary {
  const { guildId, creatorId, destination, locale } = digest;
  return {
    summary: putAnswerFirst(summary, note?.answer),
    request: toRequest(digest),
    requesterId: creatorId,
    guildId,
    channelId: summary.source.threadId ?? summary.source.channelIds[0] ?? '',
    places: toPlaces(summary, messages),
    ...toLinkedPlaces(summary, messages),
    ...toActiveThreads(summary, messages),
    createdAt,
    locale,
    ...(destination.kind === 'dm' && { isDirect: true }),
    ...(isAwaitingReview && { needsReview: true }),
    ...(isNote(digest) && {
      note: {
        renewedAt: createdAt,
        covered: withCovered(digest, covered).covered,
        newIds: [],
        changed: 0,
        left: 0,
        ...(isAwaitingReview && { unreviewed: summary.claims.map(({ id }) => id) }),
        ...note,
      },
    }),
  };
}
