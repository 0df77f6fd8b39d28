import { type AutocompleteInteraction, GuildMember as Member, PermissionFlagsBits } from 'discord.js';
import type { Digests } from '../../../../app/digests/digests.ts';
import type { PrivacyStore } from '../../../../app/ports.ts';
import type { Digest } from '../../../../core/digests/digest.ts';
import { toNextRun } from '../../../../core/digests/run.ts';
import { type DigestShown, toPlaceName } from '../../../../render/digests/digest-text.ts';
import type { AccessSnapshot } from '../../access/access-snapshot.ts';
import type { Suggestion } from '../../command.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';
import { toRefusedRun } from '../../usage/refused-run.ts';
import { findDestination } from '../destination.ts';
import { findSources, toSourcesDestination } from '../sources.ts';
import type { DigestContext } from './digest-context.ts';
import { toLabels } from './labels.ts';
import { type Asker, canManageDigest, canSeeDigest, toNotManager } from './member-access.ts';
import { toDeleteQuestion, toDigestMessage, toListMessage } from './message.ts';
import { fetchPlaces } from './preview.ts';

/** An action on a digest; `keep` returns to it after the question about deletion. */
type DigestStep = 'show' | 'run' | 'pause' | 'resume' | 'delete' | 'confirm' | 'keep';

/** Lists the digests that the asker can see. */
export async function listDigests(context: DigestContext, asker: Asker): Promise<void> {
  const { interaction, locale, t, digests } = context;
  const visible = (await digests.list(asker.guild.id)).filter(digest => canSeeDigest(asker, digest));
  if (visible.length === 0)
    return replyPrivately(
      interaction,
      asker.isManager ? t('bot.digest.command.none') : t('bot.digest.command.noneOwn'),
    );
  const shown = await Promise.all(visible.map(digest => toShown(digest, asker, context)));
  const labels = toLabels(visible, { ...asker, locale });
  await edit(interaction, toListMessage(shown, labels, { t, locale }));
}

/** Runs an action on a digest that the asker can see, then shows the digest; otherwise says why not. */
export async function manageDigest(
  context: DigestContext,
  digestId: string,
  step: DigestStep,
  asker: Asker,
): Promise<void> {
  const { interaction, locale, t, digests, privacy, runs, settings } = context;
  const digest = await digests.get(asker.guild.id, digestId);
  if (digest === null || !canSeeDigest(asker, digest))
    return replyPrivately(interaction, t('bot.digest.command.unknown'));
  const canManage = await canManageDigest(asker, digest);
  const show = async (current: Digest | null, content = '') => {
    if (current === null) return replyPrivately(interaction, t('bot.digest.command.unknown'));
    const shown = await toShown(current, asker, context);
    await edit(interaction, toDigestMessage(shown, content, { t, locale }, { canManage }));
  };
  // Creators may view and delete their own digest even if they may no longer manage it.
  if (step === 'show' || step === 'keep') return show(digest);
  if (step === 'delete')
    return void (await edit(
      interaction,
      toDeleteQuestion(await toShown(digest, asker, context), { t, locale }),
    ));
  if (step === 'confirm') {
    await digests.remove(digest.guildId, digest.id);
    return void (await edit(interaction, {
      content: t('bot.digest.command.deleted'),
      embeds: [],
      components: [],
    }));
  }
  if (!canManage) return replyPrivately(interaction, toNotManager(digest, t));
  if (step === 'pause') {
    if (digest.paused) return show(digest, t('bot.digest.command.alreadyPaused'));
    return show(await digests.pause(digest.guildId, digest.id));
  }
  if (step === 'resume' && !digest.paused) return show(digest, t('bot.digest.command.notPaused'));
  if (step === 'run' && digest.run && !digest.paused)
    return show(digest, t('bot.digest.command.alreadyRunning'));
  const problem = await findProblem(digest, asker.snapshot, privacy);
  if (problem !== null)
    return show(
      digest,
      t('bot.digest.command.cannotRun', { reason: t(`bot.digest.pauseReasons.${problem}`) }),
    );
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
  const said = digest.paused ? 'bot.digest.command.resumedAndRuns' : 'bot.digest.command.runs';
  return show(started, t(said, { place: toPlaceName(digest, t) }));
}

/** Why a resumed digest would pause again at once. */
async function findProblem(digest: Digest, snapshot: AccessSnapshot, privacy: PrivacyStore) {
  const destination = await findDestination(digest, snapshot);
  if (typeof destination === 'string') return destination;
  const { channels } = await findSources(digest, snapshot, toSourcesDestination(destination), privacy);
  return channels.length === 0 ? 'no_sources' : null;
}

/** The digests that the person can see and whose label contains the typed text, at most 25. */
export async function suggestDigests(
  interaction: AutocompleteInteraction,
  digests: Digests,
): Promise<readonly Suggestion[]> {
  const { guild, member, memberPermissions, locale } = interaction;
  if (guild === null || !(member instanceof Member)) return [];
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

async function toShown(digest: Digest, asker: Asker, { now }: DigestContext): Promise<DigestShown> {
  return {
    digest,
    nextRun: toNextRun(digest, now()),
    ...(await fetchPlaces(digest, asker)),
  };
}
