import {
  type Client,
  DiscordAPIError,
  type GuildTextBasedChannel,
  RESTJSONErrorCodes,
  type RepliableInteraction,
} from 'discord.js';
import type { PostedMessage, StoredRequest, StoredSummary, SummaryStore } from '../../../app/ports.ts';
import type { Logger } from '../../../log.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { LeaveLost } from '../access/access-lost.ts';
import { findChannel } from '../access/places.ts';
import type { Ask } from '../command.ts';
import { finishAnswer, removeAnswer } from '../interaction/finish-answer.ts';
import type { MessageBody } from '../interaction/message-body.ts';
import { orRefusal } from '../interaction/refusals.ts';
import { isAnswerGone, isTooLate, say, toShow } from '../interaction/reply.ts';
import { answerLifeMs, isPassing, persist } from '../interaction/retry-answer.ts';
import type { Amending } from '../sync/summary-sync.ts';
import { toPostMessage } from './post-message.ts';
import { toReadyMessage } from './ready-message.ts';
import type { RunRecord } from './runs/open-runs.ts';
import { postOnce } from './send-message.ts';
import { toSummaryMessage } from './summary-message.ts';

export type PublishingParts = {
  readonly client: Client<true>;
  readonly summaries: SummaryStore;
  readonly amending: Amending;
  readonly log: Logger;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

/** A summary that cannot be kept is still worth reading: it says that its buttons may not work. */
export async function keep(
  kept: StoredSummary,
  { summaries, log }: PublishingParts,
  words: BotWords,
): Promise<string> {
  try {
    await summaries.put(kept);
    return '';
  } catch (error) {
    log.error(
      { summary: kept.summary.id, error: error instanceof Error ? error.message : '' },
      'summary-store-failed',
    );
    return words.storeTrouble;
  }
}

/** What is needed to repeat the request. */
export function toKeptRequest({ wanted, categoryId, detail, language, focus }: Ask): StoredRequest {
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

export type Showing = {
  readonly isPrivate: boolean;
  /** The lines above the summary. */
  readonly content: string;
  /** A refusal if the person may no longer read the summary, checked before each retry; null if they may. */
  readonly refuseNow: () => Promise<string | null>;
};

/**
 * Publishes the summary as the answer, while Discord accepts one. After the answer's 15 minutes, a public one is edited
 * as an ordinary message, or posted again if that fails. For a private one, the channel only gets a message that it is
 * ready, with a button that checks access. If somebody deleted the answer, nothing is posted.
 */
export async function publish(
  interaction: RepliableInteraction,
  kept: StoredSummary,
  showing: Showing,
  parts: PublishingParts,
  words: BotWords,
  record: Pick<RunRecord, 'answeredAs'>,
): Promise<void> {
  const { isPrivate, content } = showing;
  const { client, summaries, amending, log } = parts;
  const draw = (now: StoredSummary) =>
    isPrivate
      ? toSummaryMessage(now, { page: 1, isPrivate, words, content })
      : toPostMessage(now, { page: 1, words, content });
  const current = createSummaryLoader(kept, showing, parts);
  const show = toShow(showing);
  try {
    const { shown, message } = await persist(client, async () => {
      const now = await current();
      return { shown: now, message: now && (await show(interaction, draw(now))) };
    });
    if (shown === null || message === null) return await say(interaction, words.expired);
    if (isPrivate) await amending.follow(shown, interaction, message.id, draw);
    const post = { channelId: message.channelId, messageId: message.id };
    await notePost(shown, isPrivate ? {} : { answeredAs: post }, parts);
  } catch (error) {
    if (isAnswerGone(error)) await summaries.remove(kept.guildId, kept.summary.id);
    const isOver = interaction.createdTimestamp + answerLifeMs <= Date.parse(parts.now());
    if (!isTooLate(error) && !(isOver && isPassing(error))) throw error;
    log.warn({ summary: kept.summary.id, interaction: interaction.id }, 'answer-too-late');
    const isShown = await persist(client, async () => {
      const now = await current();
      return (
        now !== null && (await showLate(interaction, now, isPrivate ? null : draw(now), parts, words, record))
      );
    });
    if (!isShown) return;
  }
  const { id: summary, coverage, claims, counts } = kept.summary;
  const { sourcesFound } = counts;
  log.info({ summary, read: coverage.read, claims: claims.length, sourcesFound }, 'summary-shown');
}

/**
 * Loads the current summary before each attempt. From the second attempt on, access is checked again. Null if the summary
 * was deleted meanwhile.
 */
function createSummaryLoader(
  kept: StoredSummary,
  { refuseNow }: Showing,
  { summaries, log }: PublishingParts,
): () => Promise<StoredSummary | null> {
  /** Undefined if the store fails: that does not mean that the summary was deleted. */
  const load = async () => {
    try {
      return await summaries.get(kept.guildId, kept.summary.id);
    } catch (error) {
      log.warn(
        { summary: kept.summary.id, name: error instanceof Error ? error.name : '' },
        'summary-load-failed',
      );
      return undefined;
    }
  };
  let isFirst = true;
  let isKept = false;
  return async () => {
    const stored = await load();
    // A summary that could not be stored is published anyway.
    if (isFirst) {
      isFirst = false;
      isKept = Boolean(stored);
      return stored ?? kept;
    }
    const refusal = await refuseNow();
    if (refusal !== null) throw new LeaveLost(refusal);
    return stored ?? (isKept && stored === null ? null : kept);
  };
}

/** Publishes the summary after the answer's 15 minutes; false if somebody deleted the answer. */
async function showLate(
  interaction: RepliableInteraction,
  kept: StoredSummary,
  body: MessageBody | null,
  parts: PublishingParts,
  words: BotWords,
  record: Pick<RunRecord, 'answeredAs'>,
): Promise<boolean> {
  const { client, summaries } = parts;
  const { id } = kept.summary;
  const answer = body === null ? null : record.answeredAs();
  if (body !== null && answer !== null) {
    const outcome = await finishAnswer(client, answer, body);
    if (outcome === 'gone') await summaries.remove(kept.guildId, id);
    if (outcome === 'finished') await notePost(kept, { answeredAs: answer }, parts);
    if (outcome !== 'refused') return outcome === 'finished';
  }
  const here = interaction.channelId === null ? null : await findChannel(client, interaction.channelId);
  if (body === null) return tellReady(interaction, here, kept, parts, words);
  if (here === null) return false;
  const post = await postOnce(here, body, `${id}:late`);
  await notePost(kept, { answeredAs: { channelId: here.id, messageId: post.id } }, parts);
  if (answer !== null) await removeReplaced(answer, parts);
  return true;
}

/** Deletes a progress message that the post has replaced; if that fails, it only says how far the summary was. */
async function removeReplaced(answer: PostedMessage, { client, log }: PublishingParts): Promise<void> {
  try {
    await removeAnswer(client, answer);
  } catch (error) {
    log.warn(
      { answer: answer.messageId, name: error instanceof Error ? error.name : '' },
      'progress-unremoved',
    );
  }
}

/** Tells that a private summary is ready, where it was asked for or else in a direct message; false where neither may be sent. */
async function tellReady(
  { user }: RepliableInteraction,
  here: GuildTextBasedChannel | null,
  kept: StoredSummary,
  { summaries }: PublishingParts,
  words: BotWords,
): Promise<boolean> {
  const { id } = kept.summary;
  const ready = toReadyMessage(id, `<@${user.id}>`, words);
  const key = `${id}:late`;
  if (here !== null) {
    const post = await orRefusal(postOnce(here, ready, key));
    if (typeof post !== 'string') return true;
  }
  // A press in a direct message does not say of which server it is.
  await summaries.put({ ...kept, isDirect: true });
  try {
    await postOnce(await user.createDM(), ready, key);
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotSendMessagesToThisUser)
      return false;
    throw error;
  }
}

/** Notes where it stands, and brings it into line with what changed since it was written; the reader has it either way. */
async function notePost(
  kept: StoredSummary,
  note: Partial<StoredSummary>,
  { amending, log }: PublishingParts,
): Promise<void> {
  try {
    await amending.notePost(kept, note);
  } catch (error) {
    log.warn(
      { summary: kept.summary.id, name: error instanceof Error ? error.name : '' },
      'answer-location-save-failed',
    );
  }
}
