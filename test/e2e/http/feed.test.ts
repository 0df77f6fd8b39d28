import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { create } from '../digests/digest-scene.ts';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
let digestId: string;
beforeAll(async () => {
  http = await createHttpScene();
  const { world, guild, bob, channel } = http;
  const news = world.addChannel(guild, { name: 'news' });
  const { bot } = http.running();
  const digest = await create({ ...http, news });
  digestId = digest?.id ?? '';
  world.addMessage(channel, { by: bob, content: 'We decided to rent the <big> tent & pay 450 euros.' });
  await bot.digests?.runNow(guild.id, digestId);
  await vi.waitUntil(() => http.posted(news).length === 1, { timeout: 20_000 });
});
afterAll(() => http?.close());

const feed = (token?: string) =>
  http.ask(`/digests/${digestId}/feed.atom`, token === undefined ? {} : { token });

test('the feed of a digest has its summaries, with links to their posts and messages', async () => {
  await expect.poll(async () => (await feed()).text, { timeout: 10_000 }).toContain('<link href=');
  const { status, headers, text } = await feed();
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(text).toContain('<title>Digest: every day at 09:00 (UTC)</title>');
  expect(text).toContain('&lt;a href=&quot;https://discord.com/channels/');
  expect(text).toContain('rent the &amp;lt;big&amp;gt; tent &amp;amp; pay');
  expect(text.match(/<entry>/g)).toHaveLength(1);
  const again = await http.ask(`/digests/${digestId}/feed.atom`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test('each reader gets what they may read now; to others the digest does not exist', async () => {
  const token = await http.grant({ userId: http.bob.id });
  expect((await feed(token)).text).toContain('big');
  http.world.overwrite(http.channel, { member: http.bob, deny: Flags.ViewChannel });
  expect((await feed(token)).status).toBe(404);
  expect((await http.ask('/digests/unknown/feed.atom')).status).toBe(404);
  expect((await http.ask(`/digests/${digestId}/feed.atom`, { token: null })).status).toBe(401);
});
