import { ButtonStyle, ComponentType } from 'discord.js';
import type { StoredId } from '../../../../app/ports.ts';
import type { Digest } from '../../../../core/digests/digest.ts';
import { toTokens } from '../../../../core/usage/usage.ts';
import { createKeyedMutex } from '../../../../keyed-mutex.ts';
import { colors } from '../../../../render/embed/embed.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';
import { privacyIds } from './privacy-ids.ts';

type StoredData = {
  readonly zone: string | null;
  readonly summaries: readonly StoredId[];
  readonly feedback: readonly StoredId[];
  /** Requests in progress or interrupted. */
  readonly openRuns: number;
  /** Tokens that their requests used. */
  readonly usedTokens: number;
  readonly digests: readonly Pick<Digest, 'guildId' | 'id'>[];
  /** How many were imported. */
  readonly chats: number;
  /** Decisions and tasks that they confirmed, finished or want to be reminded of. */
  readonly choices: number;
};

async function findStoredData({
  interaction,
  zones,
  summaries,
  feedback,
  digests,
  openRuns,
  chats,
  usage,
  decisionLog,
}: RequestContext): Promise<StoredData> {
  const personId = interaction.user.id;
  return {
    zone: await zones.get(personId),
    summaries: await summaries.askedBy(personId),
    feedback: await feedback.givenBy(personId),
    // The answer that shows this is deferred too.
    openRuns: (await openRuns.list()).filter(run => run.personId === personId && run.stage !== 'deferred')
      .length,
    digests: (await digests?.createdBy(personId)) ?? [],
    chats: (await chats.list(personId)).length,
    choices: (await decisionLog.chosenBy(personId)).length,
    usedTokens: toTokens(await usage.ofPerson(personId)),
  };
}

/** Shows what is stored about the person who asked, in all servers. */
export async function showOwn(context: RequestContext): Promise<void> {
  const { interaction, privacy, t } = context;
  const { id } = interaction.user;
  const stored = await findStoredData(context);
  const isOptedOut = (await privacy.optedOut([id])).has(id);
  const lines = [
    isOptedOut ? t('bot.privacy.notReadable') : t('bot.privacy.readable'),
    stored.zone === null ? t('bot.privacy.zoneUnset') : t('bot.privacy.zone', { zone: stored.zone }),
    t('bot.privacy.summaries', { count: stored.summaries.length }),
    t('bot.privacy.feedback', { count: stored.feedback.length }),
    t('bot.privacy.digests', { count: stored.digests.length }),
    ...(stored.chats > 0 ? [t('bot.privacy.chats', { count: stored.chats })] : []),
    ...(stored.choices > 0 ? [t('bot.privacy.choices', { count: stored.choices })] : []),
    t('bot.privacy.usage', { count: stored.usedTokens }),
  ];
  await edit(interaction, {
    embeds: [
      {
        title: t('bot.privacy.title'),
        description: `${lines.join('\n')}\n\n${t('bot.privacy.elsewhere')}`,
        color: colors.empty,
      },
    ],
    components: isNothing(stored) ? [] : [toDeleteRow(t('bot.privacy.delete'))],
  });
}

/** Asks whether it is meant; nothing is deleted yet. */
export async function askDelete(context: RequestContext): Promise<void> {
  const { interaction, t } = context;
  if (isNothing(await findStoredData(context)))
    return replyPrivately(interaction, t('bot.privacy.nothingKept'));
  await edit(interaction, {
    content: t('bot.privacy.askDelete'),
    components: [toDeleteRow(t('bot.privacy.delete'))],
  });
}

const exclusively = createKeyedMutex();

/** Deletes it; the second of two presses finds that it is done. */
export async function deleteOwn(context: RequestContext): Promise<void> {
  const { interaction, zones, openRuns, digests, chats, usage, decisionLog, log, t } = context;
  const { id } = interaction.user;
  const content = await exclusively(id, async () => {
    const stored = await findStoredData(context);
    if (isNothing(stored)) return t('bot.privacy.nothingKept');
    await zones.set(id, null);
    await openRuns.erasePerson(id);
    await chats.eraseOwner(id);
    await usage.forgetPerson(id);
    await decisionLog.forgetChoices(id);
    // First, so that no digest posts another summary.
    for (const { guildId, id: digestId } of stored.digests) await digests?.remove(guildId, digestId);
    for (const named of stored.feedback) await removeFeedback(context, named);
    for (const named of stored.summaries) await removeSummary(context, named);
    const counts = {
      summaries: stored.summaries.length,
      feedback: stored.feedback.length,
      digests: stored.digests.length,
      chats: stored.chats,
    };
    log.info(counts, 'person-erased');
    return t('bot.privacy.deleted', counts);
  });
  await edit(interaction, { content, embeds: [], components: [] });
}

/** Waits for feedback that is given at the same time. */
function removeFeedback(
  { interaction, summarySync, summaries, feedback }: RequestContext,
  named: StoredId,
): Promise<void> {
  const { guildId, summaryId } = named;
  return summarySync.withStored(named, async stored => {
    // Of a summary that is gone, all feedback goes.
    if (stored === null) return summaries.remove(guildId, summaryId);
    const given = await feedback.get(guildId, summaryId);
    const others = given.filter(each => each.personId !== interaction.user.id);
    await feedback.put(guildId, summaryId, others, stored.createdAt);
  });
}

async function removeSummary({ summarySync, log }: RequestContext, named: StoredId): Promise<void> {
  try {
    await summarySync.remove(named);
  } catch (error) {
    // The summary can no longer be opened, and deleting its posts is retried.
    log.warn(
      { summary: named.summaryId, name: error instanceof Error ? error.name : '' },
      'post-delete-failed',
    );
  }
}

/** Sets whether a person may be read, and if not, removes what they wrote from stored data. */
export async function setOptedOut(context: RequestContext, isOptedOut: boolean): Promise<void> {
  const { interaction, privacy, summarySync, decisionLog, log, t } = context;
  const { id } = interaction.user;
  const was = (await privacy.optedOut([id])).has(id);
  if (was !== isOptedOut) await privacy.setOptedOut(id, isOptedOut);
  // Also the second time: the first may have been interrupted.
  if (isOptedOut) {
    await summarySync.forgetPerson(id);
    await decisionLog.forgetPerson(id);
  }
  if (was !== isOptedOut) log.info({ isOptedOut }, 'opt-out-set');
  const [now, already] = isOptedOut
    ? [t('bot.privacy.optedOut'), t('bot.privacy.optedOutAlready')]
    : [t('bot.privacy.optedIn'), t('bot.privacy.optedInAlready')];
  await replyPrivately(interaction, was === isOptedOut ? already : now);
}

function isNothing({
  zone,
  summaries,
  feedback,
  digests,
  openRuns,
  chats,
  choices,
  usedTokens,
}: StoredData): boolean {
  const isEmpty = [summaries, feedback, digests].every(({ length }) => length === 0);
  return zone === null && isEmpty && openRuns + chats + choices + usedTokens === 0;
}

function toDeleteRow(label: string) {
  return {
    type: ComponentType.ActionRow as const,
    components: [
      {
        type: ComponentType.Button as const,
        style: ButtonStyle.Danger as const,
        label,
        customId: privacyIds.delete,
      },
    ],
  };
}
