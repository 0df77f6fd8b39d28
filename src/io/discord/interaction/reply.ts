import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIMessage,
  DiscordAPIError,
  HTTPError,
  type InteractionEditReplyOptions,
  type InteractionReplyOptions,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type ModalSubmitInteraction,
  RESTJSONErrorCodes,
  type RepliableInteraction,
  Routes,
} from 'discord.js';
import { toCustomId } from '../../../render/custom-id.ts';
import { type Row, toTextBody } from '../../../render/embed/message-body.ts';
import type { RequestContext } from './context.ts';
import { orUnavailable, retryWhileTemporary } from './failures.ts';
import { deleteMessage } from './messages.ts';

const Codes = RESTJSONErrorCodes;

/** Discord's codes for an interaction that can no longer be answered or already was. */
const unanswerable = new Set<number | string>([
  Codes.UnknownInteraction,
  Codes.InteractionHasAlreadyBeenAcknowledged,
  Codes.UnknownWebhook,
  Codes.InvalidWebhookToken,
]);
const vanished = new Set<number | string>([Codes.UnknownMessage, Codes.UnknownChannel]);

export function isTooLate(error: unknown): boolean {
  return isOfAnswer(error) && unanswerable.has(error.code);
}

export function isAnswerGone(error: unknown): boolean {
  return isOfAnswer(error) && vanished.has(error.code);
}

/** The same codes mean something else for messages and channels that were read. */
export function isOfAnswer(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && /\/(?:webhooks|interactions)\//.test(error.url);
}

/** Defers the answer privately: a public answer is posted as a follow-up once there is one. */
export async function defer({
  interaction,
  liveRuns,
}: Pick<RequestContext, 'interaction' | 'liveRuns'>): Promise<void> {
  await liveRuns.hold(interaction);
  await confirm(interaction, interaction.deferReply({ flags: MessageFlags.Ephemeral }));
  interaction.ephemeral = true;
}

export async function deferUpdate(
  interaction: MessageComponentInteraction | ModalMessageModalSubmitInteraction,
): Promise<void> {
  await confirm(interaction, interaction.deferUpdate());
}

/** Waits for a deferral. Discord may have accepted an attempt that failed, and show "thinking", so the answer is looked up; 404: there is none. */
async function confirm(
  interaction: Pick<RepliableInteraction, 'client' | 'deferred' | 'fetchReply'>,
  deferral: Promise<unknown>,
): Promise<void> {
  try {
    await deferral;
  } catch (error) {
    if (!(error instanceof HTTPError)) throw error;
    await retryWhileTemporary(interaction.client, () => interaction.fetchReply());
    interaction.deferred = true;
  }
}

/** A form must be the first answer, within three seconds, and a refusal in its place takes some of them. */
const formMs = 1_300;

/** What a form says in a field; null where a modified client left it out. */
export function readField({ fields }: ModalSubmitInteraction, id: string): string | null {
  return fields.fields.has(id) ? fields.getTextInputValue(id) : null;
}

/** Null if what a form shows comes too late for it. */
export function withinFormTime<Result>(work: Promise<Result>): Promise<Result | null> {
  return Promise.race([work, sleep(formMs, null, { ref: false })]);
}

/** Answers with one private sentence: instead of a deferred answer, or beside the message with the button. A public answer is deleted first. */
export async function replyPrivately(
  interaction: RepliableInteraction,
  words: string,
  components: readonly Row[] = [],
): Promise<void> {
  await removePublic(interaction);
  const body = { ...toTextBody(words), components };
  // discord.js sets `ephemeral` for a deferred reply, but not for a deferred update.
  if (interaction.deferred && interaction.ephemeral !== null) await replace(interaction, body);
  else if (interaction.deferred || interaction.replied)
    await retryWhileTemporary(interaction.client, () =>
      interaction.followUp({ ...body, flags: MessageFlags.Ephemeral }),
    );
  else await interaction.reply({ ...body, flags: MessageFlags.Ephemeral });
}

async function removePublic(interaction: RepliableInteraction): Promise<void> {
  const { client, channelId } = interaction;
  const messageId = toPublicId(interaction);
  if (messageId === undefined) return;
  try {
    await retryWhileTemporary(client, () => interaction.deleteReply(messageId));
  } catch (error) {
    if (isTooLate(error) && channelId !== null)
      await retryWhileTemporary(client, () => orUnavailable(deleteMessage(client, { channelId, messageId })));
    else if (!isAnswerGone(error)) throw error;
  }
  posted.delete(interaction);
}

/** A rendered summary is not sent much later, because the summary may have changed. */
const shownForMs = 60_000;

/** Shows the answer to everyone. Until it is there, the private deferral says so, and can stop it if the answer can. */
async function showToAll({ interaction, t }: RequestContext, body: AnswerBody): Promise<Message> {
  const stop = toCustomId({ runId: interaction.id, action: 'stop' });
  const isProgress = JSON.stringify(body.components ?? []).includes(stop);
  const line: AnswerBody = {
    ...toTextBody(t('bot.postingBelow')),
    ...(isProgress && body.components && { components: body.components }),
  };
  return postOrEdit(interaction, body, line);
}

/** Creates the function that shows a request's progress and result. Refusals are always private. */
export function toShow(
  context: RequestContext,
  { isPrivate }: { readonly isPrivate: boolean },
): (body: AnswerBody) => Promise<Message> {
  return body => (isPrivate ? showPrivately(context, body) : showToAll(context, body));
}

/** Discord's limit, in UTF-16 units. */
const longestContent = 2_000;

/** Shows a body to the person below the lines above it, as far as there is room for those. */
export function showPrivately({ interaction, lead }: RequestContext, body: AnswerBody): Promise<Message> {
  const lines = [...(lead?.lines ?? [])];
  const toContent = () => [...lines, body.content].filter(Boolean).join('\n');
  while (lines.length > 0 && toContent().length > longestContent) lines.pop();
  return editOnce(interaction, { ...body, content: toContent() });
}

/** Deletes the private deferral once there is a public answer. */
export async function removeDeferral(interaction: RepliableInteraction): Promise<void> {
  if (toPublicId(interaction) === undefined) return;
  await retryWhileTemporary(interaction.client, () => interaction.deleteReply()).catch(() => {});
}

/** Replaces a deferred answer, with retries. If Discord answers 404, the person gets a private message instead. */
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
    return await retryWhileTemporary(client, () => editOnce(interaction, body), forMs);
  } catch (error) {
    if (!isOfAnswer(error) || error.status !== 404) throw error;
    const own = { ...body, flags: MessageFlags.Ephemeral } as const;
    return retryWhileTemporary(client, () => interaction.followUp(own), forMs);
  }
}

/** Edits the answer without retries. Used for progress, where the next update replaces a failed one. */
async function editOnce(
  interaction: RepliableInteraction,
  body: InteractionEditReplyOptions,
): Promise<Message> {
  const message = toPublicId(interaction) ?? '@original';
  return interaction.editReply({ ...body, message });
}

export async function followUp(
  interaction: RepliableInteraction,
  body: InteractionReplyOptions,
): Promise<Message> {
  return retryWhileTemporary(interaction.client, () => interaction.followUp(body), shownForMs);
}

/** A public answer is a follow-up to a private deferral: others see nothing of a request until there is an answer for them. */
type Posted = {
  /** The id of the follow-up, once known. */
  messageId?: string;
  isUncertain: boolean;
};

const posted = new WeakMap<RepliableInteraction, Posted>();

export type AnswerBody = Pick<
  InteractionReplyOptions & InteractionEditReplyOptions,
  'content' | 'embeds' | 'components' | 'files'
>;

/** The id of the public follow-up; undefined if there is none. */
function toPublicId(interaction: RepliableInteraction): string | undefined {
  return posted.get(interaction)?.messageId;
}

/**
 * Edits the follow-up, or posts it, searching first after an attempt with an unknown outcome. `line` replaces the deferral before that:
 * Discord would let a follow-up replace an open deferral, where only the person sees it.
 */
async function postOrEdit(
  interaction: RepliableInteraction,
  body: AnswerBody,
  line: AnswerBody,
): Promise<Message> {
  const known = posted.get(interaction);
  const found = known?.messageId ?? (known?.isUncertain ? (await findFollowUp(interaction))?.id : undefined);
  if (found !== undefined) {
    posted.set(interaction, { messageId: found, isUncertain: false });
    return interaction.editReply({ ...body, message: found });
  }
  await interaction.editReply(line);
  posted.set(interaction, { isUncertain: true });
  const message = await interaction.followUp(body);
  posted.set(interaction, { messageId: message.id, isUncertain: false });
  return message;
}

/** Finds an unrecorded public follow-up; impossible if the bot may not read the channel's history. */
export async function findFollowUp({
  client,
  id,
  channelId,
}: Pick<RepliableInteraction, 'client' | 'id' | 'channelId'>): Promise<APIMessage | undefined> {
  if (channelId === null) return undefined;
  const query = new URLSearchParams({ limit: '100' });
  const page = await orUnavailable(client.rest.get(Routes.channelMessages(channelId), { query }));
  if (typeof page === 'string') return undefined;
  const isOurs = ({ author, interaction_metadata }: APIMessage) =>
    author.id === client.user.id && interaction_metadata?.id === id;
  return (page as APIMessage[]).find(isOurs);
}
