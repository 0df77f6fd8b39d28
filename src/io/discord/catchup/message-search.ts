import { setTimeout as wait } from 'node:timers/promises';
import {
  type Guild,
  makeURLSearchParams,
  type RESTGetAPIGuildMessagesSearchQuery,
  type RESTGetAPIGuildMessagesSearchResult,
  Routes,
} from 'discord.js';
import { abortable } from '../history/abortable.ts';
import type { MessageRecord } from '../history/record.ts';

/** While Discord builds the index, it says when to retry; the longest such wait. */
const longestWaitMs = 3_000;

/** The most channels in one search. */
export const maxSearchedChannels = 500;

/**
 * The newest matching messages of a server, at most 25. Null if Discord is still building its index after a retry.
 * Discord only checks the bot's permissions, so the channels must be given. Results lag some seconds behind.
 * https://docs.discord.com/developers/resources/message#search-guild-messages
 */
export async function searchMessages(
  guild: Guild,
  query: RESTGetAPIGuildMessagesSearchQuery,
  signal: AbortSignal,
): Promise<readonly MessageRecord[] | null> {
  const ask = async () =>
    (await abortable(signal, own =>
      guild.client.rest.get(Routes.guildMessagesSearch(guild.id), {
        query: makeURLSearchParams({
          sort_by: 'timestamp',
          sort_order: 'desc',
          include_nsfw: true,
          ...query,
        }),
        signal: own,
      }),
    )) as RESTGetAPIGuildMessagesSearchResult;
  let answer = await ask();
  if (!('messages' in answer)) {
    const waitMs = answer.retry_after * 1_000;
    if (waitMs > longestWaitMs) return null;
    await wait(waitMs, undefined, { signal });
    answer = await ask();
  }
  return 'messages' in answer ? answer.messages.flat() : null;
}
