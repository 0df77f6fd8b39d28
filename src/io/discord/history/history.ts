import { ApplicationFlags, type Client, type GuildTextBasedChannel } from 'discord.js';
import type { PrivacyStore } from '../../../app/ports.ts';
import { isByPerson } from '../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Texts } from '../../../render/texts.ts';
import { toPlacing } from '../access/places.ts';
import { readMessages } from './message.ts';
import type { MessageCache } from './message-cache.ts';
import { pageBack } from './pages.ts';
import { type MessageRecord, toFirstId } from './record.ts';

/** The most messages read of one channel. */
const maxHistory = 100_000;

/** Which messages of a channel; without anything, all up to `maxHistory`. */
export type HistoryWindow = {
  /** At most this many, the newest. */
  readonly count?: number | undefined;
  /** An instant, inclusive. */
  readonly from?: string | undefined;
  /** Only what is newer than the message of this id, which need not exist. */
  readonly afterId?: string | undefined;
  /** Only what is older than the message of this id, which need not exist. */
  readonly beforeId?: string | undefined;
};

/** How far a reading has come. */
export type ReadingProgress = {
  /** How many messages have been read. */
  readonly read: number;
  /** Everything that is newer than this id has been read. */
  readonly reachedId: string;
};

/** How a long reading is followed and stopped. */
export type Watch = {
  readonly signal: AbortSignal;
  /** Who opted out of being read. */
  readonly privacy: PrivacyStore;
  /** Messages that were read before. */
  readonly cache?: MessageCache | undefined;
  /** Called after every page. */
  readonly onProgress?: ((progress: ReadingProgress) => void) | undefined;
  /** Waits until there is memory for more than this many messages. */
  readonly makeRoom?: ((read: number, signal: AbortSignal) => Promise<void>) | undefined;
};

/**
 * Reads the messages of a channel or thread, oldest first and each once. Callers check access first: without the
 * permission Discord returns an empty list. Messages of people who opted out are only counted. Rejects with the signal's
 * reason when it aborts, and with discord.js' error when Discord keeps failing.
 */
export async function readHistory(
  channel: GuildTextBasedChannel,
  { count = maxHistory, from, afterId, beforeId }: HistoryWindow,
  { signal, privacy, cache, onProgress, makeRoom }: Watch,
): Promise<Conversation> {
  const floor = toFloor(from, afterId);
  const newestFirst: MessageRecord[] = [];
  const query = { before: beforeId, count: Math.min(count, maxHistory), floor, readsAhead: true, cache };
  for await (const page of pageBack(channel, query, signal)) {
    newestFirst.push(...page);
    const read = newestFirst.length;
    onProgress?.({ read, reachedId: page.at(-1)?.id ?? '0' });
    await makeRoom?.(read, signal);
  }
  const oldestFirst = newestFirst.reverse().map(record => ({ channel, record }));
  return { source: toPlacing(channel).source, ...(await readMessages(oldestFirst, { signal, privacy })) };
}

/** All wanted messages are newer than this id; null if there is no limit. */
export function toFloor(from: string | undefined, afterId: string | undefined): string | null {
  const first = from === undefined ? 0n : toFirstId(Date.parse(from));
  const after = afterId === undefined ? 0n : BigInt(afterId);
  const floor = first - 1n > after ? first - 1n : after;
  return floor > 0n ? String(floor) : null;
}

/** The flags of an application that may read message content: one for large bots, one for others. */
export const contentFlags =
  ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/**
 * Whether Discord hides message content because the Message Content intent is off in the developer portal. It then
 * removes text, files and embeds from all messages except those to the bot. If half of people's messages are empty,
 * this checks the application.
 */
export async function isContentHidden({ messages }: Conversation, client: Client<true>): Promise<boolean> {
  const said = messages.filter(({ kind, author }) => kind === 'said' && !author.bot);
  const empty = said.filter(({ text }) => text === '').length;
  if (empty === 0 || empty * 2 < said.length) return false;
  const { flags } = await client.application.fetch();
  return !flags.any(contentFlags);
}

/**
 * Why there is nothing to summarize in a place, which is a mention; null if a person wrote something.
 *
 * @param from The start asked for, in words.
 */
export function toEmptyWords(
  { messages, optedOut = 0 }: Conversation,
  place: string,
  t: Texts,
  from?: string,
): string | null {
  if (messages.some(isByPerson)) return null;
  if (optedOut > 0) return t('bot.privacy.allOptedOut', { count: optedOut });
  if (messages.length > 0) return t('bot.onlyBots', { place });
  return from === undefined ? t('bot.empty', { place }) : t('bot.emptySince', { place, from });
}
