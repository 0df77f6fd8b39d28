import type { Client } from 'discord.js';
import type { KeptSummary } from '../../../app/ports.ts';
import { checkAccess } from '../access.ts';
import { say } from '../answer.ts';
import { checkAudience } from '../audience.ts';
import { stillStands } from '../cited.ts';
import { findChannel } from '../places.ts';
import { checkPostable } from '../postable.ts';
import { postOnce } from '../posting.ts';
import { fetchRecord } from '../records.ts';
import { toSummaryMessage } from '../summary-message.ts';
import type { Action, Pressed } from './action.ts';

/** Posts a private summary where it was asked for, once everybody who reads there may read what it rests on. */
export const shareAction: Action<'share'> = {
  name: 'share',
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async pressed => {
    const { interaction } = pressed;
    const summaryId = pressed.kept.summary.id;
    // The second of two quick presses waits for the first, and finds it shared.
    const before = sharing.get(summaryId) ?? Promise.resolve();
    const sentence = before.then(() => share(pressed));
    const over = sentence.then(
      () => undefined,
      () => undefined,
    );
    sharing.set(summaryId, over);
    try {
      await say(interaction, await sentence);
    } finally {
      if (sharing.get(summaryId) === over) sharing.delete(summaryId);
    }
  },
};

const sharing = new Map<string, Promise<void>>();

async function share({ interaction, kept: pressedOn, words, parts }: Pressed<'share'>): Promise<string> {
  // Read again: another press may have shared or deleted it meanwhile.
  const kept = await parts.summaries.get(pressedOn.guildId, pressedOn.summary.id);
  if (kept === null) return words.expired;
  if (kept.sharedAs !== undefined && (await stands(interaction.client, kept.sharedAs))) {
    return words.alreadyShared(toLink(kept.guildId, kept.sharedAs));
  }
  const into =
    interaction.channelId === null ? null : await findChannel(interaction.client, interaction.channelId);
  const source = await findChannel(interaction.client, kept.channelId);
  if (into === null || source === null) return words.denied('gone', '');
  const bot = await into.guild.members.fetchMe();
  const denial =
    (await checkAccess(source, interaction.user.id, { shownIn: into })) ??
    (await checkAudience(source, into)) ??
    checkPostable(into, bot);
  if (denial !== null) return words.denied(denial.reason, `<#${denial.channelId}>`);
  if (!(await stillStands(kept, source, new AbortController().signal))) return words.changed;
  const content = words.sharedBy(interaction.user.toString());
  const body = toSummaryMessage(kept, { page: 1, isPrivate: false, words, content });
  // Another key once it was taken away: it is to be posted again.
  const message = await postOnce(into, body, `${kept.summary.id}:share:${kept.sharedAs?.messageId ?? ''}`);
  const sharedAs = { channelId: into.id, messageId: message.id };
  await parts.summaries.put({ ...kept, sharedAs });
  parts.log.info({ summary: kept.summary.id, channel: into.id }, 'summary-shared');
  return words.shared(toLink(kept.guildId, sharedAs));
}

/** Whether the post is still there; one that a moderator took away may be shared again. */
async function stands(
  client: Client,
  { channelId, messageId }: NonNullable<KeptSummary['sharedAs']>,
): Promise<boolean> {
  const channel = await findChannel(client, channelId);
  return channel !== null && (await fetchRecord(channel, messageId, new AbortController().signal)) !== null;
}

function toLink(
  guildId: string | null,
  { channelId, messageId }: { channelId: string; messageId: string },
): string {
  return `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;
}
