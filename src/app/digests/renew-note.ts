import { toCitedIds } from '../../core/claims/footnotes.ts';
import { continueNote } from '../../core/claims/note.ts';
import { isAwaitingReview } from '../../core/claims/review.ts';
import { claimBudget } from '../../core/claims/select-claims.ts';
import type { NoteState } from '../../core/claims/stored-summary.ts';
import { isByPerson } from '../../core/conversation/evidence.ts';
import { toNewest, toPostId, withCovered, withRenewed } from '../../core/digests/run.ts';
import type { StoredSummary } from '../store-ports.ts';
import { type DigestPlace, type DigestRunParts, PostRefused } from './ports.ts';
import { noteLeftOut, putAnswerFirst, type RunClaim, RunEnded, summarize, toStored } from './write-digest.ts';

/**
 * Summarizes what is new, adds it to the stored note and edits its message. Resolves to whether there is more to read; null if the note is no
 * longer stored: it starts again.
 */
export async function renewNote(
  claim: RunClaim,
  place: DigestPlace,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<boolean | null> {
  const { summaries, reviseNote, telemetry, now } = parts;
  const digest = await claim.read();
  const { guildId, lastSummaryId, run, note: post } = digest;
  if (post && !(await place.hasPost(post))) throw new PostRefused('note_gone');
  const stored = lastSummaryId === undefined ? null : await summaries.get(guildId, lastSummaryId);
  if (run === null || !stored?.note) return null;
  const { covered: known } = stored.note;
  /** Changes the note that this worker has read, unless another was faster. */
  const revise = (change: (current: StoredSummary) => StoredSummary) =>
    reviseNote(digest, current => {
      if (JSON.stringify(current.note?.covered) !== JSON.stringify(known)) throw new RunEnded();
      return change(current);
    });
  // A worker that died may have renewed it and not noted so.
  const before = await claim.change(each => withCovered(each, known));
  const { isClosed } = place;
  if (isClosed && before.isFrozen) return false;
  const reading = await telemetry.step('read', () =>
    place.read(before, parts.maxMessages, signal, parts.room),
  );
  const { conversation, covered, hasMore, leftOut } = reading;
  await noteLeftOut(before, leftOut, claim, parts);
  const state: State = { ...reading.note, ...(isClosed && { isClosed }) };
  const coveredTo = toNewest(covered);
  let news: StoredSummary | null = null;
  if (coveredTo !== null && conversation.messages.some(isByPerson)) {
    const summaryId = toPostId(before, run, coveredTo);
    const { summary, cap } = await summarize(before, reading, summaryId, claim, parts, signal);
    if (cap) {
      await revise(each => withState(each, { ...each.note, cappedUntil: cap.resetsAt }));
      return false;
    }
    const current = await claim.read();
    const isHeld = await parts.needsReview(current);
    if (summary.claims.length > 0)
      news = toStored(current, summary, reading, { createdAt: now(), isAwaitingReview: isHeld });
  }
  if (news !== null) {
    const opened = await parts.openPlace(await claim.read(), 'requests');
    if (typeof opened === 'string') throw new PostRefused(opened);
    const { linked } = withNews(stored, news);
    // Not tried again, as each attempt costs as much as a summary.
    if (!(await opened.mayShow({ ...news, ...(linked && { linked }) }))) throw new PostRefused('not_shown');
  }
  const isEdited = news !== null || toKey(stored.note) !== toKey(state);
  if (isEdited) {
    await claim.read();
    const revised = await revise(each => withState(news ? withNews(each, news) : each, state));
    if (revised === null) return null;
    if (news) await parts.deliver?.(await claim.read(), stored.summary.id);
  }
  await claim.change(each => withRenewed(each, { covered, isClosed, isEdited }));
  return hasMore;
}

type State = Pick<NoteState, 'isClosed' | 'solvedTags' | 'answer' | 'cappedUntil'>;

function toKey({ isClosed, solvedTags, answer, cappedUntil }: State): string {
  return JSON.stringify([isClosed, solvedTags, answer?.messageId, cappedUntil]);
}

function withState(
  stored: StoredSummary,
  { isClosed, solvedTags, answer, cappedUntil }: State,
): StoredSummary {
  if (!stored.note) return stored;
  const { renewedAt, covered, newIds, changed, left, unreviewed } = stored.note;
  return {
    ...stored,
    summary: putAnswerFirst(stored.summary, answer),
    note: {
      ...{ renewedAt, covered, newIds, changed, left },
      ...(unreviewed && { unreviewed }),
      ...(isClosed && { isClosed }),
      ...(solvedTags && { solvedTags }),
      ...(answer && { answer }),
      ...(cappedUntil !== undefined && { cappedUntil }),
    },
  };
}

function withNews(stored: StoredSummary, news: StoredSummary): StoredSummary {
  const { summary, newIds, changed, left } = continueNote(
    stored.summary,
    news.summary,
    claimBudget[stored.summary.detail],
  );
  const wasHeld = isAwaitingReview(stored);
  const isHeld = wasHeld || news.needsReview === true;
  // What a reviewer removed may be restored.
  const known = new Set([...summary.claims, ...summary.rejected].map(({ id }) => id));
  const before = wasHeld ? (stored.note?.unreviewed ?? []) : [];
  const unreviewed = [...before.filter(id => known.has(id)), ...newIds];
  const note = news.note && { ...news.note, newIds, changed, left, ...(isHeld && { unreviewed }) };
  const { needsReview: _, ...others } = stored;
  return withoutUncited({
    ...others,
    summary,
    ...(news.places && { places: { ...stored.places, ...news.places } }),
    ...(news.linked && { linked: { ...stored.linked, ...news.linked } }),
    ...(news.threads && { threads: news.threads }),
    ...(isHeld && { needsReview: true }),
    ...(note && { note }),
  });
}

/** Without the places of messages that only former lines cited. */
function withoutUncited(stored: StoredSummary): StoredSummary {
  const cited = new Set(toCitedIds(stored.summary));
  const keep = (places: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(places).filter(([messageId]) => cited.has(messageId)));
  const { places, linked } = stored;
  return { ...stored, ...(places && { places: keep(places) }), ...(linked && { linked: keep(linked) }) };
}
