import type { Client } from 'discord.js';
import type { KeptRequest } from '../../../app/ports.ts';
import { say } from '../answer.ts';
import type { Ask, Wanted } from '../command.ts';
import { findChannel } from '../places.ts';
import { type Action, isForOne } from './action.ts';

const defaultCount = 100;

/** Asks the same again, of what has been said since. */
export const againAction: Action<'again'> = {
  name: 'again',
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, kept, words, parts }) => {
    const ask = await toAsk(interaction.client, kept.request, kept.channelId, isForOne(interaction));
    if (ask === null) return say(interaction, words.denied('gone', ''));
    await parts.summarize(interaction, ask);
  },
};

/** The same request again; null if the message that it was about is gone. */
export async function toAsk(
  client: Client,
  request: KeptRequest,
  channelId: string,
  isPrivate: boolean,
): Promise<Ask | null> {
  const wanted = await toWanted(client, request);
  if (wanted === null) return null;
  const { categoryId, detail, language, focus } = request;
  return {
    wanted,
    channelId,
    ...(categoryId !== undefined && { categoryId }),
    detail,
    ...(language !== undefined && { language }),
    ...(focus !== undefined && { focus }),
    isPrivate,
  };
}

async function toWanted(
  client: Client,
  { threadOf, checkOf, since, messages }: KeptRequest,
): Promise<Wanted | null> {
  const of = threadOf ?? checkOf;
  if (of !== undefined) {
    const channel = await findChannel(client, of.channelId);
    const message = await channel?.messages.fetch({ message: of.messageId, force: checkOf !== undefined });
    return message ? { kind: checkOf === undefined ? 'thread' : 'check', message } : null;
  }
  if (since === undefined) return { kind: 'newest', count: messages ?? defaultCount };
  return { kind: 'since', words: since, ...(messages !== undefined && { count: messages }) };
}
