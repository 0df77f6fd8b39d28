import type { StoredSummary } from '../../../../app/ports.ts';
import { isAwaitingReview } from '../../../../core/claims/review.ts';
import { needsReview } from '../../../../core/settings.ts';
import { checkPostPermission } from '../../access/audience.ts';
import { takeSnapshot, toDenialWords } from '../../access/check-access.ts';
import { findChannel } from '../../access/places.ts';
import { checkStoredAccess, checkStoredAudience } from '../../access/stored-sources.ts';
import { fetchRecord } from '../../history/message.ts';
import type { Action, PressContext } from '../../interaction/context.ts';
import { replyPrivately } from '../../interaction/reply.ts';
import { postOnce, toSummaryMessage } from '../summary-message.ts';

/** Posts a private summary in the channel of its request, if everyone who can read it may read the sources. */
export const shareAction: Action<'share'> = {
  onlyRequester: true,
  run: async (context, { stored }) => {
    const { interaction, t, summarySync } = context;
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    if (!(await isShared(context, stored)) && (await mustWait(context, stored))) {
      // From now on it has the Review button, even if the setting was off when it was written.
      await summarySync.revise(named, current =>
        current.needsReview ? null : { ...current, needsReview: true },
      );
      return replyPrivately(interaction, t('bot.review.first'));
    }
    // The second of two quick presses waits for the first, and then finds it shared.
    const sentence = await summarySync.withCurrent(named, current => share(context, current));
    await replyPrivately(interaction, sentence);
  },
};

/** Whether a required review is missing; checked statements need none. */
async function mustWait({ settings }: PressContext, stored: StoredSummary): Promise<boolean> {
  if (stored.summary.checked !== undefined || stored.summary.reviewed !== undefined) return false;
  return isAwaitingReview(stored) || needsReview(await settings.of(stored.guildId));
}

async function share(context: PressContext, stored: StoredSummary | null): Promise<string> {
  const { interaction, t, privacy, summaries, log } = context;
  if (stored === null) return t('bot.expired');
  if (stored.sharedAs !== undefined && (await isShared(context, stored))) {
    return t('bot.alreadyShared', { link: toLink(stored.guildId, stored.sharedAs) });
  }
  const into =
    interaction.channelId === null ? null : await findChannel(interaction.client, interaction.channelId);
  if (into === null) return t('bot.denied.gone', { place: '' });
  const { client, user } = interaction;
  const snapshot = await takeSnapshot(client, into.guildId, { personId: user.id });
  const { bot } = snapshot;
  const denial =
    (await checkStoredAccess(stored, client, user.id, { privacy, shownIn: into, snapshot })) ??
    (await checkStoredAudience(stored, client, into, snapshot)) ??
    (typeof bot === 'string' ? { reason: 'gone', channelId: into.id } : checkPostPermission(into, bot));
  if (denial !== null) return toDenialWords(denial, t);
  const content = t('bot.sharedBy', { person: user.toString() });
  const body = toSummaryMessage(stored, { page: 1, isPrivate: false, t, content });
  // A new key if the former post was deleted, so that it can be posted again.
  const message = await postOnce(
    into,
    body,
    `${stored.summary.id}:share:${stored.sharedAs?.messageId ?? ''}`,
  );
  const sharedAs = { channelId: into.id, messageId: message.id };
  await summaries.rewrite({ ...stored, sharedAs });
  log.info({ summary: stored.summary.id, channel: into.id }, 'summary-shared');
  return t('bot.shared', { link: toLink(stored.guildId, sharedAs) });
}

/** Whether its post still exists; if a moderator deleted it, it may be shared again. */
async function isShared(
  { interaction, signal }: PressContext,
  { sharedAs }: StoredSummary,
): Promise<boolean> {
  if (sharedAs === undefined) return false;
  const channel = await findChannel(interaction.client, sharedAs.channelId);
  if (channel === null) return false;
  return (await fetchRecord(channel, sharedAs.messageId, signal)) !== null;
}

function toLink(
  guildId: string | null,
  { channelId, messageId }: { channelId: string; messageId: string },
): string {
  return `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;
}
