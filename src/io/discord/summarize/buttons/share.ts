import type { StoredSummary } from '../../../../app/ports.ts';
import { findChannel } from '../../access/places.ts';
import { checkPostable } from '../../access/postable.ts';
import { checkKeptAccess, checkKeptAudience } from '../../access/stored-sources.ts';
import { fetchRecord } from '../../history/pages.ts';
import type { Action, Pressed } from '../../interaction/action.ts';
import { say } from '../../interaction/reply.ts';
import { isHeld, needsReview } from '../../review/needs-review.ts';
import { postOnce } from '../send-message.ts';
import { toSummaryMessage } from '../summary-message.ts';

/** Posts a private summary where it was asked for, once everybody who reads there may read what it rests on. */
export const shareAction: Action<'share'> = {
  name: 'share',
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async pressed => {
    const { interaction, kept, parts } = pressed;
    const named = { guildId: kept.guildId, summaryId: kept.summary.id };
    if (!(await isShared(pressed)) && (await mustWait(pressed))) {
      // From now on it has the button that leads to its review, whatever it was asked under.
      await parts.amending.revise(named, current =>
        current.needsReview ? null : { ...current, needsReview: true },
      );
      return say(interaction, pressed.words.review.first);
    }
    // The second of two quick presses waits for the first, and finds it shared.
    const sentence = await parts.amending.withCurrent(named, current => share(pressed, current));
    await say(interaction, sentence);
  },
};

/** Whether it is to be looked through before it is shared, and was not; what was checked for one is no summary. */
async function mustWait({ kept, parts }: Pressed<'share'>): Promise<boolean> {
  if (kept.summary.checked !== undefined || kept.summary.reviewed !== undefined) return false;
  return isHeld(kept) || needsReview(await parts.settings.of(kept.guildId));
}

async function share(
  { interaction, words, parts }: Pressed<'share'>,
  kept: StoredSummary | null,
): Promise<string> {
  if (kept === null) return words.expired;
  if (kept.sharedAs !== undefined && (await isShared({ interaction, kept }))) {
    return words.alreadyShared(toLink(kept.guildId, kept.sharedAs));
  }
  const into =
    interaction.channelId === null ? null : await findChannel(interaction.client, interaction.channelId);
  if (into === null) return words.denied('gone', '');
  const bot = await into.guild.members.fetchMe();
  const denial =
    (await checkKeptAccess(kept, into.client, interaction.user.id, {
      privacy: parts.privacy,
      shownIn: into,
    })) ??
    (await checkKeptAudience(kept, into.client, into)) ??
    checkPostable(into, bot);
  if (denial !== null) return words.denied(denial.reason, `<#${denial.channelId}>`);
  const content = words.sharedBy(interaction.user.toString());
  const body = toSummaryMessage(kept, { page: 1, isPrivate: false, words, content });
  // Another key once it was taken away: it is to be posted again.
  const message = await postOnce(into, body, `${kept.summary.id}:share:${kept.sharedAs?.messageId ?? ''}`);
  const sharedAs = { channelId: into.id, messageId: message.id };
  await parts.summaries.put({ ...kept, sharedAs });
  parts.log.info({ summary: kept.summary.id, channel: into.id }, 'summary-shared');
  return words.shared(toLink(kept.guildId, sharedAs));
}

/** Whether a post of it is still there; one that a moderator took away may be shared again. */
async function isShared({
  interaction,
  kept: { sharedAs },
}: Pick<Pressed<'share'>, 'interaction' | 'kept'>): Promise<boolean> {
  if (sharedAs === undefined) return false;
  const channel = await findChannel(interaction.client, sharedAs.channelId);
  if (channel === null) return false;
  return (await fetchRecord(channel, sharedAs.messageId, new AbortController().signal)) !== null;
}

function toLink(
  guildId: string | null,
  { channelId, messageId }: { channelId: string; messageId: string },
): string {
  return `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;
}
