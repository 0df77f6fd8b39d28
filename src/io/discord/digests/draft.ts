import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import {
  applyDigestInput,
  type DigestInput,
  toDigestChoice,
  toInitialChoice,
} from '../../../core/digests/choice.ts';
import type { Digest, Webhook, WebhookRefusal } from '../../../core/digests/digest.ts';
import { nextRuns } from '../../../core/schedule.ts';
import type { DigestAction } from '../../../render/embed/digest-id.ts';
import { toWebhookHost } from '../../../render/embed/digest-text.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import type { Texts } from '../../../render/texts.ts';
import { toInline } from '../interaction/message-body.ts';
import { edit, replyPrivately } from '../interaction/reply.ts';
import type { Draft } from './drafts.ts';
import { renderPreview } from './message.ts';
import {
  type Asker,
  canManageDigest,
  canSeeDigest,
  type DigestContext,
  type DigestPress,
  fetchAsker,
  fetchPreview,
  type PreviewResult,
  toNotManager,
} from './preview.ts';

type DraftPress = DigestContext<DigestPress>;

/** Answers `/digest create` with a preview. */
export async function previewNew(
  context: DigestContext<ChatInputCommandInteraction>,
  given: DigestInput,
  asker: Asker,
): Promise<void> {
  const base = toInitialChoice(context.interaction.channelId);
  await openDraft(context, given, base, asker, null);
}

/** Answers `/digest edit` with a preview; the asker may manage the digest. */
export async function previewEdited(
  context: DigestContext,
  given: DigestInput,
  digest: Digest,
  asker: Asker,
): Promise<void> {
  await openDraft(context, given, toDigestChoice(digest), asker, digest);
}

async function openDraft(
  context: DigestContext,
  given: DigestInput,
  base: Parameters<typeof applyDigestInput>[0],
  asker: Asker,
  digest: Digest | null,
): Promise<void> {
  const { interaction, locale, t, drafts, settings, zones, newId } = context;
  const { guild, member } = asker;
  if (given.directMessage && digest && digest.creatorId !== member.id)
    return replyPrivately(
      interaction,
      t('bot.digest.command.onlyCreator', { creator: `<@${digest.creatorId}>` }),
    );
  const zone = (await zones.get(guild.id)) ?? (await zones.get(member.id)) ?? 'UTC';
  const chosen = applyDigestInput(base, given, zone, locale);
  if (!chosen.ok) {
    const typed = chosen.reason === 'unknown_zone' ? given.zone : given.when;
    return replyPrivately(
      interaction,
      t(`bot.digest.command.refusals.${chosen.reason}`, { given: toInline(typed ?? '') }),
    );
  }
  // A server that reviews public summaries has its digests reviewed too, except those sent by direct message.
  const { review } = await settings.of(guild.id);
  const isReviewed = chosen.choice.review || review === 'before-sharing';
  const webhook = chooseWebhook(context, given, asker, digest);
  if (typeof webhook === 'string')
    return replyPrivately(
      interaction,
      t(`bot.digest.command.webhookRefusals.${webhook}`, { creator: `<@${digest?.creatorId}>` }),
    );
  const { webhook: _, ...unsent } = chosen.choice;
  const choice = {
    ...unsent,
    ...(webhook && { webhook }),
    review: isReviewed && unsent.destination.kind !== 'dm',
  };
  const previewed = await fetchPreview(context, choice, digest?.creatorId ?? member.id, asker);
  if (typeof previewed === 'string') return replyPrivately(interaction, previewed);
  const draft = drafts.add({
    id: newId(),
    guildId: guild.id,
    authorId: member.id,
    edited: digest && { digestId: digest.id, before: toDigestChoice(digest) },
    hasChannelSelect: given.sources === undefined,
    choice,
  });
  await edit(interaction, renderPreview(draft, previewed, { t, locale }));
}

/** The webhook of the digest after this request, with a new secret if an address was given; or why it cannot be set. */
function chooseWebhook(
  { webhooks }: DigestContext,
  { webhookUrl: url }: DigestInput,
  { isManager, member }: Asker,
  digest: Digest | null,
): Webhook | WebhookRefusal | undefined {
  if (url === undefined) return digest?.webhook;
  if (digest !== null && digest.creatorId !== member.id) return 'not_creator';
  if (url === null) return undefined;
  if (webhooks === undefined) return 'off';
  if (!isManager) return 'not_manager';
  return webhooks.allows(url) ? { url, secret: webhooks.newSecret() } : 'bad_url';
}

type DraftStep = Extract<DigestAction, { readonly kind: 'draft' }>['step'];

/** Answers a press on a preview, after its acknowledgement. Permissions are checked again. */
export async function pressDraft(
  context: DraftPress,
  { draftId, step }: { readonly draftId: string; readonly step: DraftStep },
): Promise<void> {
  const { interaction, t, drafts } = context;
  const draft = drafts.get(draftId);
  if (draft === null || draft.guildId !== interaction.guildId)
    return replyPrivately(interaction, t('bot.digest.command.expired'));
  if (draft.authorId !== interaction.user.id)
    return replyPrivately(interaction, t('bot.digest.command.notYours'));
  if (step === 'save') return save(context, draft);
  if (draft.saving && (await draft.saving)) return sayAlreadySaved(context, draft);
  if (step === 'channels' || step === 'tag') return changeDraft(context, draft);
  drafts.remove(draftId);
  await edit(interaction, { content: t('bot.digest.command.cancelled'), embeds: [], components: [] });
}

/** Applies a choice from a select: channels, or the tag of a forum. */
async function changeDraft(context: DraftPress, draft: Draft): Promise<void> {
  const { interaction } = context;
  const { choice } = draft;
  const { destination } = choice;
  if (interaction.isChannelSelectMenu())
    draft.choice = { ...choice, sources: { kind: 'channels', channelIds: [...interaction.values] } };
  const [tagId] = interaction.isStringSelectMenu() ? interaction.values : [];
  if (tagId !== undefined && destination.kind === 'forum')
    draft.choice = { ...choice, destination: { ...destination, tagId } };
  draft.revision += 1;
  const { revision } = draft;
  const current = await previewDraft(context, draft);
  if (typeof current === 'string') return replyPrivately(interaction, current);
  if (draft.revision === revision && !draft.saving)
    await edit(interaction, renderPreview(draft, current.previewed, context));
}

/** Two presses save once: the second one waits for the first. */
async function save(context: DraftPress, draft: Draft): Promise<void> {
  const { interaction, locale, t, now } = context;
  while (draft.saving) if (await draft.saving) return sayAlreadySaved(context, draft);
  const saving = saveOnce(context, draft);
  draft.saving = saving.then(
    outcome => typeof outcome !== 'string' && outcome.digest !== null,
    () => false,
  );
  if (!(await draft.saving)) draft.saving = null;
  const outcome = await saving;
  if (typeof outcome === 'string') return replyPrivately(interaction, outcome);
  const { digest, previewed } = outcome;
  const said = digest ? toSaved(digest, draft, now(), t) : undefined;
  await edit(interaction, renderPreview(draft, previewed, { t, locale }, said));
}

type Outcome = {
  readonly previewed: PreviewResult;
  /** Null if nothing was saved because there is nothing to read. */
  readonly digest: Digest | null;
};

/** A sentence if the draft may not be saved. */
async function saveOnce(context: DraftPress, draft: Draft): Promise<Outcome | string> {
  const { locale, t, digests } = context;
  const current = await previewDraft(context, draft);
  if (typeof current === 'string') return current;
  const { previewed, creatorId } = current;
  if (previewed.problem !== null) return { previewed, digest: null };
  const { guildId, edited } = draft;
  const { choice } = previewed.preview;
  const digest = edited
    ? await digests.edit(guildId, edited.digestId, choice)
    : await digests.create({ ...choice, guildId, creatorId, locale });
  return digest
    ? { previewed, digest }
    : edited
      ? t('bot.digest.command.unknown')
      : t('bot.digest.command.full');
}

function toSaved(digest: Digest, draft: Draft, now: string, t: Texts): string {
  const [next] = nextRuns(digest.schedule, now, 1);
  const time = next === undefined ? '' : toTimestamp(next, 'F');
  const saved = digest.paused
    ? t('bot.digest.command.savedPaused')
    : t('bot.digest.command.saved', { next: time });
  const said = draft.edited === null ? t('bot.digest.command.created', { next: time }) : saved;
  const { webhook } = digest;
  return webhook === undefined || webhook.secret === draft.edited?.before.webhook?.secret
    ? said
    : `${said}\n${t('bot.digest.command.webhookSecret', { host: toWebhookHost(webhook.url), secret: webhook.secret })}`;
}

function sayAlreadySaved({ interaction, t }: DraftPress, { edited }: Draft): Promise<void> {
  return replyPrivately(
    interaction,
    edited ? t('bot.digest.command.alreadySaved') : t('bot.digest.command.alreadyCreated'),
  );
}

type DraftPreview = { readonly previewed: PreviewResult; readonly creatorId: string };

/** The effect of the draft now; a sentence if its author may no longer save it. */
async function previewDraft(context: DraftPress, draft: Draft): Promise<DraftPreview | string> {
  const { client, t, digests } = context;
  const asker = await fetchAsker(client, draft.guildId, draft.authorId);
  if (asker === null) return t('bot.denied.not_a_member', { place: '' });
  let creatorId = draft.authorId;
  if (draft.edited) {
    const { digestId, before } = draft.edited;
    const digest = await digests.get(draft.guildId, digestId);
    if (digest === null || !canSeeDigest(asker, digest)) return t('bot.digest.command.unknown');
    if (!(await canManageDigest(asker, digest))) return toNotManager(digest, t);
    if (!isDeepStrictEqual(toDigestChoice(digest), before)) return t('bot.digest.command.changedMeanwhile');
    creatorId = digest.creatorId;
  }
  const previewed = await fetchPreview(context, draft.choice, creatorId, asker);
  return typeof previewed === 'string' ? previewed : { previewed, creatorId };
}
