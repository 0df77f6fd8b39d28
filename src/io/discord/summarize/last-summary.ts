import type { CitedAnswer } from '../../../app/engine-request.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { toClaimIds } from '../../../core/claims/footnotes.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import { isHighlights } from '../../../core/claims/summary.ts';
import { addMs } from '../../../core/time.ts';
import { toLoggedError } from '../../../log.ts';
import { type AccessSnapshot, checkAccess } from '../access/check-access.ts';
import { type RequestedChannels, toChannels } from '../access/open-channels.ts';
import { findChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import type { Since } from '../history/window.ts';
import type { Ask, RequestContext } from '../interaction/context.ts';

type Services = Pick<RequestContext, 'interaction' | 'client' | 'summaries' | 'privacy'>;

/** A question goes on with the person's last one in the same place for so long. */
const goesOnForMs = 15 * 60_000;

/**
 * What a question goes on with: the summary below which it is asked, or the last answer there, where there is one that tells something, the
 * person may still read it, and a model writes.
 */
export async function findEarlier(
  context: RequestContext,
  { request: { question, after }, goesOn }: Ask,
  snapshot: AccessSnapshot | null,
): Promise<StoredSummary | null> {
  const { interaction, client, summaries, summarySync, privacy, engine, now, log } = context;
  const { guildId, channelId, user } = interaction;
  if (question === undefined || engine.writesQuotes || guildId === null || channelId === null) return null;
  try {
    const last = goesOn && !after ? await summaries.lastAsked(guildId, user.id, channelId) : null;
    const isRecent = last !== null && Date.parse(now()) - Date.parse(last.createdAt) <= goesOnForMs;
    const isOther = last?.summary.question !== question;
    const isAnswer = last !== null && last.summary.claims.length > 0 && !isHighlights(last.summary);
    const summaryId = after ?? (isRecent && isOther && isAnswer ? last.summary.id : undefined);
    if (summaryId === undefined) return null;
    const earlier = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (earlier === null) return null;
    const denial = await checkStoredAccess(earlier, client, user.id, { privacy, snapshot });
    return denial === null ? earlier : null;
  } catch (error) {
    // The question is answered by itself.
    log.warn({ interaction: interaction.id, ...toLoggedError(error) }, 'earlier-answer-unavailable');
    return null;
  }
}

/** The claims of an answer, with the messages that each cites. */
export function toCitedAnswer({ summary }: StoredSummary): CitedAnswer {
  const { question } = summary;
  const claims = summary.claims.map(claim => ({ text: claim.text, messageIds: toClaimIds(claim, summary) }));
  return { ...(question !== undefined && { question }), claims };
}

const mostLookedAt = 50;

/** The last summary of exactly these channels that the person asked for, or that was posted where they can read it now. */
async function findLastSummary(
  services: Services,
  requested: RequestedChannels,
): Promise<StoredSummary | null> {
  const { interaction, summaries } = services;
  const { guildId } = interaction;
  const [first] = toChannels(requested);
  if (guildId === null || first === undefined) return null;
  // They are noted in the order in which they were made.
  const ids = (await summaries.citing(guildId, [first.id])).slice(-mostLookedAt).reverse();
  for (const id of ids) {
    const stored = await summaries.get(guildId, id);
    if (stored !== null && isOfAll(stored, requested) && (await isVisible(stored, requested, services)))
      return stored;
  }
  return null;
}

/** Since the last message that the last summary read. */
export async function sinceLastSummary(services: Services, requested: RequestedChannels): Promise<Since> {
  const end = (await findLastSummary(services, requested))?.summary.timeRange?.end;
  if (end === undefined) return { ok: false, reason: 'no_last_summary' };
  const from = addMs(end, 1);
  return { ok: true, from, lastSummaryEnd: end };
}

/** Whether it is a summary of all that was read there, not of statements or of one talk in a channel. */
function isOfAll({ request, summary, channelId }: StoredSummary, requested: RequestedChannels): boolean {
  const { checked, question, timeRange, source } = summary;
  if (checked !== undefined || question !== undefined || timeRange === null) return false;
  // Of busy channels, a card reads only the newest messages.
  if (request.everywhere) return false;
  if (requested.kind === 'category') return request.categoryId === requested.categoryId;
  if (requested.kind !== 'channel') return false;
  const isTalk = request.threadOf !== undefined && source.threadId === undefined;
  return (
    channelId === requested.channel.id &&
    source.channelIds.length <= 1 &&
    request.categoryId === undefined &&
    !isTalk
  );
}

async function isVisible(
  stored: StoredSummary,
  { snapshot }: RequestedChannels,
  { interaction, client, privacy }: Services,
): Promise<boolean> {
  const { user } = interaction;
  if (stored.requesterId === user.id && stored.request.digestId === undefined) return true;
  const post = stored.sharedAs ?? stored.answeredAs;
  if (post === undefined || isAwaitingReview(stored)) return false;
  const channel = await findChannel(client, post.channelId);
  return channel !== null && (await checkAccess(channel, user.id, { privacy, snapshot })) === null;
}
