import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMessageCache, type MessageCache } from '../../../../src/io/discord/history/message-cache.ts';
import type { MessageRecord } from '../../../../src/io/discord/history/record.ts';

const channel = { id: '7', guildId: '1' };
const pageSize = 4;
const farAway = '999999';

function toMessage(nth: number, content = `m${nth}`, edited: string | null = null): MessageRecord {
  return {
    id: String(100_000 + nth),
    channel_id: channel.id,
    type: 0,
    author: { id: '2', username: 'ann' },
    content,
    edited_timestamp: edited,
    attachments: [],
    embeds: [],
  };
}

/** A channel on Discord, and a cache that hears of its events while it listens. */
function createChannel(count: number, maxBytes = 1_000_000) {
  let messages = Array.from({ length: count }, (_, index) => toMessage(index + 1));
  let posted = count;
  let time = 0;
  let connectedSince = 0;
  let isListening = true;
  let requests = 0;
  const cache = createMessageCache({
    maxBytes,
    now: () => ++time,
    connectedSince: () => (isListening ? connectedSince : Number.POSITIVE_INFINITY),
  });
  const toPage = (before: string, limit: number) =>
    messages
      .filter(({ id }) => id < before)
      .slice(-limit)
      .reverse();
  return {
    cache,
    countRequests: () => requests,
    post: () => {
      posted += 1;
      messages.push(toMessage(posted));
    },
    edit: (index: number) => {
      const at = index % Math.max(1, messages.length);
      const old = messages[at];
      if (old === undefined) return;
      const edited = {
        ...old,
        content: `${old.content}!`,
        edited_timestamp: String(++time).padStart(9, '0'),
      };
      messages = messages.with(at, edited);
      if (isListening) cache.edit(channel.id, old.id, edited);
    },
    remove: (index: number) => {
      const [gone] = messages.splice(index % Math.max(1, messages.length), 1);
      if (gone && isListening) cache.remove(channel.id, [gone.id]);
    },
    lose: () => {
      isListening = false;
    },
    resume: () => {
      isListening = true;
      connectedSince = ++time;
    },
    /** The newest messages as a reader gets them, oldest first. */
    read: (most: number, onPage: (cache: MessageCache) => void = () => {}) => {
      const reading = cache.begin(channel);
      const read: MessageRecord[] = [];
      for (let before = farAway; read.length < most; ) {
        const limit = Math.min(pageSize, most - read.length);
        const known = before === farAway ? null : reading.take(before, limit);
        if (known === null) requests += 1;
        const page = known?.records ?? toPage(before, limit);
        const isLast = known?.isLast ?? page.length < limit;
        onPage(cache);
        if (known === null) reading.add({ records: page, before, isLast });
        read.push(...page);
        before = page.at(-1)?.id ?? before;
        if (isLast) break;
      }
      return read.reverse().map(({ id, content }) => `${id} ${content}`);
    },
    toNow: (most: number) => messages.slice(-most).map(({ id, content }) => `${id} ${content}`),
  };
}

describe('a cache of messages', () => {
  it('asks only for what is newer than what it knows', () => {
    const { read, post, countRequests } = createChannel(22);
    read(100);
    const first = countRequests();
    expect(first).toBe(6);
    for (let i = 0; i < 3; i++) {
      post();
      expect(read(100)).toHaveLength(23 + i);
      expect(countRequests()).toBe(first + 1 + i);
    }
  });

  it('grows at its old end when more is wanted', () => {
    const { read, countRequests } = createChannel(40);
    read(8);
    expect(countRequests()).toBe(2);
    expect(read(20)).toHaveLength(20);
    // One for the newest page, three for what is older than the eight.
    expect(countRequests()).toBe(6);
  });

  it('asks again for all after a gap in which events were missed', () => {
    const { read, remove, lose, resume, toNow, countRequests } = createChannel(20);
    read(20);
    lose();
    remove(3);
    resume();
    expect(read(20)).toEqual(toNow(20));
    expect(countRequests()).toBe(10);
  });

  it('distrusts what it knows if the newest page disagrees with it', () => {
    const { read, remove, toNow, lose, cache } = createChannel(20);
    read(20);
    expect(cache.size().messages).toBe(20);
    // Deleted without an event, and without a gap that anybody noticed.
    cache.remove('another', ['1']);
    lose();
    remove(18);
    const again = createChannel(0);
    expect(again.read(5)).toEqual([]);
    expect(read(20)).toEqual(toNow(20));
  });

  it('does not keep the old text of a message that changes while its page is on its way', () => {
    const { read, edit, remove, toNow } = createChannel(6);
    let isFirst = true;
    read(6, () => {
      if (!isFirst) return;
      isFirst = false;
      edit(4);
      remove(3);
    });
    expect(read(6)).toEqual(toNow(6));
  });

  it('forgets a channel if the new text of a message is unknown', () => {
    const { read, cache } = createChannel(6);
    read(6);
    cache.edit(channel.id, toMessage(2).id, null);
    expect(cache.size().messages).toBe(0);
    // The page shows the text of before or after; nobody knows which.
    read(6);
    expect(cache.size().messages).toBe(0);
  });

  it('stays below its size and forgets the channels that were read longest ago', () => {
    const { cache } = createChannel(0, 10_000);
    for (let id = 1; id <= 40; id++) {
      const reading = cache.begin({ id: String(id), guildId: '1' });
      reading.add({ records: [toMessage(2), toMessage(1)], before: farAway, isLast: true });
      expect(cache.size().bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.size().channels).toBeGreaterThan(5);
    expect(cache.begin({ id: '40', guildId: '1' }).take('100003', 5)?.records).toHaveLength(2);
    expect(cache.begin({ id: '1', guildId: '1' }).take('100003', 5)).toBeNull();
  });

  it('counts what is added to a channel page by page, and what is edited', () => {
    const { read, edit, cache } = createChannel(40);
    read(8);
    const { bytes } = cache.size();
    expect(bytes).toBeGreaterThan(0);
    read(40);
    const all = cache.size().bytes;
    expect(all).toBeGreaterThan(4 * bytes);
    edit(20);
    expect(cache.size().bytes).toBeGreaterThan(all);
  });

  it('keeps the newest part of a channel that is larger than it', () => {
    const { read, post, toNow, cache, countRequests } = createChannel(200, 10_000);
    read(200);
    const kept = cache.size().messages;
    expect(kept).toBeGreaterThan(10);
    expect(cache.size().bytes).toBeLessThanOrEqual(10_000);
    for (let i = 0; i < 3; i++) {
      post();
      const before = countRequests();
      expect(read(20)).toEqual(toNow(20));
      expect(countRequests() - before).toBe(1);
    }
    expect(read(300)).toEqual(toNow(300));
  });

  it('keeps nothing of channels whose events are not heard', () => {
    const { read, lose, cache } = createChannel(6);
    lose();
    read(6);
    expect(cache.size().channels).toBe(0);
  });

  it('never differs from the channel, with any events in any order', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('post' as const), at: fc.nat(5) }),
      fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const), at: fc.nat(60) }),
      fc.record({ do: fc.constant('gap' as const), at: fc.nat(60) }),
      fc.record({ do: fc.constant('read' as const), at: fc.integer({ min: 1, max: 60 }) }),
      // Something happens while the second page of a reading is on its way.
      fc.record({ do: fc.constant('read-and-change' as const), at: fc.integer({ min: 1, max: 60 }) }),
    );
    fc.assert(
      fc.property(fc.nat(40), fc.array(step, { maxLength: 40 }), (count, steps) => {
        const discord = createChannel(count);
        for (const { do: what, at } of steps) {
          if (what === 'post') for (let i = 0; i <= at; i++) discord.post();
          else if (what === 'edit') discord.edit(at);
          else if (what === 'remove') discord.remove(at);
          else if (what === 'gap') {
            discord.lose();
            discord.remove(at);
            discord.edit(at + 1);
            discord.resume();
          } else if (what === 'read') expect(discord.read(at)).toEqual(discord.toNow(at));
          else {
            let pages = 0;
            discord.read(at, () => {
              pages += 1;
              if (pages !== 2) return;
              discord.edit(at);
              discord.remove(at + 3);
              discord.post();
            });
            expect(discord.read(at)).toEqual(discord.toNow(at));
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
