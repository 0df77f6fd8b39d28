import type { Client, RepliableInteraction } from 'discord.js';
import type { KeptRequest, KeptSummary, SummaryStore } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import type { Amending } from './amending.ts';
import { edit, isAnswerGone, isTooLate } from './answer.ts';
import type { Ask } from './command.ts';
import { toEditableUntil } from './copies.ts';
import { findChannel } from './places.ts';
import { toPostMessage } from './post-message.ts';
import { postOnce } from './posting.ts';
import { toReadyMessage } from './ready-message.ts';
import { toSummaryMessage } from './summary-message.ts';

export type PublishingParts = {
  readonly client: Client<true>;
  readonly summaries: SummaryStore;
  readonly amending: Amending;
  readonly log: Logger;
};

/** A summary that cannot be kept is still worth reading: it says that its buttons may not work. */
export async function keep(
  kept: KeptSummary,
  { summaries, log }: PublishingParts,
  words: BotWords,
): Promise<string> {
  try {
    await summaries.put(kept);
    return '';
  } catch (error) {
    log.error(
      { summary: kept.summary.id, error: error instanceof Error ? error.message : '' },
      'summary-unkept',
    );
    return words.storeTrouble;
  }
}

/** What has to be known to ask the same again. */
export function toKeptRequest({ wanted, categoryId, detail, language, focus }: Ask): KeptRequest {
  return {
    detail,
    ...(categoryId !== undefined && { categoryId }),
    ...(language !== undefined && { language }),
    ...(focus !== undefined && { focus }),
    ...(wanted.kind === 'newest' && { messages: wanted.count }),
    ...(wanted.kind === 'since' && {
      since: wanted.words,
      ...(wanted.count !== undefined && { messages: wanted.count }),
    }),
    ...(wanted.kind === 'thread' && {
      threadOf: { channelId: wanted.message.channelId, messageId: wanted.message.id },
    }),
    ...(wanted.kind === 'check' && {
      checkOf: { channelId: wanted.message.channelId, messageId: wanted.message.id },
    }),
  };
}

/**
 * Shows the summary as the answer. When the answer's 15 minutes are over, a public one is posted; of a private one
 * the channel gets only that it is ready, and the button is checked when it is pressed. An answer that somebody deleted
 * is not wanted: it is posted nowhere.
 */
export async function publish(
  interaction: RepliableInteraction,
  kept: KeptSummary,
  { isPrivate }: Ask,
  content: string,
  parts: PublishingParts,
  words: BotWords,
): Promise<void> {
  const { client, summaries, amending, log } = parts;
  const until = isPrivate ? { untilMs: toEditableUntil(interaction) } : {};
  const draw = (now: KeptSummary) =>
    isPrivate
      ? toSummaryMessage(now, { page: 1, isPrivate, words, content, ...until })
      : toPostMessage(now, { page: 1, words, content });
  try {
    const { id, channelId } = await edit(interaction, draw(kept));
    if (isPrivate) await amending.follow(kept, interaction, id, draw);
    await notePost(kept, isPrivate ? {} : { answeredAs: { channelId, messageId: id } }, parts);
  } catch (error) {
    if (isAnswerGone(error)) await summaries.remove(kept.guildId, kept.summary.id);
    if (!isTooLate(error)) throw error;
    log.warn({ summary: kept.summary.id, interaction: interaction.id }, 'answer-too-late');
    const here = interaction.channelId === null ? null : await findChannel(client, interaction.channelId);
    if (here === null) throw error;
    const late = isPrivate ? toReadyMessage(kept.summary.id, `<@${interaction.user.id}>`, words) : draw(kept);
    const { id } = await postOnce(here, late, `${kept.summary.id}:late`);
    if (!isPrivate) await notePost(kept, { answeredAs: { channelId: here.id, messageId: id } }, parts);
  }
  const { id: summary, coverage, claims, counts } = kept.summary;
  const { sourcesFound } = counts;
  log.info({ summary, read: coverage.read, claims: claims.length, sourcesFound }, 'summary-shown');
}

/** Notes where it stands, and brings it into line with what changed since it was written; the reader has it either way. */
async function notePost(
  kept: KeptSummary,
  note: Partial<KeptSummary>,
  { amending, log }: PublishingParts,
): Promise<void> {
  try {
    await amending.notePost(kept, note);
  } catch (error) {
    log.warn({ summary: kept.summary.id, name: error instanceof Error ? error.name : '' }, 'answer-unnoted');
  }
}
