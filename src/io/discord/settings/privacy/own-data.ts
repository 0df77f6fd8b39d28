import { ButtonStyle, ComponentType } from 'discord.js';
import type { StoredId } from '../../../../app/ports.ts';
import type { Digest } from '../../../../core/digests/digest.ts';
import { toTokens } from '../../../../core/usage/spending.ts';
import { createKeyedMutex } from '../../../../keyed-mutex.ts';
import { colors } from '../../../../render/embed/embed.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';
import { privacyIds } from './privacy-ids.ts';

type Kept = {
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
};

async function findKept({
  interaction,
  zones,
  summaries,
  feedback,
  digests,
  openRuns,
  chats,
  usage,
}: RequestContext): Promise<Kept> {
  const personId = interaction.user.id;
  return {
    zone: await zones.get(personId),
    summaries: await summaries.askedBy(personId),
    feedback: await feedback.givenBy(personId),
    openRuns: (await openRuns.list()).filter(run => run.personId === personId).length,
    digests: (await digests?.createdBy(personId)) ?? [],
    chats: (await chats.list(personId)).length,
    usedTokens: toTokens(await usage.ofPerson(personId)),
  };
}

/** Shows what is kept of the person who asked, in all servers. */
export async function showOwn(context: RequestContext): Promise<void> {
  const { interaction, privacy } = context;
  const { privacy: words } = context.words;
  const { id } = interaction.user;
  const kept = await findKept(context);
  const isOptedOut = (await privacy.optedOut([id])).has(id);
  const lines = [
    isOptedOut ? words.notReadable : words.readable,
    words.zone(kept.zone),
    words.summaries(kept.summaries.length),
    words.feedback(kept.feedback.length),
    words.digests(kept.digests.length),
    ...(kept.chats > 0 ? [words.chats(kept.chats)] : []),
    words.usage(kept.usedTokens),
  ];
  await edit(interaction, {
    embeds: [
      {
        title: words.title,
        description: `${lines.join('\n')}\n\n${words.elsewhere}`,
        color: colors.empty,
      },
    ],
    components: isNothing(kept) ? [] : [toDeleteRow(words.delete)],
  });
}

/** Asks whether it is meant; nothing is deleted yet. */
export async function askDelete(context: RequestContext): Promise<void> {
  const { interaction } = context;
  const { privacy: words } = context.words;
  if (isNothing(await findKept(context))) return replyPrivately(interaction, words.nothingKept);
  await edit(interaction, { content: words.askDelete, components: [toDeleteRow(words.delete)] });
}

const exclusively = createKeyedMutex();

/** Deletes it; the second of two presses finds that it is done. */
export async function deleteOwn(context: RequestContext): Promise<void> {
  const { interaction, zones, openRuns, digests, chats, usage, log } = context;
  const { privacy: words } = context.words;
  const { id } = interaction.user;
  const content = await exclusively(id, async () => {
    const kept = await findKept(context);
    if (isNothing(kept)) return words.nothingKept;
    await zones.set(id, null);
    await openRuns.erasePerson(id);
    await chats.eraseOwner(id);
    await usage.forgetPerson(id);
    // First, so that no digest posts another summary.
    for (const { guildId, id: digestId } of kept.digests) await digests?.remove(guildId, digestId);
    for (const named of kept.feedback) await removeFeedback(context, named);
    for (const named of kept.summaries) await removeSummary(context, named);
    const counts = {
      summaries: kept.summaries.length,
      feedback: kept.feedback.length,
      digests: kept.digests.length,
      chats: kept.chats,
    };
    log.info(counts, 'person-erased');
    return words.deleted(counts);
  });
  await edit(interaction, { content, embeds: [], components: [] });
}

/** Waits for feedback that is given at the same time. */
function removeFeedback(
  { interaction, summarySync, summaries, feedback }: RequestContext,
  named: StoredId,
): Promise<void> {
  const { guildId, summaryId } = named;
  return summarySync.withKept(named, async kept => {
    // Of a summary that is gone, all feedback goes.
    if (kept === null) return summaries.remove(guildId, summaryId);
    const given = await feedback.get(guildId, summaryId);
    const others = given.filter(each => each.personId !== interaction.user.id);
    await feedback.put(guildId, summaryId, others, kept.createdAt);
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

/** Sets whether a person may be read, and takes what they wrote from what is kept where not. */
export async function setOptedOut(context: RequestContext, isOptedOut: boolean): Promise<void> {
  const { interaction, privacy, summarySync, log } = context;
  const { privacy: words } = context.words;
  const { id } = interaction.user;
  const was = (await privacy.optedOut([id])).has(id);
  if (was !== isOptedOut) await privacy.setOptedOut(id, isOptedOut);
  // Also the second time: the first may have been interrupted.
  if (isOptedOut) await summarySync.forgetPerson(id);
  if (was !== isOptedOut) log.info({ isOptedOut }, 'opt-out-set');
  const [now, already] = isOptedOut
    ? [words.optedOut, words.optedOutAlready]
    : [words.optedIn, words.optedInAlready];
  await replyPrivately(interaction, was === isOptedOut ? already : now);
}

function isNothing({ zone, summaries, feedback, digests, openRuns, chats, usedTokens }: Kept): boolean {
  const isEmpty = [summaries, feedback, digests].every(({ length }) => length === 0);
  return zone === null && isEmpty && openRuns + chats + usedTokens === 0;
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
