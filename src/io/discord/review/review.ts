import {
  type Client,
  GuildMember,
  type GuildTextBasedChannel,
  PermissionFlagsBits,
  type RepliableInteraction,
} from 'discord.js';
import type { StoredSummary } from '../../../app/store-ports.ts';
import type { Decider } from '../../../core/claims/claim.ts';
import { isAwaitingReview, toReviewItems } from '../../../core/claims/review.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { toReviewPage } from '../../../render/embed/review-page.ts';
import { toDenialWords } from '../access/permissions.ts';
import { findChannel, toPermissionChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { toAttachmentLimits } from '../history/history.ts';
import { readAgain } from '../history/thread.ts';
import type { RequestContext } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { edit } from '../interaction/reply.ts';

/** Whether a person may review the summary: its requester, and people who may manage messages in the source channel. */
export async function mayReview(interaction: RepliableInteraction, stored: StoredSummary): Promise<boolean> {
  if (stored.summary.checked !== undefined) return false;
  if (stored.requesterId === interaction.user.id) return true;
  return mayManageMessages(interaction.client, stored.channelId, interaction.user.id);
}

/** Whether there is an item to decide, or a review is required anyway. */
export function isReviewable({ summary, needsReview }: StoredSummary): boolean {
  return summary.checked === undefined && (needsReview === true || toReviewItems(summary).length > 0);
}

/** The same check with cached gateway data; `member` comes from the interaction. */
export async function mayReviewAsKnown(
  client: Client,
  member: GuildMember,
  { requesterId, channelId, summary }: StoredSummary,
): Promise<boolean> {
  if (summary.checked !== undefined) return false;
  return requesterId === member.id || canManageMessages(await findChannel(client, channelId), member);
}

/** Whether everyone who can read a post may still read its sources, because a review can restore claims; a sentence if not. */
export async function checkPosts(
  { interaction: { client }, privacy, t }: RequestContext,
  stored: StoredSummary,
): Promise<string | null> {
  // Only the digest's creator reads a direct message, and their access is checked at each press.
  for (const post of [stored.answeredAs, stored.sharedAs]) {
    const here = post === undefined ? null : await findChannel(client, post.channelId);
    const denial = here && (await checkStoredAccess(stored, client, null, { privacy, postedIn: here }));
    if (denial) return toDenialWords(denial, t);
  }
  return null;
}

/** The messages of a summary as they are now; null if they cannot be read. */
export async function readCited(
  context: RequestContext,
  stored: StoredSummary,
): Promise<Conversation | null> {
  const { client, signal, privacy, cache, maxMessages = maxMessagesSetting.max } = context;
  const attachments = await toAttachmentLimits(context, stored.guildId);
  return readAgain(stored, client, maxMessages, { signal, privacy, cache, attachments });
}

/** The person as a decider at this time, with their name in the server. */
export function toDecider({ interaction, now }: Pick<RequestContext, 'interaction' | 'now'>): Decider {
  const { user, member } = interaction;
  const nick = member instanceof GuildMember ? member.nickname : member?.nick;
  const by: Decider['by'] = { id: user.id, name: nick || user.displayName };
  return { by, at: now() };
}

export async function showReview(
  { interaction, t }: RequestContext,
  stored: StoredSummary,
  { note = '', ...opened }: { readonly itemId?: string; readonly note?: string; readonly finished?: string },
): Promise<void> {
  const publishes = isAwaitingReview(stored) && stored.answeredAs !== undefined;
  const page = toReviewPage(stored.summary, { ...opened, t, isAwaitingReview: publishes });
  await edit(interaction, { ...page, content: note });
}

/** Whether a person may manage messages in a channel, freshly fetched from Discord. */
export async function mayManageMessages(
  client: Client,
  channelId: string,
  personId: string,
): Promise<boolean> {
  const channel = await findChannel(client, channelId);
  const member =
    channel && (await orUnavailable(channel.guild.members.fetch({ user: personId, force: true })));
  return member !== null && typeof member !== 'string' && canManageMessages(channel, member);
}

function canManageMessages(channel: GuildTextBasedChannel | null, member: GuildMember): boolean {
  const permissions = channel && toPermissionChannel(channel)?.permissionsFor(member);
  return permissions?.has(PermissionFlagsBits.ManageMessages) === true;
}
