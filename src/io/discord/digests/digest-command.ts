import {
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  type Guild,
  type GuildMember,
  GuildMember as Member,
  PermissionFlagsBits,
} from 'discord.js';
import { type Digest, isForumNote } from '../../../core/digests/digest.ts';
import { toNextRun } from '../../../core/digests/run.ts';
import type { DigestAction } from '../../../render/custom-id.ts';
import { truncate } from '../../../render/cut.ts';
import { type DigestShown, toPlaceName, toScheduleWords } from '../../../render/embed/digest-text.ts';
import { toTextBody } from '../../../render/embed/message-body.ts';
import { toTexts } from '../../../render/texts.ts';
import type { DigestAsk, RequestContext, Suggestion } from '../interaction/context.ts';
import { defer, deferUpdate, edit, replyPrivately } from '../interaction/reply.ts';
import { toRefusedRun } from '../usage.ts';
import { pressCards, setUpCard, stopCard } from './card.ts';
import { findDestination } from './digest-places.ts';
import { openDraft, pressDraft } from './draft.ts';
import { renderDigest, renderList } from './message.ts';
import {
  type Asker,
  canManageDigest,
  canSeeDigest,
  type DigestContext,
  type DigestPress,
  fetchAsker,
  fetchPlaces,
  toNotManager,
} from './preview.ts';

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
  if (ask.kind === 'me') return setUpCard(context, asker, ask.when);
  if (ask.digestId === null) return openDraft(context, ask.given, asker, null);
  const digest = await digests.get(asker.guild.id, ask.digestId);
  if (digest === null || !canSeeDigest(asker, digest))
    return replyPrivately(interaction, t('bot.digest.command.unknown'));
  await openDraft(context, ask.given, asker, digest);
}

export async function answerDigestPress(
  given: RequestContext<DigestPress>,
  action: DigestAction,
): Promise<void> {
  const { interaction, client, t, digests } = given;
  // The last week is shown beside the choices.
  const isBeside = action.kind === 'draft' && action.step === 'week';
  await (isBeside ? defer(given) : deferUpdate(interaction));
  if (digests === null) return replyPrivately(interaction, t('bot.digest.command.unavailable'));
  const context = { ...given, digests };
  if (action.kind === 'draft') return pressDraft(context, action);
  if (action.kind === 'cards') return pressCards(context, action.step);
  if (action.kind === 'stop') return stopCard(context, action.digestId);
  const asker = await fetchAsker(client, interaction.guildId ?? '', interaction.user.id);
  if (asker === null) return replyPrivately(interaction, t('bot.denied.not_a_member', { place: '' }));
  if (action.kind === 'digest') return manageDigest(context, action.digestId, action.step, asker);
  const [digestId = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
  await manageDigest(context, digestId, 'show', asker);
}

type DigestStep = 'show' | Extract<DigestAction, { readonly kind: 'digest' }>['step'];

async function listDigests(context: DigestContext, asker: Asker): Promise<void> {
  const { interaction, locale, t, digests } = context;
  const visible = (await digests.list(asker.guild.id)).filter(digest => canSeeDigest(asker, digest));
  if (visible.length === 0)
    return replyPrivately(
      interaction,
      asker.isManager ? t('bot.digest.command.none') : t('bot.digest.command.noneOwn'),
    );
  const shown = await Promise.all(visible.map(digest => fetchShown(digest, asker, context)));
  const labels = toLabels(visible, { ...asker, locale });
  await edit(interaction, renderList(shown, labels, { t, locale }));
}

/** Runs an action on a digest that the asker can see, then shows the digest; otherwise says why not. */
async function manageDigest(
  context: DigestContext,
  digestId: string,
  step: DigestStep,
  asker: Asker,
): Promise<void> {
  const { interaction, locale, t, digests, runs, settings } = context;
  const digest = await digests.get(asker.guild.id, digestId);
  if (digest === null || !canSeeDigest(asker, digest))
    return replyPrivately(interaction, t('bot.digest.command.unknown'));
  const canManage = await canManageDigest(asker, digest);
  const show = async (current: Digest | null, content = '', isDeleting = false) => {
    if (current === null) return replyPrivately(interaction, t('bot.digest.command.unknown'));
    const shown = await fetchShown(current, asker, context);
    await edit(interaction, renderDigest(shown, content, { t, locale }, { canManage, isDeleting }));
  };
  // Creators may view and delete their own digest even if they may no longer manage it.
  if (step === 'show' || step === 'refresh') return show(digest);
  if (step === 'delete') return show(digest, t('bot.digest.command.confirmDelete'), true);
  if (step === 'confirm') {
    await digests.remove(digest.guildId, digest.id);
    return void (await edit(interaction, toTextBody(t('bot.digest.command.deleted'))));
  }
  if (!canManage) return replyPrivately(interaction, toNotManager(digest, t));
  if (step === 'pause') return show(await digests.pause(digest.guildId, digest.id));
  // What already runs does not run twice.
  if (!digest.paused && digest.run) return show(digest);
  if (step === 'resume') return show(await digests.resume(digest.guildId, digest.id));
  const { dailyRuns } = await settings.of(digest.guildId);
  const begun = await runs.begin(interaction.user.id, dailyRuns);
  if (!begun.ok) return show(digest, toRefusedRun(begun, t));
  let started: Digest | null = null;
  try {
    started = await digests.runNow(digest.guildId, digest.id);
  } finally {
    await begun.end({ counted: started !== null });
  }
  return show(
    started,
    t('bot.digest.command.runs', {
      wasPaused: digest.paused ? 'yes' : 'no',
      place: toPlaceName(digest, t),
    }),
  );
}

/** The digests that the person can see and whose label contains the typed text, at most 25; none if digests are switched off. */
export async function suggestDigestNames({
  interaction,
  digests,
}: RequestContext<AutocompleteInteraction>): Promise<readonly Suggestion[]> {
  const { guild, member, memberPermissions, locale } = interaction;
  if (digests === null || guild === null || !(member instanceof Member)) return [];
  const isManager = memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true;
  const typed = interaction.options.getFocused().trim().toLowerCase();
  const visible = (await digests.list(guild.id)).filter(digest =>
    canSeeDigest({ member, isManager }, digest),
  );
  return [...toLabels(visible, { guild, member, locale })]
    .map(([value, name]) => ({ name, value }))
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .slice(0, 25);
}

async function fetchShown(
  digest: Digest,
  asker: Asker,
  { digests, privacy, now }: DigestContext,
): Promise<DigestShown> {
  const found = await findDestination(digest, asker.snapshot);
  const { places } = await fetchPlaces(digest, found, asker, privacy);
  const posts = isForumNote(digest) ? await digests.findPosts(digest) : [];
  return {
    digest,
    // One of a deleted post is no problem.
    pausedPosts: posts.filter(({ paused }) => paused && paused.reason !== 'destination_gone').length,
    nextRun: toNextRun(digest, now()),
    ...places,
  };
}

const longestLabel = 100;

type Viewer = { readonly guild: Guild; readonly member: GuildMember; readonly locale: string };

/** Labels of digests, by id: "1. #planning · every Monday at 09:00 (Europe/Berlin)". Channels hidden from the viewer are not named. */
function toLabels(digests: readonly Digest[], viewer: Viewer): ReadonlyMap<string, string> {
  const { locale } = viewer;
  const labels = digests.map(({ id, destination, schedule }, index) => {
    const name = destination.kind === 'dm' ? null : findName(destination.channelId, viewer);
    const place = name === null ? '' : `#${name} · `;
    const label = `${index + 1}. ${place}${toScheduleWords(schedule, locale, toTexts(locale))}`;
    return [id, truncate(label, longestLabel)] as const;
  });
  return new Map(labels);
}

/** From the cache, because autocomplete must answer at once. Null for a private thread, or if the viewer cannot see it. */
function findName(channelId: string, { guild, member }: Viewer): string | null {
  const channel = guild.channels.cache.get(channelId);
  if (channel?.type === ChannelType.PrivateThread) return null;
  return channel?.permissionsFor(member).has(PermissionFlagsBits.ViewChannel) ? channel.name : null;
}
