import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { DigestAction } from '../../../../render/embed/digest-id.ts';
import type { DigestAsk, Suggestion } from '../../command.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { defer, deferUpdate, replyPrivately } from '../../interaction/reply.ts';
import type { DigestPress } from './digest-context.ts';
import { pressDraft, previewEdited, previewNew } from './draft.ts';
import { listDigests, manageDigest, suggestDigests } from './manage.ts';
import { canManageDigest, canSeeDigest, fetchAsker, toNotManager } from './member-access.ts';

/** Answers `/digest`, only to the person who asked. */
export async function answerDigest(
  given: RequestContext<ChatInputCommandInteraction>,
  ask: DigestAsk,
): Promise<void> {
  const { interaction, client, t, digests } = given;
  await defer(given);
  if (digests === null) return replyPrivately(interaction, t('bot.digest.command.unavailable'));
  const context = { ...given, digests };
  const asker = await fetchAsker(client, interaction.guildId ?? '', interaction.user.id);
  if (asker === null) return replyPrivately(interaction, t('bot.denied.not_a_member', { place: '' }));
  if (ask.kind === 'list') return listDigests(context, asker);
  if (ask.kind === 'create') return previewNew(context, ask.given, asker);
  if (ask.kind !== 'edit') return manageDigest(context, ask.digestId, ask.kind, asker);
  const digest = await digests.get(asker.guild.id, ask.digestId);
  if (digest === null || !canSeeDigest(asker, digest))
    return replyPrivately(interaction, t('bot.digest.command.unknown'));
  if (!(await canManageDigest(asker, digest))) return replyPrivately(interaction, toNotManager(digest, t));
  await previewEdited(context, ask.given, digest, asker);
}

/** Answers a press on a preview, a list or a digest by any person. */
export async function answerDigestPress(
  given: RequestContext<DigestPress>,
  action: DigestAction,
): Promise<void> {
  const { interaction, client, t, digests } = given;
  await deferUpdate(interaction);
  if (digests === null) return replyPrivately(interaction, t('bot.digest.command.unavailable'));
  const context = { ...given, digests };
  if (action.kind === 'draft') return pressDraft(context, action);
  const asker = await fetchAsker(client, interaction.guildId ?? '', interaction.user.id);
  if (asker === null) return replyPrivately(interaction, t('bot.denied.not_a_member', { place: '' }));
  if (action.kind === 'digest') return manageDigest(context, action.digestId, action.step, asker);
  const [digestId = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
  await manageDigest(context, digestId, 'show', asker);
}

/** Suggestions of digests; none if digests are switched off. */
export async function suggestDigestNames({
  interaction,
  digests,
}: RequestContext<AutocompleteInteraction>): Promise<readonly Suggestion[]> {
  return digests === null ? [] : suggestDigests(interaction, digests);
}
