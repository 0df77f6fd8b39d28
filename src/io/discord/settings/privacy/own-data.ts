import { ButtonStyle, ComponentType, type RepliableInteraction } from 'discord.js';
import type { StoredId } from '../../../../app/ports.ts';
import type { Digest } from '../../../../core/digests/digest.ts';
import { createKeyedMutex } from '../../../../keyed-mutex.ts';
import { colors } from '../../../../render/embed/embed.ts';
import { toBotWords } from '../../../../render/words/bot/index.ts';
import { edit, say } from '../../interaction/reply.ts';
import { type PrivacyParts, privacyIds } from './parts.ts';

type Kept = {
  readonly zone: string | null;
  readonly summaries: readonly StoredId[];
  readonly feedback: readonly StoredId[];
  /** Requests in progress or interrupted. */
  readonly openRuns: number;
  readonly digests: readonly Pick<Digest, 'guildId' | 'id'>[];
};

async function findKept(
  personId: string,
  { zones, summaries, feedback, digests, openRuns }: PrivacyParts,
): Promise<Kept> {
  return {
    zone: await zones.get(personId),
    summaries: await summaries.askedBy(personId),
    feedback: await feedback.givenBy(personId),
    openRuns: (await openRuns.list()).filter(run => run.personId === personId).length,
    digests: (await digests?.createdBy(personId)) ?? [],
  };
}

/** Shows what is kept of the person who asked, in all servers. */
export async function showOwn(interaction: RepliableInteraction, parts: PrivacyParts): Promise<void> {
  const { privacy: words } = toBotWords(interaction.locale);
  const { id } = interaction.user;
  const kept = await findKept(id, parts);
  const isOptedOut = (await parts.privacy.optedOut([id])).has(id);
  const lines = [
    isOptedOut ? words.notReadable : words.readable,
    words.zone(kept.zone),
    words.summaries(kept.summaries.length),
    words.feedback(kept.feedback.length),
    words.digests(kept.digests.length),
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
export async function askDelete(interaction: RepliableInteraction, parts: PrivacyParts): Promise<void> {
  const { privacy: words } = toBotWords(interaction.locale);
  if (isNothing(await findKept(interaction.user.id, parts))) return say(interaction, words.nothingKept);
  await edit(interaction, { content: words.askDelete, components: [toDeleteRow(words.delete)] });
}

const exclusively = createKeyedMutex();

/** Deletes it; the second of two presses finds that it is done. */
export async function deleteOwn(interaction: RepliableInteraction, parts: PrivacyParts): Promise<void> {
  const { privacy: words } = toBotWords(interaction.locale);
  const { id } = interaction.user;
  const content = await exclusively(id, async () => {
    const kept = await findKept(id, parts);
    if (isNothing(kept)) return words.nothingKept;
    await parts.zones.set(id, null);
    await parts.openRuns.erasePerson(id);
    // First, so that no digest posts another summary.
    for (const { guildId, id: digestId } of kept.digests) await parts.digests?.remove(guildId, digestId);
    for (const named of kept.feedback) await removeFeedback(named, id, parts);
    for (const named of kept.summaries) await removeSummary(named, parts);
    const counts = {
      summaries: kept.summaries.length,
      feedback: kept.feedback.length,
      digests: kept.digests.length,
    };
    parts.log.info(counts, 'person-erased');
    return words.deleted(counts);
  });
  await edit(interaction, { content, embeds: [], components: [] });
}

/** Waits for feedback that is given at the same time. */
function removeFeedback(named: StoredId, personId: string, parts: PrivacyParts): Promise<void> {
  const { guildId, summaryId } = named;
  return parts.amending.withKept(named, async kept => {
    // Of a summary that is gone, all feedback goes.
    if (kept === null) return parts.summaries.remove(guildId, summaryId);
    const given = await parts.feedback.get(guildId, summaryId);
    const others = given.filter(each => each.personId !== personId);
    await parts.feedback.put(guildId, summaryId, others, kept.createdAt);
  });
}

async function removeSummary(named: StoredId, parts: PrivacyParts): Promise<void> {
  try {
    await parts.amending.remove(named);
  } catch (error) {
    // The summary can no longer be opened, and deleting its posts is retried.
    parts.log.warn(
      { summary: named.summaryId, name: error instanceof Error ? error.name : '' },
      'post-delete-failed',
    );
  }
}

/** Sets whether a person may be read, and takes what they wrote from what is kept where not. */
export async function setOptedOut(
  interaction: RepliableInteraction,
  isOptedOut: boolean,
  parts: PrivacyParts,
): Promise<void> {
  const { privacy: words } = toBotWords(interaction.locale);
  const { id } = interaction.user;
  const was = (await parts.privacy.optedOut([id])).has(id);
  if (was !== isOptedOut) await parts.privacy.setOptedOut(id, isOptedOut);
  // Also the second time: the first may have been interrupted.
  if (isOptedOut) await parts.amending.forgetPerson(id);
  if (was !== isOptedOut) parts.log.info({ isOptedOut }, 'opt-out-set');
  const [now, already] = isOptedOut
    ? [words.optedOut, words.optedOutAlready]
    : [words.optedIn, words.optedInAlready];
  await say(interaction, was === isOptedOut ? already : now);
}

function isNothing({ zone, summaries, feedback, digests, openRuns }: Kept): boolean {
  const isEmpty = [summaries, feedback, digests].every(({ length }) => length === 0);
  return zone === null && isEmpty && openRuns === 0;
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
