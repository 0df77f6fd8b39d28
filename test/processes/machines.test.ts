import type { Playground } from '@footnote/playground/discord';
import { PermissionFlagsBits } from 'discord.js';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createScriptedWriter } from '../../demo/claude/scripted-writer.ts';
import { createDigest } from '../../src/core/digests/run.ts';
import { createToken } from '../../src/io/http/tokens.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { choice } from '../app/digests/digest-world.ts';
import { summarized, told, toShown } from '../e2e/scene.ts';
import type { Script } from '../start-script.ts';
import { type BotScene, createBotScene } from './bot-scene.ts';
import { findFreePort, noRedis, startRedis } from './redis/redis-server.ts';

/** In the future, because ids of messages only increase. */
const firstMs = Date.UTC(2091, 2, 5, 9);

describe.skipIf(noRedis)(`several processes${noRedis ? ` (${noRedis})` : ''}`, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let scene: BotScene;
  let playground: Playground;
  beforeEach(async () => {
    redis = await startRedis();
    onTestFinished(redis.stop);
    const shared = { STORE_URL: redis.url, REDIS_URL: redis.url, FOOTNOTE_CLOCK: 'playground' };
    scene = await createBotScene(shared, { shards: 2 });
    ({ playground } = scene);
  });
  const gateway = (shard: number) => ({
    FOOTNOTE_ROLE: 'gateway',
    SHARD_COUNT: '2',
    SHARDS: String(shard),
  });
  /** A token of the HTTP API. */
  const addToken = async (guild: { readonly id: string }, user: { readonly id: string }) => {
    const store = await openStore(redis.url, { log: createLogger('silent') });
    const at = new Date(playground.clock.now()).toISOString();
    const { token, bearer } = createToken({ guildId: guild.id, userId: user.id }, at);
    await store.tokens.put(token);
    await store.close();
    return { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  };
  /** An API without a gateway; returns its address. */
  const startApi = async (more: Readonly<Record<string, string>> = {}) => {
    const port = String(await findFreePort());
    const api = await scene.startReady({ FOOTNOTE_ROLE: 'api', HTTP_PORT: port, ...more });
    await expect.poll(api.stderr).toContain('The HTTP API is at');
    return `http://127.0.0.1:${port}`;
  };

  /** Daily digests of one channel, each posted in a channel of its own. */
  const addDigests = async (count: number) => {
    const { world, clock } = playground;
    clock.moveTo(firstMs - 3_600_000);
    const ann = world.addUser({ name: 'ann', locale: 'en-US' });
    const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
    const talk = world.addChannel(guild, { name: 'planning' });
    const places = Array.from({ length: count }, (_, index) =>
      world.addChannel(guild, { name: `news-${index}` }),
    );
    const store = await openStore(redis.url, { log: createLogger('silent'), now: clock.now });
    for (const [index, place] of places.entries())
      await store.digests.create(
        createDigest(
          {
            ...choice,
            id: `d${index}`,
            guildId: guild.id,
            creatorId: ann.id,
            sources: { kind: 'channels', channelIds: [talk.id] },
            destination: { kind: 'channel', channelId: place.id },
          },
          new Date(clock.now()).toISOString(),
        ),
      );
    await store.close();
    world.addMessage(talk, { by: ann, content: 'We decided that stall one sells waffles.' });
    clock.moveTo(firstMs);
    const countPosts = () =>
      places.map(
        place =>
          playground.actions.read(ann, place, 100).filter(post => /waffles/.test(JSON.stringify(post)))
            .length,
      );
    return { ann, talk, countPosts };
  };

  test('log in one after the other, so that Discord refuses none of them', async () => {
    const { playground, start } = await createBotScene(
      { STORE_URL: redis.url, REDIS_URL: redis.url },
      { shards: 3, identifyEveryMs: 5_000, loginGroups: 2 },
    );
    // Shards 0 and 2 wait for each other, and shard 1 for none.
    for (const shard of [0, 1, 2]) start({ ...gateway(shard), SHARD_COUNT: '3' });
    await expect.poll(playground.countSessions).toBe(3);
    expect(playground.logins.map(({ isRefused }) => isRefused)).toEqual([false, false, false]);
  });

  test.each([
    ['one process', [{ REDIS_URL: '' }]],
    ['several', [{ FOOTNOTE_ROLE: 'gateway' }, { FOOTNOTE_ROLE: 'worker' }]],
  ])('SIGTERM under load, %s: nothing is lost, nothing comes twice', async (_, roles) => {
    const { claude, model, countCalls } = await scene.addClaude({ pace: { firstByteMs: 3_000 } });
    const { world, actions } = playground;
    await scene.deploy();
    const { ann, talk, countPosts } = await addDigests(6);
    for (const content of ['Who brings the iron?', 'I do', 'And the flour?', 'It is ordered'])
      world.addMessage(talk, { by: ann, content });
    const startAll = async () => {
      const all: Script[] = [];
      for (const role of roles) all.push(await scene.startReady({ ...model, ...role }));
      return all;
    };
    const stopped = await startAll();
    await expect.poll(countCalls).toBeGreaterThan(0);
    const view = await actions.slash({ user: ann, channel: talk, command: 'summarize' });
    // Not until any next call: it may be one of another digest, before this summary has begun.
    await expect.poll(() => toShown(view.message)).toContain('Stop');
    for (const script of stopped) script.kill('SIGTERM');
    for (const { ended } of stopped) {
      const { code, stderr } = await ended;
      // A part that does not stop in time is left behind, with a line in the log.
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('stop-failed')]);
    }
    expect(countPosts().reduce((sum, posts) => sum + posts)).toBeLessThan(6);
    claude.pace = {};
    await startAll();
    await expect.poll(countPosts).toEqual([1, 1, 1, 1, 1, 1]);
    const { message } = view;
    expect(message?.content).toBe('This summary was interrupted.');
    if (message === null) throw new Error('nothing to press on');
    const again = await summarized(await actions.press({ user: ann, message, label: 'Regenerate' }));
    expect(toShown(again.message)).toContain('waffles');
    expect(countPosts()).toEqual([1, 1, 1, 1, 1, 1]);
    const answers = actions.read(ann, talk, 100).filter(({ embeds }) => embeds.length > 0);
    expect(answers).toHaveLength(1);
  });

  test('each shard answers for its own servers, once', async () => {
    const { world, exchanges } = playground;
    await scene.deploy();
    const ann = world.addUser({ name: 'ann', locale: 'en-US' });
    const guilds = [0, 1, 1, 0, 1].map(shard => ({ shard, ...scene.addFair({ shard, ann }) }));
    const one = guilds.filter(({ shard }) => shard === 1).length;
    const second = await scene.startReady(gateway(1));
    await scene.startReady(gateway(0));
    expect(second.stderr()).toMatch(new RegExp(`in ${one} servers?\\.`));
    for (const fair of guilds) expect(toShown(await fair.ask())).toContain('We decided to rent the tent');
    const callbacks = exchanges.filter(({ path }) => path.endsWith('/callback'));
    expect(callbacks.map(({ status }) => status)).toEqual(guilds.map(() => callbacks[0]?.status));
    expect(new Set(callbacks.map(({ path }) => path)).size).toBe(guilds.length);
  });

  test('open lists follow deletions on each shard, and an opt-out on one reaches posts and the next lists on all', async () => {
    const { world, actions } = playground;
    await scene.deploy();
    const [ann, bob] = ['ann', 'bob'].map(name => world.addUser({ name, locale: 'en-US' }));
    if (!ann || !bob) throw new Error('no people');
    type Channel = ReturnType<Playground['world']['addChannel']>;
    const channels = new Map<number, Channel>();
    while (channels.size < 2) {
      const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann, bob] });
      channels.set(Number((BigInt(guild.id) >> 22n) % 2n), world.addChannel(guild, { name: 'planning' }));
    }
    const write = createScriptedWriter();
    // Highlights give no topics.
    const { model } = await scene.addClaude({
      writer: async prompt => {
        const written = await write(prompt);
        return typeof written === 'string' ? written : written.map(each => ({ ...each, title: each.topic }));
      },
    });
    for (const shard of [0, 1]) await scene.startReady({ ...gateway(shard), ...model });
    /** All topics, one below the other. */
    const read = async (channel: Channel) => {
      const focused = { name: 'topic', value: '' };
      const topics = await actions.autocomplete({ user: ann, channel, command: 'catchup', focused });
      const pages = topics.map(async ({ value }) => {
        const options = { topic: String(value) };
        const view = await actions.slash({ user: ann, channel, command: 'catchup', options });
        await expect.poll(() => toShown(view.message)).toMatch(/-# active|no longer available/);
        return toShown(view.message);
      });
      return (await Promise.all(pages)).join('\n');
    };
    for (const channel of channels.values()) {
      const promise = world.addMessage(channel, { by: ann, content: "I'll book the old tent by Friday." });
      for (const content of ['Yes, it is', 'Good']) world.addMessage(channel, { by: ann, content });
      world.addMessage(channel, { by: bob, content: 'We decided to sell waffles at stall one.' });
      const options = { private: false };
      await summarized(await actions.slash({ user: ann, channel, command: 'summarize', options }));
      expect(await read(channel)).toContain('book the old tent');
      world.removeMessage(promise);
      await expect.poll(() => read(channel)).not.toContain('book the old tent');
      expect(await read(channel)).toContain('waffles');
    }
    const [first, second] = [channels.get(0), channels.get(1)];
    if (!first || !second) throw new Error('no channels');
    const isPosted = () =>
      actions
        .read(ann, second, 100)
        .some(post => /waffles.*Summary|Summary.*waffles/.test(JSON.stringify(post)));
    expect(isPosted()).toBe(true);
    await told(await actions.slash({ user: bob, channel: first, command: 'privacy', subcommand: 'opt-out' }));
    await expect.poll(isPosted).toBe(false);
    expect(await read(second)).toBe('');
  });

  test('a person has one summary at a time on all shards, and can ask again after its process died', async () => {
    const { model, countCalls } = await scene.addClaude({ pace: { firstByteMs: 600_000 } });
    const { actions } = playground;
    await scene.deploy();
    const { ann, channel } = scene.addFair({ shard: 0 });
    const channels = [channel, scene.addFair({ shard: 1, ann }).channel] as const;
    const first = await scene.startReady({ ...gateway(0), ...model });
    await scene.startReady({ ...gateway(1), ...model });
    const ask = (shard: 0 | 1) =>
      actions.slash({ user: ann, channel: channels[shard], command: 'summarize' });
    await ask(0);
    await expect.poll(countCalls).toBe(1);
    const refused = await told(await ask(1));
    expect(refused.message?.content).toMatch(/last summary is still being written/);
    first.kill('SIGKILL');
    await expect
      .poll(async () => {
        const view = await ask(1);
        await expect.poll(() => view.message?.content ?? '').not.toBe('');
        return view.message?.content;
      })
      .not.toMatch(/still being written/);
  });

  test('an API without a gateway reads what its caller may read, and is ready while Redis is', async () => {
    const { world } = playground;
    const { ann, guild, channel: open } = scene.addFair();
    const bob = world.addUser({ name: 'bob' });
    world.addMember(guild, bob);
    const thread = world.addThread(open, { name: 'tents', owner: ann });
    for (const content of ['Is it big?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'])
      world.addMessage(thread, { by: ann, content });
    const headers = await addToken(guild, bob);
    const url = await startApi();
    const ask = async (path: string, init = {}) => {
      const answer = await fetch(`${url}${path}`, init);
      return { status: answer.status, body: await answer.text() };
    };
    const summarize = (id: string) =>
      ask(`/discord/channels/${id}/summarize?wait=30`, {
        method: 'POST',
        headers,
        body: '{}',
      });
    for (const place of [open, thread])
      expect(await summarize(place.id)).toEqual({
        status: 200,
        body: expect.stringContaining('We decided to rent the tent'),
      });
    world.overwrite(open, { member: bob, deny: PermissionFlagsBits.ViewChannel });
    expect((await summarize(thread.id)).status).toBe(404);
    expect(playground.countSessions()).toBe(0);
    expect(JSON.parse((await ask('/readyz')).body)).toEqual({
      status: 'ready',
      store: true,
      discord: true,
      queue: true,
    });
    await redis.stop();
    await expect.poll(async () => JSON.parse((await ask('/readyz')).body)).toMatchObject({ queue: false });
    expect((await ask('/healthz')).status).toBe(200);
  });

  test('a second process for the same shard ends, and says what to change', async () => {
    const first = await scene.startReady();
    const { code, stderr } = await scene.start().ended;
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Another Footnote process is already connected for shard 0.'),
    ]);
    first.kill('SIGTERM');
    await first.ended;
    await scene.startReady();
  });
});
