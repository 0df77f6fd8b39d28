import {
  type APIMessage,
  type InteractionEditReplyOptions,
  type InteractionReplyOptions,
  type Message,
  type RepliableInteraction,
  Routes,
} from 'discord.js';
import { orUnavailable } from './unavailable.ts';

/**
 * An answer that everybody sees is a follow-up beside a private promise. So nobody but the person sees anything of a
 * request until there is something that all may see.
 */
type Posted = {
  /** The follow-up, once it is known. */
  messageId?: string;
  /** Whether it may be there all the same. */
  isUncertain: boolean;
};

const posted = new WeakMap<RepliableInteraction, Posted>();

/** What may be posted as well as put in place of what is there. */
export type AnswerBody = Pick<
  InteractionReplyOptions & InteractionEditReplyOptions,
  'content' | 'embeds' | 'components' | 'allowedMentions'
>;

/** The follow-up that everybody sees; undefined where there is none. */
export function toPublicId(interaction: RepliableInteraction): string | undefined {
  return posted.get(interaction)?.messageId;
}

/** Goes on with what another process has posted for this interaction, also if it ended before it recorded the post. */
export async function adoptPublicAnswer(
  interaction: RepliableInteraction,
  recordedId: string | undefined,
): Promise<void> {
  const messageId = recordedId ?? (await findFollowUp(interaction));
  posted.set(interaction, { ...(messageId !== undefined && { messageId }), isUncertain: true });
}

export function forgetPublicAnswer(interaction: RepliableInteraction): void {
  posted.delete(interaction);
}

/**
 * Edits the follow-up, or posts it: a try whose outcome is unknown is looked for first, so that it is not posted twice.
 *
 * @param line What the promise says from then on. It comes first: Discord puts a follow-up in the place of a promise that
 * is still open, where only the person sees it.
 */
export async function postOrEdit(
  interaction: RepliableInteraction,
  body: AnswerBody,
  line: AnswerBody,
): Promise<Message> {
  const known = posted.get(interaction);
  const found = known?.messageId ?? (known?.isUncertain ? await findFollowUp(interaction) : undefined);
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

/** A public follow-up that was posted without our knowing; one in a channel whose history the bot may not read is not found. */
async function findFollowUp({ client, id, channelId }: RepliableInteraction): Promise<string | undefined> {
  if (channelId === null) return undefined;
  const query = new URLSearchParams({ limit: '100' });
  const page = await orUnavailable(client.rest.get(Routes.channelMessages(channelId), { query }));
  if (typeof page === 'string') return undefined;
  const isOurs = ({ author, interaction_metadata }: APIMessage) =>
    author.id === client.user.id && interaction_metadata?.id === id;
  return (page as APIMessage[]).find(isOurs)?.id;
}
