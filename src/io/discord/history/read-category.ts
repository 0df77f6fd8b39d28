import type { Guild } from 'discord.js';
import { isWritten } from '../../../core/conversation/discord.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { RequestedChannels } from '../access/requested-channels.ts';
import { toConversation } from '../digests/read-sources.ts';
import { findTextChannels } from '../digests/sources.ts';
import { type HistoryWindow, toFloor, type Watch } from './history.ts';
import { type PageBackOptions, pageBack } from './pages.ts';
import { type PlacePages, readPlaces } from './read-places.ts';
import type { MessageRecord } from './record.ts';
import { toInstant } from './snowflake.ts';
import { isOwnLast, parseSince, type Since, type SinceContext, searched } from './window.ts';

type Category = Extract<RequestedChannels, { readonly kind: 'category' }>;
type Window = Pick<HistoryWindow, 'from' | 'afterId' | 'beforeId'> & { readonly count: number };

/** Reads the newest messages of all channels of a category and their threads, at most `count` in total. */
export async function readCategory(
  { channels, title }: Pick<Category, 'channels' | 'title'>,
  { count, from, afterId, beforeId }: Window,
  guild: Guild,
  watch: Watch,
): Promise<Conversation> {
  const { signal, cache, onProgress } = watch;
  const makeRoom = (read: number) => watch.makeRoom?.(read, signal) ?? Promise.resolve();
  const floor = toFloor(from, afterId) ?? '0';
  const places = await findPages(channels, { floor, before: beforeId, count, cache }, guild, signal);
  const { records } = await readPlaces(places, { order: 'newest first', count, onProgress, makeRoom });
  const conversation = await toConversation(records.toReversed(), channels, guild, watch);
  return { ...conversation, source: { ...conversation.source, title } };
}

/** As `parseSince`, but a link and the person's last message may be in any of the channels. */
export async function parseSinceIn(
  words: string,
  { channels }: Category,
  guild: Guild,
  context: SinceContext,
): Promise<Since> {
  if (!isOwnLast(words)) {
    const linked = channels.find(channel => words.includes(`/${channel.id}/`));
    return parseSince(words, { ...context, ...(linked?.isTextBased() && { channel: linked }) });
  }
  const { personId, signal } = context;
  const isOwn = ({ author, type }: MessageRecord) => author.id === personId && isWritten(type);
  const places = await findPages(channels, { floor: '0', count: searched }, guild, signal);
  const { records } = await readPlaces(places, { order: 'newest first', count: searched, isLast: isOwn });
  const own = records.find(({ record }) => isOwn(record))?.record;
  return own === undefined
    ? { ok: false, reason: 'no_own_message', looked: records.length }
    : { ok: true, from: toInstant(own.id), afterId: own.id, isOwnLast: true };
}

/** The channels and threads that contain something newer than `floor`. */
async function findPages(
  channels: Category['channels'],
  query: PageBackOptions & { readonly floor: string },
  guild: Guild,
  signal: AbortSignal,
): Promise<readonly PlacePages[]> {
  const places = await findTextChannels(channels, query.floor, guild);
  return places
    .filter(({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', query.floor) > 0)
    .map(channel => ({ channel, pages: pageBack(channel, query, signal) }));
}
