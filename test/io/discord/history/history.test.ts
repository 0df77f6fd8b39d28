import type { Playground } from '@footnote/playground/discord';
import { type Client, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { toEvidence } from '../../../../src/core/conversation/evidence.ts';
import { readHistory } from '../../../../src/io/discord/history/history.ts';
import { createMessageCache, followEvents } from '../../../../src/io/discord/history/message-cache.ts';
import { createGatewayContinuity } from '../../../../src/io/discord/sync/gateway-events.ts';
import { open, privacy, texts, watch } from '../scene.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
const stepMs = 60_000;

/** A channel with `count` messages "m1", "m2", ... a minute apart. */
async function openWith(count: number) {
  let posted: ReturnType<Playground['world']['addConversation']> = [];
  // Before the client logs in, so that it need not hear of each message.
  const opened = await open(({ world }, { general, ben }) => {
    const lines = Array.from({ length: count }, (_, index) => [ben, `m${index + 1}`] as const);
    posted = world.addConversation(general, lines, { startMs, stepMs });
  });
  const { general, channelOf } = opened;
  const idOf = (nth: number) => posted[nth - 1]?.id ?? '';
  const timeOf = (nth: number) => new Date(startMs + (nth - 1) * stepMs).toISOString();
  return { ...opened, posted, idOf, timeOf, channel: await channelOf(general) };
}

/** A cache that follows the client's events, as the bot's does. */
function openCache(client: Client<true>, maxBytes = 128 * 2 ** 20) {
  const continuity = createGatewayContinuity(client, Date.now);
  const cache = createMessageCache({
    maxBytes,
    now: Date.now,
    connectedSince: continuity.since,
  });
  followEvents(client, cache);
  return cache;
}

/** An id after all others. */
const later = String(2n ** 62n);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `m${from + index}`);

it('reads more than a thousand messages, each once, oldest first, and tells how far it is', async () => {
  const { channel, guild, general, playground } = await openWith(1050);
  const progress: number[] = [];
  const conversation = await readHistory(
    channel,
    {},
    { ...watch, onProgress: ({ read }) => progress.push(read) },
  );
  expect(texts(conversation)).toEqual(numbered(1, 1050));
  expect(progress).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1050]);
  expect(conversation.source).toEqual({
    type: 'discord',
    title: '#general',
    guildId: guild.id,
    channelIds: [general.id],
  });
  expect(playground.exchanges.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(11);
});

it('reads from an instant, inclusive, to an id, exclusive, and no page further', async () => {
  const { channel, idOf, timeOf, playground } = await openWith(400);
  const window = { from: timeOf(251), beforeId: idOf(261) };
  expect(texts(await readHistory(channel, window, watch))).toEqual(numbered(251, 260));
  expect(playground.exchanges.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1);
  expect(texts(await readHistory(channel, { beforeId: idOf(4) }, watch))).toEqual(numbered(1, 3));
  expect(texts(await readHistory(channel, { from: timeOf(399) }, watch))).toEqual(numbered(399, 400));
});

it('reads what is newer than an id, with a time whichever is later', async () => {
  const { channel, idOf, timeOf } = await openWith(20);
  expect(texts(await readHistory(channel, { afterId: idOf(18) }, watch))).toEqual(['m19', 'm20']);
  const both = { afterId: idOf(10), from: timeOf(19) };
  expect(texts(await readHistory(channel, both, watch))).toEqual(['m19', 'm20']);
  const other = { afterId: idOf(19), from: timeOf(10) };
  expect(texts(await readHistory(channel, other, watch))).toEqual(['m20']);
});

it('reads on when messages are deleted between pages, even the one it goes on from', async () => {
  const { channel, world, general, idOf } = await openWith(300);
  const conversation = await readHistory(
    channel,
    {},
    {
      ...watch,
      onProgress: ({ read }) => {
        if (read === 100) world.removeMessages(general, [idOf(201), idOf(200), idOf(150)]);
      },
    },
  );
  const expected = numbered(1, 300).filter(text => !['m200', 'm150'].includes(text));
  expect(texts(conversation)).toEqual(expected);
});

it('stops at once while it waits for a rate limit or an answer', async () => {
  const { channel, playground } = await openWith(3);
  for (const strike of [
    () => playground.faults.rateLimit('GET /channels/*/messages', { retryAfterMs: 600_000 }),
    // More than once: the request that was left may still arrive and take one.
    () => playground.faults.delay(600_000, 'GET /channels/*/messages', 100),
  ]) {
    strike();
    await expect(readHistory(channel, {}, { signal: AbortSignal.timeout(100), privacy })).rejects.toThrow(
      /timeout/,
    );
    playground.faults.clear();
  }
});

it('reads a thread with the message it grew from, which opens in the channel', async () => {
  const { world, guild, general, ada, ben, channelOf } = await open();
  const root = world.addMessage(general, { by: ada, content: 'root' });
  const thread = world.addThread(general, { name: 'grown', owner: ben, from: root });
  world.addMessage(thread, { by: ben, content: 'leaf' });
  world.archive(thread);
  const { source, messages } = await readHistory(await channelOf(thread), {}, watch);
  expect(source).toEqual({
    type: 'discord',
    title: 'grown',
    guildId: guild.id,
    channelIds: [general.id],
    threadId: thread.id,
  });
  expect(messages).toMatchObject([
    {
      id: root.id,
      kind: 'said',
      author: { name: 'Ada' },
      text: 'root',
      url: `https://discord.com/channels/${guild.id}/${general.id}/${root.id}`,
    },
    { text: 'leaf', url: expect.stringContaining(`/${thread.id}/`) },
  ]);
  for (const message of messages) {
    expect(message.channel).toEqual({ id: general.id, title: '#general' });
    expect(message.thread).toEqual({ id: thread.id, title: 'grown' });
  }
});

it('reads forum posts, private threads and the text of voice channels, also in news', async () => {
  const { world, guild, general, ben, channelOf } = await open();
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum' });
  const post = world.addPost(forum, { title: 'Idea', message: { by: ben, content: 'first' } });
  const members = [world.bot];
  const closed = world.addThread(general, { name: 'closed', owner: ben, isPrivate: true, members });
  const lounge = world.addChannel(guild, { name: 'Lounge', kind: 'voice' });
  const news = world.addChannel(guild, { name: 'news', kind: 'announcement' });
  for (const place of [post, closed, lounge, news]) world.addMessage(place, { by: ben, content: 'x' });
  world.archive(post);
  const read = async (place: { id: string }) => readHistory(await channelOf(place), {}, watch);
  expect(texts(await read(post))).toEqual(['first', 'x']);
  expect((await read(post)).source).toMatchObject({
    title: 'Idea',
    channelIds: [forum.id],
    threadId: post.id,
  });
  for (const place of [closed, lounge, news]) expect(texts(await read(place))).toEqual(['x']);
});

it('fetches each page once for people who read a channel at the same time, also if one of them leaves', async () => {
  const { channel, client, idOf, playground } = await openWith(1_000);
  const cache = openCache(client);
  playground.faults.delay(20, 'GET /channels/*/messages', Number.POSITIVE_INFINITY);
  const leaving = new AbortController();
  const onProgress = ({ read }: { readonly read: number }) => {
    if (read === 300) leaving.abort(new Error('left'));
  };
  const begin = (beforeId: string, signal = watch.signal) =>
    readHistory(
      channel,
      { beforeId },
      { privacy, cache, signal, ...(signal !== watch.signal && { onProgress }) },
    );
  const left = begin(idOf(1_000), leaving.signal);
  const others = [begin(idOf(1_000)), begin(idOf(997)), begin(idOf(990))];
  await expect(left).rejects.toThrow('left');
  expect((await Promise.all(others)).map(texts)).toEqual([999, 996, 989].map(last => numbered(1, last)));
  const asked = playground.exchanges.filter(({ path }) => path.endsWith('/messages'));
  expect(asked.length).toBeLessThan(25);
});

it('goes on where it was after connections that break and an outage, with no message twice or lost', async () => {
  const { channel, playground } = await openWith(1_000);
  const strikes = new Map([
    [200, () => playground.faults.breakConnection('GET /channels/*/messages', 2)],
    [500, () => playground.faults.failWith(503, 'GET /channels/*/messages', 5)],
    [800, () => playground.faults.loseAnswer('GET /channels/*/messages', 2)],
  ]);
  const onProgress = ({ read }: { readonly read: number }) => strikes.get(read)?.();
  expect(texts(await readHistory(channel, {}, { ...watch, onProgress }))).toEqual(numbered(1, 1_000));
  const lost = playground.exchanges.filter(({ status, faults }) => status !== 200 || faults.length > 0);
  expect(lost).toHaveLength(9);
});

it('asks Discord once for what it has read, and again where something was edited or deleted', async () => {
  const { channel, client, world, general, ben, posted, playground } = await openWith(450);
  const cache = openCache(client);
  const countRequests = () => playground.exchanges.filter(({ path }) => path.endsWith('/messages')).length;
  const read = async () => {
    const { id } = world.addMessage(general, { by: ben, content: 'x' });
    return texts(await readHistory(channel, { beforeId: id }, { ...watch, cache }));
  };
  expect(await read()).toEqual(numbered(1, 450));
  expect(countRequests()).toBe(5);
  expect(await read()).toEqual([...numbered(1, 450), 'x']);
  expect(countRequests()).toBe(6);
  const [first, removed] = [posted[0], posted[119]];
  if (!first || !removed) throw new Error('nothing posted');
  world.editMessage(first, 'm1, edited');
  await expect.poll(() => cache.size().messages).toBe(500);
  world.removeMessage(removed);
  await expect.poll(() => cache.size().messages).toBe(400);
  expect(await read()).toEqual(['m1, edited', ...numbered(2, 119), ...numbered(121, 450), 'x', 'x']);
  expect(countRequests()).toBe(9);
});

it('leaves out of the cache what people wrote who have opted out since', async () => {
  const { channel, client, ben, cleo, world, general } = await openWith(100);
  const cache = openCache(client);
  const beforeId = world.addMessage(general, { by: cleo, content: 'mine' }).id;
  const read = (optedOut: readonly string[]) => {
    const asked = { ...privacy, hasOptOuts: async () => true, optedOut: async () => new Set(optedOut) };
    return readHistory(
      channel,
      { beforeId: `${BigInt(beforeId) + 1n}` },
      { ...watch, privacy: asked, cache },
    );
  };
  expect(await read([])).toMatchObject({ messages: { length: 101 }, optedOut: 0 });
  const later = await read([ben.id]);
  expect([texts(later), later.optedOut]).toEqual([['mine'], 100]);
});

it('keeps nothing of a private thread, whose events end when the bot leaves it', async () => {
  const { client, world, general, ben, channelOf } = await openWith(1);
  const cache = openCache(client);
  const members = [ben, world.bot];
  const aside = world.addThread(general, { owner: ben, name: 'aside', isPrivate: true, members });
  world.addMessage(aside, { by: ben, content: 'x' });
  await readHistory(await channelOf(aside), { beforeId: later }, { ...watch, cache });
  expect(cache.size().channels).toBe(0);
});

it('forgets in the cache what is deleted in bulk, with a thread or with a channel', async () => {
  const { channel, channelOf, client, world, general, guild, ben, posted } = await openWith(5);
  const cache = openCache(client);
  const lounge = world.addChannel(guild, { name: 'lounge' });
  const thread = world.addThread(general, { owner: ben, name: 'side' });
  for (const place of [thread, lounge]) world.addMessage(place, { by: ben, content: 'x' });
  for (const place of [channel, await channelOf(thread), await channelOf(lounge)])
    await readHistory(place, { beforeId: later }, { ...watch, cache });
  expect(cache.size().channels).toBe(3);
  world.removeChannel(thread);
  await expect.poll(() => cache.size().channels).toBe(2);
  world.removeChannel(lounge);
  await expect.poll(() => cache.size().channels).toBe(1);
  world.removeMessages(general, posted.slice(0, 3));
  await expect.poll(() => cache.size().channels).toBe(0);
});

it('forgets a server in the cache when permissions in it change', async () => {
  const { channel, client, world, general, ben, guild } = await openWith(5);
  const cache = openCache(client);
  const role = world.addRole(guild, { name: 'helpers' });
  const changes = [
    () => world.overwrite(general, { member: ben, deny: PermissionFlagsBits.ReadMessageHistory }),
    () => world.giveRole(guild, { id: client.user.id }, role),
  ];
  for (const change of changes) {
    await readHistory(channel, { beforeId: later }, { ...watch, cache });
    expect(cache.size().channels).toBe(1);
    change();
    await expect.poll(() => cache.size().channels).toBe(0);
  }
});

it('counts what the bot itself posted nowhere', async () => {
  const { channel } = await open(({ world }, { general, ben }) => {
    world.addMessage(general, { by: ben, content: 'one' });
    world.addMessage(general, { by: world.bot, content: 'A summary.' });
  }).then(async opened => ({ channel: await opened.channelOf(opened.general) }));
  const conversation = await readHistory(channel, {}, watch);
  expect(texts(conversation)).toEqual(['one']);
  expect(toEvidence(conversation)).toMatchObject({ available: 1, omitted: [] });
});
