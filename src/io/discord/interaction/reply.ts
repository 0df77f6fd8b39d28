import { randomBytes } from 'node:crypto';
import {
  DiscordAPIError,
  type InteractionEditReplyOptions,
  type InteractionReplyOptions,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  RESTJSONErrorCodes,
  type RepliableInteraction,
} from 'discord.js';
import { UserError } from '../../../errors.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { RequestContext } from './context.ts';
import { removeAnswer } from './finish-answer.ts';
import { nobody } from './message-body.ts';
import { type AnswerBody, forgetPublicAnswer, postOrEdit, toPublicId } from './public-answer.ts';
import { isPassing, persist } from './retry-answer.ts';

const Codes = RESTJSONErrorCodes;

/** Discord's codes for an interaction that can no longer, or need no longer, be answered. */
const unanswerable = new Set<number | string>([
  Codes.UnknownInteraction,
  Codes.InteractionHasAlreadyBeenAcknowledged,
  Codes.UnknownWebhook,
  Codes.InvalidWebhookToken,
]);
const vanished = new Set<number | string>([Codes.UnknownMessage, Codes.UnknownChannel]);

/** Whether Discord says that this interaction's token is used up. */
export function isTooLate(error: unknown): boolean {
  return isOfAnswer(error) && unanswerable.has(error.code);
}

/** Whether the answer itself was deleted, or the channel that it stood in. */
export function isAnswerGone(error: unknown): boolean {
  return isOfAnswer(error) && vanished.has(error.code);
}

/** What Discord says of a message or channel that was read means something else. */
function isOfAnswer(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && /\/(?:webhooks|interactions)\//.test(error.url);
}

/** Defers the answer, privately: a public answer is posted beside it once there is one. */
export async function defer(interaction: RepliableInteraction): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
}

/** Acknowledges a press whose message may change. */
export async function deferUpdate(interaction: MessageComponentInteraction): Promise<void> {
  await interaction.deferUpdate();
}

/**
 * Answers with one sentence that only the person sees: in place of a deferred answer, or beside the message with the
 * button. A public answer is deleted first.
 */
export async function replyPrivately(interaction: RepliableInteraction, words: string): Promise<void> {
  await removePublic(interaction);
  const body = { content: words, embeds: [], components: [], allowedMentions: nobody };
  // discord.js sets `ephemeral` when an answer is promised, and leaves it null when an update is.
  if (interaction.deferred && interaction.ephemeral !== null) await replace(interaction, body);
  else if (interaction.deferred || interaction.replied)
    await persist(interaction.client, () => interaction.followUp({ ...body, flags: MessageFlags.Ephemeral }));
  else await interaction.reply({ ...body, flags: MessageFlags.Ephemeral });
}

async function removePublic(interaction: RepliableInteraction): Promise<void> {
  const { client, channelId } = interaction;
  const messageId = toPublicId(interaction);
  if (messageId === undefined) return;
  try {
    await persist(client, () => interaction.deleteReply(messageId));
  } catch (error) {
    if (isTooLate(error) && channelId !== null)
      await persist(client, () => removeAnswer(client, { channelId, messageId }));
    else if (!isAnswerGone(error)) throw error;
  }
  forgetPublicAnswer(interaction);
}

/** What was drawn from a summary is not sent much later: the summary may have changed since. */
const shownForMs = 60_000;

/** Shows the answer to everybody; the promise, which only the person sees, says so as long as it is there. */
async function showToAll({ interaction, words }: RequestContext, body: AnswerBody): Promise<Message> {
  const content = words.shownBelow;
  const line = { content, embeds: [], components: [], allowedMentions: nobody };
  return postOrEdit(interaction, { ...body, allowedMentions: nobody }, line);
}

/** How progress and results of a request are shown. Refusals are always private. */
export function toShow(
  context: RequestContext,
  { isPrivate }: { readonly isPrivate: boolean },
): (body: AnswerBody) => Promise<Message> {
  return body => (isPrivate ? editOnce(context.interaction, body) : showToAll(context, body));
}

/** Takes away the promise, which only the person sees, once the answer is there for everybody. */
export async function removePromise(interaction: RepliableInteraction): Promise<void> {
  if (toPublicId(interaction) === undefined) return;
  // If that fails, the promise still says that the answer is below.
  await persist(interaction.client, () => interaction.deleteReply()).catch(() => {});
}

/**
 * Replaces the answer of a deferred interaction, also when Discord fails for a while. If Discord answers 404, the
 * person gets a private message instead.
 */
export async function edit(interaction: RepliableInteraction, body: AnswerBody): Promise<Message> {
  return replace(interaction, body, shownForMs);
}

async function replace(
  interaction: RepliableInteraction,
  body: AnswerBody,
  forMs?: number,
): Promise<Message> {
  const { client } = interaction;
  try {
    return await persist(client, () => editOnce(interaction, body), forMs);
  } catch (error) {
    if (!isOfAnswer(error) || error.status !== 404) throw error;
    const own = { ...body, allowedMentions: nobody, flags: MessageFlags.Ephemeral } as const;
    return persist(client, () => interaction.followUp(own), forMs);
  }
}

/** Edits the answer once, without retries. Used for progress, because the next update replaces one that failed. */
export async function editOnce(
  interaction: RepliableInteraction,
  body: InteractionEditReplyOptions,
): Promise<Message> {
  const message = toPublicId(interaction) ?? '@original';
  return interaction.editReply({ ...body, message, allowedMentions: nobody });
}

/** Answers with one more message, also when Discord fails for a while. */
export async function followUp(
  interaction: RepliableInteraction,
  body: InteractionReplyOptions,
): Promise<Message> {
  return persist(
    interaction.client,
    () => interaction.followUp({ ...body, allowedMentions: nobody }),
    shownForMs,
  );
}

/**
 * Turns anything thrown into a sentence for the person and a line in the log; throws nothing itself. What is
 * not the person's to know gets a short reference that is in both.
 */
export async function answerFailure(
  { interaction, words, log }: Pick<RequestContext, 'interaction' | 'words' | 'log'>,
  error: unknown,
): Promise<void> {
  const reference = randomBytes(4).toString('hex');
  const ids = { interaction: interaction.id, guild: interaction.guildId, reference };
  if (isTooLate(error) || isAnswerGone(error)) {
    log.warn({ ...ids, code: error instanceof DiscordAPIError ? error.code : undefined }, 'interaction-lost');
    return;
  }
  log.error({ ...ids, error: toLogged(error) }, 'interaction-failed');
  try {
    await replyPrivately(interaction, toSentence(error, words, reference));
  } catch (second) {
    log.warn({ ...ids, error: toLogged(second) }, 'interaction-reply-failed');
  }
}

function toSentence(error: unknown, words: BotWords, reference: string): string {
  if (error instanceof UserError) {
    if (error.code === 'cancelled') return words.stopping;
    return error.code === 'store_unavailable' ? words.storeTrouble : error.message;
  }
  if (isPassing(error)) return words.discordTrouble;
  // What was read went, or was closed to the bot, after it had been looked at.
  if (error instanceof DiscordAPIError && vanished.has(error.code)) return words.denied('gone', '');
  const channelId = error instanceof DiscordAPIError ? /\/channels\/(\d+)/.exec(error.url)?.[1] : undefined;
  if (error instanceof DiscordAPIError && error.code === Codes.MissingAccess && channelId !== undefined)
    return words.denied('bot_view', `<#${channelId}>`);
  return words.internal(reference);
}

/** The parts of an error that may be logged: no bodies, because they contain messages. */
function toLogged(error: unknown): object {
  if (error instanceof DiscordAPIError) {
    return {
      name: error.name,
      code: error.code,
      status: error.status,
      method: error.method,
      route: toRoute(error.url),
    };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { thrown: typeof error };
}

/** A path without the tokens of interactions in it. */
function toRoute(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/\/(?:webhooks|interactions)\/(\d+)\/[^/]+/, '/…/$1/…');
}
