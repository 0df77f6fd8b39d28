import type { Client, RepliableInteraction } from 'discord.js';
import type { KeptRequest, KeptSummary, SummaryStore } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { edit, isAnswerGone, isTooLate } from './answer.ts';
import type { Ask } from './command.ts';
import { findChannel } from './places.ts';
import { postOnce } from './posting.ts';
import { toReadyMessage } from './ready-message.ts';
import { toSummaryMessage } from './summary-message.ts';

export type PublishingParts = {
  readonly client: Client<true>;
  readonly summaries: SummaryStore;
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
export function toKeptRequest({ wanted, detail, language, focus }: Ask): KeptRequest {
  return {
    detail,
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
  { client, summaries, log }: PublishingParts,
  words: BotWords,
): Promise<void> {
  const message = toSummaryMessage(kept, { page: 1, isPrivate, words, content });
  try {
    await edit(interaction, message);
  } catch (error) {
    if (isAnswerGone(error)) await summaries.remove(kept.guildId, kept.summary.id);
    if (!isTooLate(error)) throw error;
    log.warn({ summary: kept.summary.id, interaction: interaction.id }, 'answer-too-late');
    const here = interaction.channelId === null ? null : await findChannel(client, interaction.channelId);
    if (here === null) throw error;
    const late = isPrivate ? toReadyMessage(kept.summary.id, `<@${interaction.user.id}>`, words) : message;
    await postOnce(here, late, `${kept.summary.id}:late`);
  }
  log.info(
    { summary: kept.summary.id, read: kept.summary.coverage.read, claims: kept.summary.claims.length },
    'summary-shown',
  );
}
