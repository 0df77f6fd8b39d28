import { DiscordAPIError, type GuildTextBasedChannel, RESTJSONErrorCodes } from 'discord.js';
import type { PostedMessage, StoredSummary } from '../../../app/ports.ts';
import { toCounts } from '../../../core/claims/footnotes.ts';
import { toLoggedError } from '../../../log.ts';
import { findChannel } from '../access/places.ts';
import { AccessLost } from '../access/requested-channels.ts';
import type { MessageBody } from '../components.ts';
import type { RequestContext } from '../interaction/context.ts';
import { answerLifeMs, isTemporary, orUnavailable, retryWhileTemporary } from '../interaction/failures.ts';
import {
  finishAnswer,
  isAnswerGone,
  isTooLate,
  removeAnswer,
  replyPrivately,
  toShow,
} from '../interaction/reply.ts';
import { toReadyMessage } from './buttons/show.ts';
import type { RunRecord } from './runs.ts';
import { postOnce } from './send-message.ts';
import { toPostMessage, toSummaryMessage } from './summary-message.ts';

/** Stores a summary. If that fails, it is still shown, with a line that its buttons may not work. */
export async function storeSummary(
  { summaries, log, t }: RequestContext,
  stored: StoredSummary,
): Promise<string> {
  try {
    await summaries.put(stored);
    return '';
  } catch (error) {
    log.error({ summary: stored.summary.id, ...toLoggedError(error) }, 'summary-store-failed');
    return t('bot.storeTrouble');
  }
}

type PublishOptions = {
  readonly isPrivate: boolean;
  /** The lines above the summary. */
  readonly content: string;
  /** Checked before each retry: a refusal if the person may no longer read the summary, otherwise null. */
  readonly refuseNow: () => Promise<string | null>;
};

/**
 * Publishes the summary as the answer, while Discord accepts one. After the answer's 15 minutes, a public one is edited
 * as an ordinary message, or posted again if that fails. For a private one, the channel only gets a message that it is
 * ready, with a button that checks access. If someone deleted the answer, nothing is posted.
 */
export async function publish(
  context: RequestContext,
  stored: StoredSummary,
  options: PublishOptions,
  record: Pick<RunRecord, 'answeredAs'>,
): Promise<void> {
  const { isPrivate, content } = options;
  const { interaction, client, t, summaries, log, now: readClock } = context;
  const draw = (now: StoredSummary) =>
    isPrivate
      ? toSummaryMessage(now, { page: 1, isPrivate, t, content })
      : toPostMessage(now, { page: 1, t, content });
  const current = createSummaryLoader(context, stored, options);
  const show = toShow(context, options);
  try {
    const { shown, message } = await retryWhileTemporary(client, async () => {
      const now = await current();
      return { shown: now, message: now && (await show(draw(now))) };
    });
    if (shown === null || message === null) return await replyPrivately(interaction, t('bot.expired'));
    const post = { channelId: message.channelId, messageId: message.id };
    await notePost(context, shown, isPrivate ? {} : { answeredAs: post });
  } catch (error) {
    if (isAnswerGone(error)) await summaries.remove(stored.guildId, stored.summary.id);
    const isOver = interaction.createdTimestamp + answerLifeMs <= Date.parse(readClock());
    if (!isTooLate(error) && !(isOver && isTemporary(error))) throw error;
    log.warn({ summary: stored.summary.id, interaction: interaction.id }, 'answer-too-late');
    const isShown = await retryWhileTemporary(client, async () => {
      const now = await current();
      return now !== null && (await showLate(context, now, isPrivate ? null : draw(now), record));
    });
    if (!isShown) return;
  }
  const { id: summary, coverage, claims } = stored.summary;
  const { sourcesFound } = toCounts(stored.summary);
  log.info({ summary, read: coverage.read, claims: claims.length, sourcesFound }, 'summary-shown');
}

/**
 * Loads the current summary before each attempt. From the second attempt on, access is checked again. Null if the summary
 * was deleted meanwhile.
 */
function createSummaryLoader(
  { summarySync, log }: RequestContext,
  first: StoredSummary,
  { refuseNow }: PublishOptions,
): () => Promise<StoredSummary | null> {
  /** Undefined if the store fails, which does not mean that the summary was deleted. */
  const load = async () => {
    try {
      return await summarySync.known({ guildId: first.guildId, summaryId: first.summary.id });
    } catch (error) {
      log.warn({ summary: first.summary.id, ...toLoggedError(error) }, 'summary-load-failed');
      return undefined;
    }
  };
  let isFirst = true;
  let isStored = false;
  return async () => {
    const stored = await load();
    // A summary that could not be stored is published anyway.
    if (isFirst) {
      isFirst = false;
      isStored = Boolean(stored);
      return stored ?? first;
    }
    const refusal = await refuseNow();
    if (refusal !== null) throw new AccessLost(refusal);
    return stored ?? (isStored && stored === null ? null : first);
  };
}

/** Publishes the summary after the answer's 15 minutes; false if someone deleted the answer. */
async function showLate(
  context: RequestContext,
  stored: StoredSummary,
  body: MessageBody | null,
  record: Pick<RunRecord, 'answeredAs'>,
): Promise<boolean> {
  const { interaction, client, summaries } = context;
  const { id } = stored.summary;
  const answer = body === null ? null : record.answeredAs();
  if (body !== null && answer !== null) {
    const outcome = await finishAnswer(client, answer, body);
    if (outcome === 'gone') await summaries.remove(stored.guildId, id);
    if (outcome === 'finished') await notePost(context, stored, { answeredAs: answer });
    if (outcome !== 'refused') return outcome === 'finished';
  }
  const here = interaction.channelId === null ? null : await findChannel(client, interaction.channelId);
  if (body === null) return tellReady(context, here, stored);
  if (here === null) return false;
  const post = await postOnce(here, body, `${id}:late`);
  await notePost(context, stored, { answeredAs: { channelId: here.id, messageId: post.id } });
  if (answer !== null) await removeReplaced(context, answer);
  return true;
}

/** Deletes a progress message that the post replaced; if that fails, it only shows old progress. */
async function removeReplaced({ client, log }: RequestContext, answer: PostedMessage): Promise<void> {
  try {
    await removeAnswer(client, answer);
  } catch (error) {
    log.warn({ answer: answer.messageId, ...toLoggedError(error) }, 'progress-unremoved');
  }
}

/** Posts that a private summary is ready, in its channel or else in a direct message; false if neither is possible. */
async function tellReady(
  { interaction: { user }, t, summaries }: RequestContext,
  here: GuildTextBasedChannel | null,
  stored: StoredSummary,
): Promise<boolean> {
  const { id } = stored.summary;
  const ready = toReadyMessage(id, `<@${user.id}>`, t);
  const key = `${id}:late`;
  if (here !== null) {
    const post = await orUnavailable(postOnce(here, ready, key));
    if (typeof post !== 'string') return true;
  }
  // A press in a direct message does not contain the server.
  await summaries.put({ ...stored, isDirect: true });
  try {
    await postOnce(await user.createDM(), ready, key);
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotSendMessagesToThisUser)
      return false;
    throw error;
  }
}

/** Stores where the summary was posted, and applies the changes since it was written. A failure is only logged. */
async function notePost(
  { summarySync, log }: RequestContext,
  stored: StoredSummary,
  note: Partial<StoredSummary>,
): Promise<void> {
  try {
    await summarySync.notePost(stored, note);
  } catch (error) {
    log.warn({ summary: stored.summary.id, ...toLoggedError(error) }, 'answer-location-save-failed');
  }
}
