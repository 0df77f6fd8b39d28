import { isDeepStrictEqual } from 'node:util';
import type {
  ButtonInteraction,
  ChannelSelectMenuInteraction,
  ChatInputCommandInteraction,
  StringSelectMenuInteraction,
} from 'discord.js';
import type { Digests } from '../../../../app/digests/digests.ts';
import type { PrivacyStore, ZoneStore } from '../../../../app/ports.ts';
import type { Settings } from '../../../../app/settings.ts';
import {
  choose,
  type GivenDigest,
  toDigestChoice,
  toInitialChoice,
} from '../../../../core/digests/choice.ts';
import type { Digest } from '../../../../core/digests/digest.ts';
import { nextRuns } from '../../../../core/schedule.ts';
import type { DigestAction } from '../../../../render/digests/digest-id.ts';
import { toTime } from '../../../../render/digests/digest-text.ts';
import { toBotWords } from '../../../../render/words/bot/index.ts';
import type { BotWords } from '../../../../render/words/bot/words.ts';
import { toInline } from '../../interaction/inline.ts';
import { edit, say } from '../../interaction/reply.ts';
import type { Draft, Drafts } from './drafts.ts';
import { type Asker, canManageDigest, canSeeDigest, fetchAsker, toNotManager } from './member-access.ts';
import { toPreviewMessage } from './message.ts';
import { fetchPreview, type Previewed } from './preview.ts';

export type DigestPress = ButtonInteraction | StringSelectMenuInteraction | ChannelSelectMenuInteraction;

export type DraftingParts = {
  readonly digests: Digests;
  readonly drafts: Drafts;
  readonly settings: Settings;
  readonly zones: ZoneStore;
  readonly privacy: PrivacyStore;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

/** Answers `/digest create` with a preview. */
export async function previewNew(
  interaction: ChatInputCommandInteraction,
  given: GivenDigest,
  asker: Asker,
  parts: DraftingParts,
): Promise<void> {
  const base = toInitialChoice(interaction.channelId);
  await openDraft(interaction, given, base, asker, null, parts);
}

/** Answers `/digest edit` with a preview, for somebody who may manage the digest. */
export async function previewEdited(
  interaction: ChatInputCommandInteraction,
  given: GivenDigest,
  digest: Digest,
  asker: Asker,
  parts: DraftingParts,
): Promise<void> {
  await openDraft(interaction, given, toDigestChoice(digest), asker, digest, parts);
}

async function openDraft(
  interaction: ChatInputCommandInteraction,
  given: GivenDigest,
  base: Parameters<typeof choose>[0],
  asker: Asker,
  digest: Digest | null,
  parts: DraftingParts,
): Promise<void> {
  const { drafts, settings, zones, newId } = parts;
  const words = toBotWords(interaction.locale);
  const { guild, member } = asker;
  if (given.directMessage && digest && digest.creatorId !== member.id)
    return say(interaction, words.digest.command.onlyCreator(`<@${digest.creatorId}>`));
  const zone = (await zones.get(guild.id)) ?? (await zones.get(member.id)) ?? 'UTC';
  const chosen = choose(base, given, zone, interaction.locale);
  if (!chosen.ok) {
    const typed = chosen.reason === 'unknown_zone' ? given.zone : given.when;
    return say(interaction, words.digest.command.refusals[chosen.reason](toInline(typed ?? '')));
  }
  // A server that reviews public summaries has its digests reviewed too, except those that one person reads.
  const { review } = await settings.of(guild.id);
  const isReviewed = chosen.choice.review || review === 'before-sharing';
  const choice = { ...chosen.choice, review: isReviewed && chosen.choice.destination.kind !== 'dm' };
  const previewed = await fetchPreview(choice, digest?.creatorId ?? member.id, asker, parts, words);
  if (typeof previewed === 'string') return say(interaction, previewed);
  const draft = drafts.add({
    id: newId(),
    guildId: guild.id,
    authorId: member.id,
    edited: digest && { digestId: digest.id, before: toDigestChoice(digest) },
    hasChannelSelect: given.sources === undefined,
    choice,
  });
  await edit(interaction, toPreviewMessage(draft, previewed, { words, locale: interaction.locale }));
}

type DraftStep = Extract<DigestAction, { readonly kind: 'draft' }>['step'];

/** Answers a press on a preview, after its acknowledgement. Permissions are checked anew. */
export async function pressDraft(
  interaction: DigestPress,
  { draftId, step }: { readonly draftId: string; readonly step: DraftStep },
  parts: DraftingParts,
): Promise<void> {
  const { command } = toBotWords(interaction.locale).digest;
  const draft = parts.drafts.get(draftId);
  if (draft === null || draft.guildId !== interaction.guildId) return say(interaction, command.expired);
  if (draft.authorId !== interaction.user.id) return say(interaction, command.notYours);
  if (step === 'save') return save(interaction, draft, parts);
  if (draft.saving && (await draft.saving)) return sayAlreadySaved(interaction, draft);
  if (step === 'channels' || step === 'tag') return changeDraft(interaction, draft, parts);
  parts.drafts.remove(draftId);
  await edit(interaction, { content: command.cancelled, embeds: [], components: [] });
}

/** Applies a choice from a select: channels, or the tag of a forum. */
async function changeDraft(interaction: DigestPress, draft: Draft, parts: DraftingParts): Promise<void> {
  const { choice } = draft;
  const { destination } = choice;
  if (interaction.isChannelSelectMenu())
    draft.choice = { ...choice, sources: { kind: 'channels', channelIds: [...interaction.values] } };
  const [tagId] = interaction.isStringSelectMenu() ? interaction.values : [];
  if (tagId !== undefined && destination.kind === 'forum')
    draft.choice = { ...choice, destination: { ...destination, tagId } };
  draft.revision += 1;
  const { revision } = draft;
  const context = { words: toBotWords(interaction.locale), locale: interaction.locale };
  const looked = await look(interaction, draft, parts);
  if (typeof looked === 'string') return say(interaction, looked);
  if (draft.revision === revision && !draft.saving)
    await edit(interaction, toPreviewMessage(draft, looked.previewed, context));
}

/** Two presses save once: the second one waits for the first. */
async function save(interaction: DigestPress, draft: Draft, parts: DraftingParts): Promise<void> {
  while (draft.saving) if (await draft.saving) return sayAlreadySaved(interaction, draft);
  const saving = saveOnce(interaction, draft, parts);
  draft.saving = saving.then(
    outcome => typeof outcome !== 'string' && outcome.digest !== null,
    () => false,
  );
  if (!(await draft.saving)) draft.saving = null;
  const outcome = await saving;
  if (typeof outcome === 'string') return say(interaction, outcome);
  const { digest, previewed } = outcome;
  const words = toBotWords(interaction.locale);
  const said = digest ? toSaved(digest, draft, parts.now(), words) : undefined;
  await edit(interaction, toPreviewMessage(draft, previewed, { words, locale: interaction.locale }, said));
}

type Outcome = {
  readonly previewed: Previewed;
  /** Null if nothing was saved because there is nothing to read. */
  readonly digest: Digest | null;
};

/** A sentence if the draft may not be saved. */
async function saveOnce(
  interaction: DigestPress,
  draft: Draft,
  parts: DraftingParts,
): Promise<Outcome | string> {
  const { digests } = parts;
  const { command } = toBotWords(interaction.locale).digest;
  const looked = await look(interaction, draft, parts);
  if (typeof looked === 'string') return looked;
  const { previewed, creatorId } = looked;
  if (previewed.problem !== null) return { previewed, digest: null };
  const { guildId, edited } = draft;
  const { choice } = previewed.preview;
  const digest = edited
    ? await digests.edit(guildId, edited.digestId, choice)
    : await digests.create({ ...choice, guildId, creatorId, locale: interaction.locale });
  return digest ? { previewed, digest } : edited ? command.unknown : command.full;
}

function toSaved(digest: Digest, draft: Draft, now: string, { digest: { command } }: BotWords): string {
  const [next] = nextRuns(digest.schedule, now, 1);
  const time = next === undefined ? '' : toTime(next, 'F');
  if (draft.edited === null) return command.created(time);
  return digest.paused ? command.savedPaused : command.saved(time);
}

function sayAlreadySaved(interaction: DigestPress, { edited }: Draft): Promise<void> {
  const { command } = toBotWords(interaction.locale).digest;
  return say(interaction, edited ? command.alreadySaved : command.alreadyCreated);
}

type Looked = { readonly previewed: Previewed; readonly creatorId: string };

/** What the draft would do now; a sentence if its author may no longer save it. */
async function look(interaction: DigestPress, draft: Draft, parts: DraftingParts): Promise<Looked | string> {
  const words = toBotWords(interaction.locale);
  const { command } = words.digest;
  const asker = await fetchAsker(interaction.client, draft.guildId, draft.authorId);
  if (asker === null) return words.denied('not_a_member', '');
  let creatorId = draft.authorId;
  if (draft.edited) {
    const { digestId, before } = draft.edited;
    const digest = await parts.digests.get(draft.guildId, digestId);
    if (digest === null || !canSeeDigest(asker, digest)) return command.unknown;
    if (!(await canManageDigest(asker, digest))) return toNotManager(digest, words);
    if (!isDeepStrictEqual(toDigestChoice(digest), before)) return command.changedMeanwhile;
    creatorId = digest.creatorId;
  }
  const previewed = await fetchPreview(draft.choice, creatorId, asker, parts, words);
  return typeof previewed === 'string' ? previewed : { previewed, creatorId };
}
