import { toPlaces } from '../../core/claims/summary/cited-messages.ts';
import { withOpenBefore } from '../../core/claims/summary/serialized-summary.ts';
import type { Summary } from '../../core/claims/summary/summary.ts';
import { isByPerson } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { type LogEntry, toShownStatement } from '../../core/decisions/entry.ts';
import { toVisibleEntry } from '../../core/decisions/visible.ts';
import type { Digest, QuietLine } from '../../core/digests/digest.ts';
import { toNewest, toPostId } from '../../core/digests/post-id.ts';
import { withCovered, withPending, withQuietLine } from '../../core/digests/run.ts';
import { isOverdue as hasPassed } from '../../core/due-date.ts';
import type { ReachedCap } from '../../core/usage/caps.ts';
import type { StoredSummary } from '../ports.ts';
import { toTrace } from '../telemetry-ports.ts';
import { type DigestPlaces, type DigestRunParts, PostRefused } from './ports.ts';
import { type RunClaim, RunEnded } from './run-claim.ts';

/** What became of the messages that were read. */
type Writing = {
  /** `pending`: a summary is stored and may be posted. `skipped`: none is worth it, and they are covered. */
  readonly outcome: 'quiet' | 'skipped' | 'pending';
  /** There are more messages than were read. */
  readonly hasMore: boolean;
};

/** Reads what was not covered yet, and stores a summary of it; `quiet` if there was too little. */
export async function writeNext(
  claim: RunClaim,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<Writing> {
  const { places, summaries, telemetry, now } = parts;
  const { change } = claim;
  signal.throwIfAborted();
  const digest = await claim.read();
  const noteLine = (line: QuietLine) => change(each => withQuietLine(each, line));
  const reading = await telemetry.step('read', () => places.read(digest, parts.maxMessages, signal));
  const { conversation, covered, hasMore, leftOut } = reading;
  await noteLeftOut(digest, leftOut, claim, parts);
  const messages = conversation.messages.filter(isByPerson).length;
  const isFirst = digest.run?.posted === 0;
  if (!hasMore && isFirst && messages < digest.minMessages) {
    if (digest.quiet === 'line') await places.postQuiet(digest, messages, noteLine);
    return { outcome: 'quiet', hasMore };
  }
  const skip = async (): Promise<Writing> => {
    await change(each => withCovered(each, covered));
    return { outcome: 'skipped', hasMore };
  };
  if (messages === 0) return skip();
  const reached: ReachedCap[] = [];
  const coveredTo = toNewest(covered);
  if (digest.run === null || coveredTo === null) throw new RunEnded();
  const summary = await parts.summarize(digest, conversation, signal, {
    summaryId: toPostId(digest, digest.run, coveredTo),
    onCap: cap => reached.push(cap),
  });
  if (reached[0]) await noteCap(digest, reached[0], claim, parts);
  if (summary.claims.length === 0 && summary.engine.reason === undefined) {
    const skipped = await skip();
    if (!hasMore && isFirst && digest.quiet === 'line') await places.postQuiet(digest, null, noteLine);
    return skipped;
  }
  // A permission may have been taken away since.
  const current = await checkDigest(claim, places);
  const isAwaitingReview = await parts.needsReview(current);
  const open = await countOpen(current, conversation, parts);
  const stored: StoredSummary = {
    ...toStored(current, withOpenBefore(summary, open), conversation, { createdAt: now(), isAwaitingReview }),
    ...toTrace(telemetry),
  };
  await summaries.put(stored);
  const { guildId, destination } = current;
  try {
    await change(each => withPending(each, { summaryId: summary.id, destination, covered, messages }));
  } catch (error) {
    if (error instanceof RunEnded) await summaries.remove(guildId, summary.id);
    throw error;
  }
  return { outcome: 'pending', hasMore };
}

/** Rejects with `PostRefused` if the digest cannot run. */
export async function checkDigest({ read }: RunClaim, places: DigestPlaces): Promise<Digest> {
  const digest = await read();
  const problem = await places.check(digest);
  if (problem !== null) throw new PostRefused(problem);
  return digest;
}

/** The open tasks of before that all readers of the post may see. */
async function countOpen(
  { guildId, schedule }: Digest,
  { source, messages }: Conversation,
  { entries, now }: Pick<DigestRunParts, 'entries' | 'now'>,
): Promise<NonNullable<Summary['openBefore']>> {
  const placeIds = new Set([...source.channelIds, ...messages.flatMap(({ thread }) => thread?.id ?? [])]);
  const read = new Set(messages.map(({ id }) => id));
  const open = (await entries.list(guildId))
    .flatMap(entry => toVisibleEntry(entry, id => placeIds.has(id)) ?? [])
    .filter(entry => entry.kind === 'action' && entry.done === null && entry.statements.length > 0)
    .filter(({ sources }) => !sources.some(({ messageId }) => read.has(messageId)));
  const isOverdue = (entry: LogEntry) => {
    const due = toShownStatement(entry)?.dueDate ?? null;
    return due !== null && hasPassed(due, now(), schedule.zone);
  };
  return { tasks: open.length, overdue: open.filter(isOverdue).length };
}

async function noteLeftOut(
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

async function noteCap(
  { toldCap }: Digest,
  cap: ReachedCap,
  { change }: RunClaim,
  { notify }: DigestRunParts,
): Promise<void> {
  if (toldCap === cap.resetsAt) return;
  const digest = await change(each => ({ ...each, toldCap: cap.resetsAt }));
  await notify(digest, { kind: 'capped', cap });
}

function toStored(
  digest: Digest,
  summary: Summary,
  { messages }: Conversation,
  { createdAt, isAwaitingReview }: { readonly createdAt: string; readonly isAwaitingReview: boolean },
): StoredSummary {
  const { guildId, creatorId, destination, detail, language, focus, locale } = digest;
  return {
    summary,
    request: {
      detail,
      ...(language !== undefined && { language }),
      ...(focus !== undefined && { focus }),
      digestId: digest.id,
    },
    requesterId: creatorId,
    guildId,
    channelId: summary.source.threadId ?? summary.source.channelIds[0] ?? '',
    places: toPlaces(summary, messages),
    createdAt,
    locale,
    ...(destination.kind === 'dm' && { isDirect: true }),
    ...(isAwaitingReview && { needsReview: true }),
  };
}
