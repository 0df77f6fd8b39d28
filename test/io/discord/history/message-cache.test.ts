import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMessageCache } from '../../../../src/io/discord/history/message-cache.ts';
import type { MessageRecord } from '../../../../src/io/discord/history/record.ts';

const channel = { id: '7', guildId: '1' };
const pageSize = 4;
const farAway = '999999';
const { signal } = new AbortController();

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
    /** How many requests something makes. */
    countRequests: async (work: () => Promise<unknown>) => {
      const before = requests;
      await work();
      return requests - before;
    },
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
    /** Nobody is told, and no gap is noticed. */
    removeSilently: (index: number) => void messages.splice(index, 1),
    lose: () => {
      isListening = false;
    },
    resume: () => {
      isListening = true;
      connectedSince = ++time;
    },
    /** The newest messages as a reader gets them, oldest first; `whileAsked` happens while a page is on its way. */
    read: async (most: number, whileAsked: () => unknown = () => {}) => {
      const readPage = cache.begin(channel);
      const read: MessageRecord[] = [];
      for (let before = farAway; read.length < most; ) {
        const limit = Math.min(pageSize, most - read.length);
        const request = async () => {
          requests += 1;
          const page = toPage(before, limit);
          await whileAsked();
          return page;
        };
        const page = await readPage({ before, limit, isFirst: before === farAway }, request, signal);
        read.push(...page.records);
        before = page.records.at(-1)?.id ?? before;
        if (page.isLast) break;
      }
      return read.reverse().map(({ id, content }) => `${id} ${content}`);
    },
    toNow: (most: number) => messages.slice(-most).map(({ id, content }) => `${id} ${content}`),
  };
}

describe('a cache of messages', () => {
  it('asks only for what is newer than what it knows, and for what is older', async () => {
    const { read, post, countRequests } = createChannel(40);
    expect(await countRequests(() => read(8))).toBe(2);
    // One for the newest page, three for what is older than the eight.
    expect(await countRequests(() => read(20))).toBe(4);
    for (let count = 0; count < 3; count++) {
      post();
      expect(await countRequests(() => read(21 + count))).toBe(1);
    }
  });

  it('asks again for all after a gap in which events were missed, and where a new page disagrees', async () => {
    const { read, remove, removeSilently, lose, resume, toNow, countRequests } = createChannel(20);
    await read(20);
    removeSilently(18);
    expect(await countRequests(async () => expect(await read(19)).toEqual(toNow(19)))).toBe(5);
    lose();
    remove(3);
    resume();
    expect(await countRequests(async () => expect(await read(20)).toEqual(toNow(20)))).toBe(5);
  });

  it('leaves no gap where another reading began anew', async () => {
    const { read, post, toNow } = createChannel(20);
    let asked = 0;
    await read(12, async () => {
      asked += 1;
      if (asked !== 2) return;
      for (let count = 0; count < 6; count++) post();
      await read(4);
    });
    expect(await read(26)).toEqual(toNow(26));
  });

  it('begins anew where more was posted than a page', async () => {
    const { read, post, toNow, countRequests } = createChannel(20);
    await read(20);
    for (let count = 0; count < 6; count++) post();
    expect(await countRequests(async () => expect(await read(20)).toEqual(toNow(20)))).toBe(5);
    expect(await countRequests(() => read(20))).toBe(1);
  });

  it('does not keep the old text of a message that changes while its page is on its way', async () => {
    const { read, edit, remove, toNow } = createChannel(6);
    let isFirst = true;
    await read(6, () => {
      if (!isFirst) return;
      isFirst = false;
      edit(4);
      remove(3);
    });
    expect(await read(6)).toEqual(toNow(6));
  });

  it('forgets a channel if the new text of a message is unknown', async () => {
    const { read, cache } = createChannel(6);
    await read(6);
    cache.edit(channel.id, toMessage(2).id, null);
    expect(cache.size().messages).toBe(0);
    // The page shows the text of before or after; nobody knows which.
    await read(6);
    expect(cache.size().messages).toBe(0);
  });

  it('stays below its size and forgets the channels that were read longest ago', async () => {
    const { cache } = createChannel(0, 10_000);
    const page = [toMessage(2), toMessage(1)];
    for (let id = 1; id <= 40; id++) {
      const asked = { before: farAway, limit: 5, isFirst: true };
      await cache.begin({ id: String(id), guildId: '1' })(asked, async () => page, signal);
      expect(cache.size().bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.size().channels).toBeGreaterThan(5);
    const readOld = async (id: string) => {
      const asked = { before: '100003', limit: 5, isFirst: false };
      return (await cache.begin({ id, guildId: '1' })(asked, async () => [], signal)).records.length;
    };
    expect([await readOld('40'), await readOld('1')]).toEqual([2, 0]);
  });

  it('counts what is added, edited and removed, and keeps the newest part of a large channel', async () => {
    const { read, edit, remove, toNow, cache } = createChannel(200, 10_000);
    await read(8);
    const few = cache.size().bytes;
    await read(20);
    const more = cache.size().bytes;
    expect(more).toBeGreaterThan(2 * few);
    edit(195);
    const edited = cache.size().bytes;
    expect(edited).toBeGreaterThan(more);
    remove(195);
    expect(cache.size().bytes).toBeLessThan(edited);
    expect(await read(300)).toEqual(toNow(300));
    expect(cache.size().messages).toBeGreaterThan(20);
    expect(cache.size().bytes).toBeLessThanOrEqual(10_000);
  });

  it('keeps nothing of channels whose events are not heard', async () => {
    const { read, lose, cache } = createChannel(6);
    lose();
    await read(6);
    expect(cache.size().channels).toBe(0);
  });

  it('never differs from the channel, with any events in any order', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('post' as const), at: fc.nat(5) }),
      fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const), at: fc.nat(60) }),
      fc.record({ do: fc.constant('gap' as const), at: fc.nat(60) }),
      fc.record({ do: fc.constant('read' as const), at: fc.integer({ min: 1, max: 60 }) }),
      // Something happens while the second page of a reading is on its way.
      fc.record({ do: fc.constant('read-and-change' as const), at: fc.integer({ min: 1, max: 60 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.array(step, { maxLength: 40 }), async (count, steps) => {
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
          } else {
            let pages = 0;
            const read = await discord.read(at, () => {
              pages += 1;
              if (what === 'read' || pages !== 2) return;
              discord.edit(at);
              discord.remove(at + 3);
              discord.post();
            });
            expect(what === 'read' ? read : await discord.read(at)).toEqual(discord.toNow(at));
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
