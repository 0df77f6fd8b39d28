import type { Client, GuildTextBasedChannel, RepliableInteraction } from 'discord.js';
import type { Engine, KeptRequest, KeptSummary, SummaryStore, ZoneStore } from '../../app/ports.ts';
import type { Runs } from '../../app/runs.ts';
import { summarize } from '../../app/summarize.ts';
import type { Summary } from '../../core/claims/summary.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { toTimestamp } from '../../render/embed.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { abortable } from './abortable.ts';
import { checkAccess } from './access.ts';
import { answerFailure, defer, edit, isAnswerGone, isTooLate, say } from './answer.ts';
import { checkAudience } from './audience.ts';
import type { Ask } from './command.ts';
import { isContentHidden } from './content-intent.ts';
import type { Deletions, DeletionWatch } from './deletions.ts';
import { readHistory } from './history.ts';
import { findChannel } from './places.ts';
import { toReadyMessage } from './ready-message.ts';
import { toSummaryMessage } from './summary-message.ts';
import { findThread, readThread } from './thread.ts';
import { parseSince } from './window.ts';

/** As many messages one summary reads at most, for now. */
export const maxMessages = 1_000;
const progressEveryMs = 1_500;

export type SummarizingParts = {
  readonly client: Client<true>;
  readonly engine: Engine;
  readonly summaries: SummaryStore;
  readonly zones: ZoneStore;
  readonly runs: Runs;
  readonly deletions: Deletions;
  readonly log: Logger;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

export type Summarizing = {
  /** Reads, summarizes and answers; whatever happens is told to the person. */
  readonly summarize: (interaction: RepliableInteraction, ask: Ask) => Promise<void>;
  /** Ends what is running, telling those who wait, and takes on nothing more. Resolves when all have been told. */
  readonly stop: () => Promise<void>;
};

/** A sentence for the person instead of a summary: an expected outcome, not a failure. */
type Refused = { readonly refused: string };

export function createSummarizing(parts: SummarizingParts): Summarizing {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const answer = async (interaction: RepliableInteraction, ask: Ask) => {
    try {
      await defer(interaction, ask.isPrivate);
      stopping.signal.throwIfAborted();
      await run(interaction, ask, parts, stopping.signal);
    } catch (error) {
      await answerFailure(interaction, error, parts.log);
    }
  };

  return {
    summarize: (interaction, ask) => {
      const done = answer(interaction, ask).finally(() => running.delete(done));
      running.add(done);
      return done;
    },
    stop: async () => {
      stopping.abort(new UserError('cancelled', 'The bot is being stopped.'));
      await Promise.allSettled(running);
    },
  };
}

async function run(
  interaction: RepliableInteraction,
  ask: Ask,
  parts: SummarizingParts,
  signal: AbortSignal,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const channel = await findAsked(interaction, ask, parts.client);
  if (channel === null) return say(interaction, words.notSummarizable);
  const refusal = await refuse(interaction, channel, ask, words);
  if (refusal !== null) return say(interaction, refusal);

  const begun = await parts.runs.begin(interaction.user.id);
  if (!begun.ok) {
    return say(
      interaction,
      begun.reason === 'running' ? words.alreadyRunning : words.dailySpent(begun.limit),
    );
  }
  let counted = false;
  const watch = parts.deletions.watch();
  try {
    const read = await readWanted(interaction, channel, ask, parts, words, signal);
    if ('refused' in read) return await say(interaction, read.refused);
    counted = true;
    try {
      await edit(interaction, { content: words.summarizing(read.conversation.messages.length) });
    } catch (error) {
      if (isAnswerGone(error)) throw error;
      parts.log.debug({ interaction: interaction.id }, 'progress-lost');
    }
    const summary = await summarizeRead(interaction, channel, ask, read, parts, watch, signal);
    if ('refused' in summary) return await say(interaction, summary.refused);
    const kept: KeptSummary = {
      summary,
      request: toKeptRequest(ask),
      requesterId: interaction.user.id,
      guildId: interaction.guildId,
      channelId: channel.id,
      createdAt: parts.now(),
    };
    const content = [read.note, await keep(kept, parts, words)].filter(Boolean).join('\n');
    await publish(interaction, kept, ask, content, parts, words);
  } finally {
    watch.end();
    await begun.end({ counted });
  }
}

/** The channel or thread that is to be read, which is the one that the gate judges; null where there is none. */
async function findAsked(
  interaction: RepliableInteraction,
  { wanted, channelId }: Ask,
  client: Client<true>,
): Promise<GuildTextBasedChannel | null> {
  if (wanted.kind === 'thread') {
    const { channel } = await findThread(wanted.message);
    return channel.isDMBased() ? null : channel;
  }
  const id = channelId ?? interaction.channelId;
  return id === null ? null : findChannel(client, id);
}

/**
 * The gate, before anything is fetched and again before anything is shown; a public answer is also for everybody who
 * reads along.
 */
async function refuse(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  ask: Ask,
  words: BotWords,
): Promise<string | null> {
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const denial =
    (await checkAccess(channel, interaction.user.id, { shownIn: here })) ??
    (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here));
  return denial === null ? null : words.denied(denial.reason, `<#${denial.channelId}>`);
}

type Read = {
  readonly conversation: Conversation;
  readonly zone: string;
  /** A line above the summary: the range understood, or that there was more. */
  readonly note: string;
};

async function readWanted(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  { wanted }: Ask,
  parts: SummarizingParts,
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
  if (wanted.kind === 'thread') return toRead(await readThread(wanted.message, { signal, onProgress }));
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

/** What was deleted while we worked is forgotten before anybody sees it; who may no longer read it is told so. */
async function summarizeRead(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  ask: Ask,
  { conversation, zone }: Read,
  { engine, newId }: SummarizingParts,
  watch: DeletionWatch,
  signal: AbortSignal,
): Promise<Summary | Refused> {
  const words = toBotWords(interaction.locale);
  const request = {
    detail: ask.detail,
    zone,
    window: {},
    language: ask.language ?? interaction.locale,
    ...(ask.focus !== undefined && { focus: ask.focus }),
  };
  const { threadId, channelIds = [] } = conversation.source;
  for (;;) {
    const messages = conversation.messages.filter(({ id }) => !watch.deleted().has(id));
    if (messages.length === 0) return { refused: words.empty(channel.toString()) };
    const summary = await abortable(signal, own =>
      summarize({ ...conversation, messages }, request, { engine, newId }, own),
    );
    const refusal = await refuse(interaction, channel, ask, words);
    if (refusal !== null) return { refused: refusal };
    const gone = watch.deleted();
    if ([threadId, ...channelIds].some(id => id !== undefined && gone.has(id)))
      return { refused: words.denied('gone', '') };
    if (!toCited(summary).some(id => gone.has(id))) return summary;
  }
}

/** The ids of all messages that a summary can show or list. */
function toCited({ footnotes, claims, topics }: Summary): readonly string[] {
  return [
    ...footnotes.map(({ messageId }) => messageId),
    ...claims
      .flatMap(({ more, before }) => [...more, ...(before?.more ?? [])])
      .map(({ messageId }) => messageId),
    ...topics.flatMap(({ sources }) => sources),
  ];
}

/** A summary that cannot be kept is still worth reading: it says that its buttons may not work. */
async function keep(
  kept: KeptSummary,
  { summaries, log }: SummarizingParts,
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

function toKeptRequest({ wanted, detail, language, focus }: Ask): KeptRequest {
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
async function publish(
  interaction: RepliableInteraction,
  kept: KeptSummary,
  { isPrivate }: Ask,
  content: string,
  { client, summaries, log }: SummarizingParts,
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
    await here.send(
      isPrivate ? toReadyMessage(kept.summary.id, `<@${interaction.user.id}>`, words) : message,
    );
  }
  log.info(
    { summary: kept.summary.id, read: kept.summary.coverage.read, claims: kept.summary.claims.length },
    'summary-shown',
  );
}
