import {
  type APIMessage,
  type Client,
  DiscordAPIError,
  type InteractionEditReplyOptions,
  type InteractionReplyOptions,
  type Message,
  type RepliableInteraction,
  Routes,
} from 'discord.js';
import type { PostedMessage } from '../../../app/ports.ts';
import type { MessageBody } from './message-body.ts';
import { isTemporary } from './retry-answer.ts';
import { orUnavailable } from './unavailable.ts';

/**
 * A public answer is a follow-up to a private deferral. So others see nothing of a request until there is an answer for
 * them.
 */
type Posted = {
  /** The id of the follow-up, once known. */
  messageId?: string;
  /** Whether it may exist although its id is unknown. */
  isUncertain: boolean;
};

const posted = new WeakMap<RepliableInteraction, Posted>();

/** A body that can be posted and edited. */
export type AnswerBody = Pick<
  InteractionReplyOptions & InteractionEditReplyOptions,
  'content' | 'embeds' | 'components' | 'allowedMentions'
>;

/** The id of the public follow-up; undefined if there is none. */
export function toPublicId(interaction: RepliableInteraction): string | undefined {
  return posted.get(interaction)?.messageId;
}

export function forgetPublicAnswer(interaction: RepliableInteraction): void {
  posted.delete(interaction);
}

/**
 * Edits the follow-up, or posts it: after an attempt with an unknown outcome, it is searched for first, so that it is
 * not posted twice.
 *
 * @param line The text that replaces the deferral. It is sent first: Discord would let a follow-up replace an open
 * deferral, where only the person sees it.
 */
export async function postOrEdit(
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

/**
 * Replaces an expired answer by editing it as an ordinary message of the bot. `gone` if it was deleted; `refused` for
 * any other reason, such as an archived thread.
 */
export async function finishAnswer(
  client: Client,
  { channelId, messageId }: PostedMessage,
  { content, embeds, components }: Pick<MessageBody, 'content' | 'embeds' | 'components'>,
): Promise<'finished' | 'gone' | 'refused'> {
  const body = { content, embeds, components, allowed_mentions: { parse: [] } };
  try {
    const edited = await orUnavailable(
      client.rest.patch(Routes.channelMessage(channelId, messageId), { body }),
    );
    if (edited === 'gone') return 'gone';
    return edited === 'hidden' ? 'refused' : 'finished';
  } catch (error) {
    if (isTemporary(error) || !(error instanceof DiscordAPIError)) throw error;
    return 'refused';
  }
}

/** Deletes an answer that must not stay or was replaced by another message; rejects if Discord fails. */
export async function removeAnswer(client: Client, { channelId, messageId }: PostedMessage): Promise<void> {
  await orUnavailable(client.rest.delete(Routes.channelMessage(channelId, messageId)));
}
