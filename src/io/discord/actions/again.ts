import type { KeptRequest } from '../../../app/ports.ts';
import { say } from '../answer.ts';
import type { Ask, Wanted } from '../command.ts';
import { findChannel } from '../places.ts';
import { type Action, isForOne, type Press } from './action.ts';

const defaultCount = 100;

/** Asks the same again, of what has been said since. */
export const againAction: Action<'again'> = {
  name: 'again',
  onlyRequester: true,
  toAcknowledgement: interaction => (isForOne(interaction) ? 'private' : 'public'),
  run: async ({ interaction, kept, words, parts }) => {
    const wanted = await toWanted(interaction, kept.request);
    if (wanted === null) return say(interaction, words.denied('gone', ''));
    const { categoryId, detail, language, focus } = kept.request;
    const ask: Ask = {
      wanted,
      channelId: kept.channelId,
      ...(categoryId !== undefined && { categoryId }),
      detail,
      ...(language !== undefined && { language }),
      ...(focus !== undefined && { focus }),
      isPrivate: isForOne(interaction),
    };
    await parts.summarize(interaction, ask);
  },
};

async function toWanted(
  interaction: Press,
  { threadOf, checkOf, since, messages }: KeptRequest,
): Promise<Wanted | null> {
  const of = threadOf ?? checkOf;
  if (of !== undefined) {
    const channel = await findChannel(interaction.client, of.channelId);
    const message = await channel?.messages.fetch({ message: of.messageId, force: checkOf !== undefined });
    return message ? { kind: checkOf === undefined ? 'thread' : 'check', message } : null;
  }
  if (since === undefined) return { kind: 'newest', count: messages ?? defaultCount };
  return { kind: 'since', words: since, ...(messages !== undefined && { count: messages }) };
}
