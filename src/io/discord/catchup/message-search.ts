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

/** While Discord builds the index it says when to ask again; nobody waits longer than this for it. */
const longestWaitMs = 3_000;

/** As many channels as one search takes. */
export const maxSearchedChannels = 500;

/**
 * The newest messages of a server that fit, at most 25. Null where Discord is still building its index after it has
 * been asked twice. Discord checks the bot's permissions, so the channels must be given. Lags some seconds behind.
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
