import type { Client, GuildTextBasedChannel, RepliableInteraction } from 'discord.js';
import type { ZoneStore } from '../../app/ports.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import type { Logger } from '../../log.ts';
import { toTimestamp } from '../../render/embed.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { edit } from './answer.ts';
import type { Ask } from './command.ts';
import { isContentHidden } from './content-intent.ts';
import { readHistory } from './history.ts';
import { readThread } from './thread.ts';
import { parseSince } from './window.ts';

/** As many messages one summary reads at most, for now. */
const maxMessages = 1_000;
const progressEveryMs = 1_500;

export type ReadingParts = {
  readonly client: Client<true>;
  readonly zones: ZoneStore;
  readonly log: Logger;
  readonly now: () => string;
};

/** A sentence for the person instead of a summary: an expected outcome, not a failure. */
export type Refused = { readonly refused: string };

/** What was read for somebody. */
export type Read = {
  readonly conversation: Conversation;
  readonly zone: string;
  /** A line above the summary: the range understood, or that there was more. */
  readonly note: string;
};

/** Reads what is asked for, telling how far it has come. */
export async function readWanted(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  { wanted }: Ask,
  parts: ReadingParts,
  words: BotWords,
  signal: AbortSignal,
): Promise<Read | Refused> {
  const zone =
    (await parts.zones.get(interaction.user.id)) ??
    (interaction.guildId === null ? null : await parts.zones.get(interaction.guildId)) ??
    'UTC';
  const toRead = async (conversation: Conversation, note = ''): Promise<Read | Refused> => {
    if (conversation.messages.length === 0) return { refused: words.empty(channel.toString()) };
    if (await isContentHidden(conversation, parts.client)) return { refused: words.contentHidden };
    return { conversation, zone, note };
  };
  const onProgress = createProgress(
    interaction,
    wanted.kind === 'newest' ? wanted.count : null,
    words,
    parts.log,
  );
  if (wanted.kind === 'thread') {
    const conversation = await readThread(wanted.message, maxMessages, { signal, onProgress });
    return toRead(
      conversation,
      conversation.messages.length === maxMessages ? words.capped(maxMessages) : '',
    );
  }
  // Our own answer, which a public run has promised already, is not part of what is asked for.
  const beforeId = interaction.id;
  if (wanted.kind === 'newest') {
    return toRead(
      await readHistory(
        channel,
        { count: Math.min(wanted.count, maxMessages), beforeId },
        { signal, onProgress },
      ),
    );
  }
  const since = await parseSince(wanted.words, {
    now: parts.now(),
    zone,
    channel,
    personId: interaction.user.id,
    signal,
  });
  if (!since.ok) {
    const sentences = {
      not_understood: words.notUnderstood(toInline(wanted.words)),
      link_elsewhere: words.linkElsewhere,
      no_own_message: words.noOwnMessage,
    };
    return { refused: sentences[since.reason] };
  }
  const count = Math.min(wanted.count ?? maxMessages, maxMessages);
  const { from } = since;
  const afterId = since.afterId === undefined ? {} : { afterId: since.afterId };
  const conversation = await readHistory(
    channel,
    { count, from, ...afterId, beforeId },
    { signal, onProgress },
  );
  const notes = [words.rangeUnderstood(toTimestamp(from))];
  if (conversation.messages.length === count) notes.push(words.capped(count));
  return toRead(conversation, notes.join('\n'));
}

/** What a person typed, said back to them as code: nothing in it is live. */
function toInline(typed: string): string {
  const plain = typed.replace(/[`\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `\`${plain.slice(0, 100).toWellFormed() || ' '}\``;
}

/** Tells how far reading has come, not more often than Discord likes; a progress that is lost is no failure. */
function createProgress(
  interaction: RepliableInteraction,
  wanted: number | null,
  words: BotWords,
  log: Logger,
) {
  let last = Date.now();
  return (read: number): void => {
    if (Date.now() - last < progressEveryMs) return;
    last = Date.now();
    edit(interaction, { content: words.reading(read, wanted) }).catch(() => {
      log.debug({ interaction: interaction.id, read }, 'progress-lost');
    });
  };
}
