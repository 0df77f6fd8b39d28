import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageRecord } from '../../../../src/io/discord/history/message.ts';
import { createMessageCache } from '../../../../src/io/discord/history/message-cache.ts';
import { pageBack } from '../../../../src/io/discord/history/pages.ts';

const farAway = '999999';
const { signal } = new AbortController();

/** As on Discord, ids have gaps. */
function toMessage(nth: number, content = `m${nth}`): MessageRecord {
  return {
    id: String(100_000 + nth * 7),
    channel_id: '7',
    type: 0,
    author: { id: '2', username: 'ann' },
    content,
    edited_timestamp: null,
    attachments: [],
    embeds: [],
  };
}

/** A channel on Discord, and a cache that hears of its events while it listens. */
function createChannel(count: number, maxBytes = 10_000_000) {
  let messages = Array.from({ length: count }, (_, index) => toMessage(index + 1));
  let posted = count;
  let time = 0;
  let connectedSince = 0;
  let isListening = true;
  let requests = 0;
  let whileAsked: () => unknown = () => {};
  const cache = createMessageCache({
    maxBytes,
    now: () => ++time,
    connectedSince: () => (isListening ? connectedSince : Number.POSITIVE_INFINITY),
  });
  const get = async (_: string, { query }: { readonly query: URLSearchParams }) => {
    requests += 1;
    const before = query.get('before') ?? '';
    const page = messages.filter(({ id }) => id < before).slice(-Number(query.get('limit')));
    await whileAsked();
    return page.reverse();
  };
  const place = { id: '7', guildId: '1', type: 0, isDMBased: () => false, client: { rest: { get } } };
  return {
    cache,
    /** How many requests something makes. */
    countRequests: async (work: () => Promise<unknown>) => {
      const before = requests;
      await work();
      return requests - before;
    },
    post: (many = 1) => {
      for (let index = 0; index < many; index += 1) messages.push(toMessage(++posted));
    },
    wait: (ms: number) => {
      time += ms;
    },
    edit: (index: number) => {
      const old = messages[index];
      if (old === undefined) return;
      messages = messages.with(index, { ...old, content: `${old.content}!` });
      if (isListening) cache.change('7', [old.id]);
    },
    remove: (index: number) => {
      const [gone] = messages.splice(index, 1);
      if (gone && isListening) cache.change('7', [gone.id]);
    },
    lose: () => {
      isListening = false;
    },
    resume: () => {
      isListening = true;
      connectedSince = ++time;
    },
    /** The newest messages as a reader gets them, oldest first; `work` happens while each page is on its way. */
    read: async (most: number, work: () => unknown = () => {}) => {
      whileAsked = work;
      const read: MessageRecord[] = [];
      const query = { before: farAway, count: most, cache };
      for await (const page of pageBack(place as never, query, signal)) read.push(...page);
      return read.reverse().map(({ id, content }) => `${id} ${content}`);
    },
    toNow: (most: number) => messages.slice(-most).map(({ id, content }) => `${id} ${content}`),
  };
}

describe('a cache of messages', () => {
  it('asks again before the addresses of files expire', async () => {
    const { read, wait, toNow, countRequests } = createChannel(1_000);
    const isCurrent = async () => expect(await read(1_000)).toEqual(toNow(1_000));
    await isCurrent();
    wait(19 * 3_600_000);
    expect(await countRequests(isCurrent)).toBe(1);
    wait(2 * 3_600_000);
    expect(await countRequests(isCurrent)).toBe(10);
    expect(await countRequests(isCurrent)).toBe(1);
  });

  it('keeps and shares no page in which a message changes for several who wait for it', async () => {
    const { cache } = createChannel(0);
    const [old, current] = ['old', 'new'].map(text => ({ records: [toMessage(1, text)], isLast: true }));
    if (!old || !current) throw new Error('two pages');
    const asked = { channel: { id: '7', guildId: '1' }, before: farAway, isFirst: false };
    const ask = (page: typeof old | Promise<typeof old>) => cache.read(asked, async () => page, signal);
    const [failed, slow] = [Promise.withResolvers<typeof old>(), Promise.withResolvers<typeof old>()];
    const stopped = ask(failed.promise);
    const waiting = [ask(slow.promise), ask(slow.promise)];
    failed.reject(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    await new Promise(setImmediate);
    cache.change('7', [toMessage(1).id]);
    const later = ask(current);
    slow.resolve(old);
    await Promise.all(waiting);
    expect(await later).toEqual(current);
    expect((await ask(old)).records).toEqual(current.records);
  });

  it('stays below its size, and forgets what was read longest ago', async () => {
    const { cache } = createChannel(0, 10_000);
    const page = { records: [toMessage(2), toMessage(1)], isLast: true };
    const ask = (id: string, before: string, given = page) =>
      cache.read({ channel: { id, guildId: '1' }, before, isFirst: false }, async () => given, signal);
    for (let id = 1; id <= 40; id++) {
      await ask(String(id), farAway);
      expect(cache.size().bytes).toBeLessThanOrEqual(10_000);
    }
    const nothing = { records: [], isLast: true };
    expect((await ask('40', farAway, nothing)).records).toHaveLength(2);
    expect((await ask('1', farAway, nothing)).records).toEqual([]);
  });

  it('keeps nothing of channels whose events are not heard', async () => {
    const { read, lose, cache } = createChannel(300);
    lose();
    await read(300);
    expect(cache.size().channels).toBe(0);
  });

  it('never differs from the channel, with any events in any order', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('post' as const), at: fc.nat(150) }),
      fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const), at: fc.nat(500) }),
      fc.record({ do: fc.constant('gap' as const), at: fc.nat(500) }),
      // Something may happen while the second page of a reading is on its way.
      fc.record({ do: fc.constantFrom('read' as const, 'read-and-change' as const), at: fc.nat(600) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(400), fc.array(step, { maxLength: 15 }), async (count, steps) => {
        const discord = createChannel(count);
        for (const { do: what, at } of steps) {
          if (what === 'post') discord.post(at);
          else if (what === 'edit' || what === 'remove') discord[what](at);
          else if (what === 'gap') {
            discord.lose();
            discord.remove(at);
            discord.edit(at + 1);
            discord.resume();
          } else {
            let pages = 0;
            const change = () => {
              pages += 1;
              if (pages !== 2) return;
              discord.edit(at);
              discord.remove(at / 2);
              discord.post();
            };
            if (what === 'read-and-change') await discord.read(at, change);
            // `slice(-0)` is everything.
            if (at > 0) expect(await discord.read(at)).toEqual(discord.toNow(at));
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
