import type { GuildTextBasedChannel } from 'discord.js';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { toLoggedError } from '../../log.ts';
import { type MessageRecord, toFirstId } from './history/message.ts';
import { fetchPage, pageBack, pageSize, type ReadRecord } from './history/pages.ts';
import type { RequestContext } from './interaction/context.ts';
import { createReadBack, type PlaceBack } from './read-back.ts';

/** The channels whose newest messages are read: the search may lag behind, or be missing. */
const mostChannels = 12;
const parallel = 5;

export type QuestionPages = ReturnType<typeof createQuestionPages>;
export type Place = Pick<MessageRecord, 'id' | 'channel_id'>;
type Span = { readonly fromMs: number; readonly toMs: number };

/** Reads pages of channels for a question, each message once, only what is newer than `minId`; the cache asks for fewer. */
export function createQuestionPages(
  { cache, signal, log }: Pick<RequestContext, 'cache' | 'signal' | 'log'>,
  channels: readonly GuildTextBasedChannel[],
  minId: string,
) {
  const byId = new Map(channels.map(channel => [channel.id, channel]));
  const records = new Map<string, ReadRecord>();
  const failures = new Map<string, unknown>();
  /** The oldest message of a channel after which all were read, where older ones were not. */
  const reached = new Map<string, string>();
  let done = 0;
  let expected = 0;
  const add = (page: readonly MessageRecord[]) => {
    for (const record of page) {
      const channel = byId.get(record.channel_id);
      if (channel && compareSnowflakes(record.id, minId) > 0) records.set(record.id, { channel, record });
    }
  };
  /** Whether it succeeds. */
  const tryRead = async (channelId: string, request: () => Promise<void>): Promise<boolean> => {
    try {
      await request();
      return true;
    } catch (error) {
      signal.throwIfAborted();
      failures.set(channelId, error);
      log.warn({ channel: channelId, ...toLoggedError(error) }, 'ask-read-failed');
      return false;
    } finally {
      done += 1;
    }
  };
  const toPlace = (channel: GuildTextBasedChannel, days?: Span): PlaceBack => {
    const firstId = days === undefined ? '0' : String(toFirstId(days.fromMs) - 1n);
    const floor = compareSnowflakes(firstId, minId) > 0 ? firstId : minId;
    const lastId = BigInt(channel.lastMessageId ?? '0') + 1n;
    const endId = days === undefined ? lastId : toFirstId(days.toMs + 1);
    const before = String(endId < lastId ? endId : lastId);
    const query = { before, floor, count: Number.POSITIVE_INFINITY, cache };
    const pages = pageBack(channel, query, signal);
    return {
      next: async () => {
        const page: MessageRecord[] = [];
        const isRead = await tryRead(channel.id, async () => {
          // Of the cache, pages are often short.
          while (page.length < pageSize) {
            const { done: isOver, value } = await pages.next();
            if (isOver) break;
            page.push(...value);
          }
        });
        add(page);
        const isOver = !isRead || page.length < pageSize;
        const last = page.at(-1);
        if (days === undefined && isRead && isOver) reached.delete(channel.id);
        else if (days === undefined && last) reached.set(channel.id, last.id);
        return { texts: page.map(({ content }) => content), isOver };
      },
    };
  };
  const begun = channels.slice(0, mostChannels);
  const back = createReadBack(begun.map(channel => toPlace(channel)));
  const expect = async <Result>(most: number, work: () => Promise<Result>) => {
    expected = done + most;
    const result = await work();
    expected = done;
    signal.throwIfAborted();
    return result;
  };
  type ToTerms = (text: string) => readonly string[];
  return {
    records,
    failures,
    reached,
    begun,
    progress: () => ({ done, of: Math.max(done, expected) }),
    add,
    /** The newest page of each channel. */
    readNewest: () => expect(begun.length, () => back(begun.length)),
    /** Reads `most` older pages, more of them from the channels whose messages have more of the terms. */
    readOlder: (most: number, toTerms: ToTerms) => expect(most, () => back(most, toTerms)),
    /** Reads at most this many pages of some days; returns whether that was all. */
    readDays: async (days: Span, most: number, toTerms: ToTerms) => {
      const onDays = createReadBack(begun.map(channel => toPlace(channel, days)));
      const isOver = await expect(most, () => onDays(most, toTerms));
      // What fails is over too.
      return isOver && !begun.some(({ id }) => failures.has(id));
    },
    /** Reads the pages around the first of the messages that were found, up to a number. */
    readFound: (found: readonly Place[], most: number) =>
      expect(most, async () => {
        let queue = found;
        for (let left = most; left > 0; ) {
          // What is found is often among messages that were read by then.
          queue = queue.filter(({ id, channel_id }) => byId.has(channel_id) && !records.has(id));
          const firsts = new Map(queue.slice(0, left).map(each => [each.channel_id, each]));
          const next = [...firsts.values()].slice(0, parallel);
          if (next.length === 0) return;
          left -= next.length;
          signal.throwIfAborted();
          await Promise.all(
            next.map(async ({ id, channel_id }) => {
              const channel = byId.get(channel_id);
              if (channel === undefined) return;
              await tryRead(channel_id, async () =>
                add(await fetchPage(channel, { around: id, limit: pageSize }, signal)),
              );
            }),
          );
          queue = queue.filter(each => !next.includes(each));
        }
      }),
  };
}
