import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver, toExpectedSignature } from '../../io/webhook/receiver.ts';
import { sure } from '../../sure.ts';
import { monday, soon, tent, toDigestScene } from '../digests/digest-scene.ts';
import { createHttpScene } from './http-scene.ts';

const url = 'https://hooks.example/secret-path';

/** Ann owns the server, Bob may manage it, and each has a digest. */
async function setUp() {
  const http = await createHttpScene();
  onTestFinished(http.close);
  const { world, guild, bob } = http;
  const scene = toDigestScene(http);
  scene.jumpTo(`${monday}T08:00:00.000Z`);
  const keepers = world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild });
  world.giveRole(guild, bob, keepers);
  const ofAnn = await scene.create();
  const ofBob = await scene.create({ creatorId: bob.id });
  const token = await http.grant({ userId: bob.id });
  const put = (id: string, to: string, by = token) =>
    http.fetch(`/digests/${id}/webhook`, { method: 'PUT', body: { url: to }, token: by });
  return { ...scene, fetch: http.fetch, grant: http.grant, keepers, ofAnn, ofBob, token, put };
}

test('the creator of a digest sees it, sets and removes its webhook, and the secret is given once', async () => {
  const { fetch, put, ofBob, news, token, list, openDigest, guild, running, bob } = await setUp();
  const read = async () => (await fetch('/digests', { token })).json.digests;
  const own = { digest_id: ofBob.id, schedule: 'every day at 09:00 (UTC)', posts_in: news.id };
  expect(await read()).toEqual([{ ...own, webhook: null }]);
  const set = await put(ofBob.id, url);
  expect(set).toMatchObject({ status: 200, json: { secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) } });
  const { secret } = set.json;
  expect((await list())[1]?.webhook).toEqual({ url, secret });
  const after = await fetch('/digests', { token });
  expect(after.json.digests).toEqual([{ ...own, webhook: url }]);
  // In Discord, its host alone is shown, and a change there leaves it as it is.
  const shown = JSON.stringify((await openDigest(ofBob.id)).message);
  expect(shown).toContain('**Webhook:** `hooks.example`');
  for (const text of [after.text, shown]) expect(text).not.toContain(secret);
  expect(shown).not.toContain('secret-path');
  const { detail, destination, review, schedule, sources } = ofBob;
  await running().bot.digests?.edit(guild.id, ofBob.id, { detail, destination, review, schedule, sources });
  expect((await list())[1]).toMatchObject({ creatorId: bob.id, webhook: { secret } });
  expect((await put(ofBob.id, url)).json.secret).not.toBe(secret);
  const removed = await fetch(`/digests/${ofBob.id}/webhook`, { method: 'DELETE', token });
  expect([removed.status, (await list())[1]?.webhook]).toEqual([200, undefined]);
});

test('a summary is sent to the address, signed with the secret that was given', async () => {
  const { received, url: address } = await startReceiver({ status: 204 });
  const { put, ofBob, say, due } = await setUp();
  const { secret } = (await put(ofBob.id, address)).json;
  say(tent);
  due();
  await expect.poll(() => received.length, soon).toBe(1);
  const event = sure(received[0]);
  expect(event.headers['webhook-signature']).toBe(toExpectedSignature(event, secret));
  expect(event.body).toContain('big tent');
});

test('nobody else sets it, nor without Manage Server, nor to an address that may not be used', async () => {
  const { world, guild, bob, keepers, fetch, grant, put, ofAnn, ofBob, token, list, channel } = await setUp();
  expect(await put(ofAnn.id, url)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  for (const bad of [
    'http://hooks.example/',
    'https://me:secret@hooks.example/',
    'hooks.example',
    `${url}${'x'.repeat(1_000)}`,
  ])
    expect((await put(ofBob.id, bad)).json).toMatchObject({
      code: 'invalid',
      detail: expect.stringContaining('begins with https://'),
    });
  const limited = await grant({ userId: bob.id, channelIds: [channel.id] });
  expect((await put(ofBob.id, url, limited)).json.detail).toContain('limited to channels');
  expect((await fetch('/digests', { token: limited })).status).toBe(404);
  world.takeRole(guild, bob, keepers);
  expect((await put(ofBob.id, url)).json).toMatchObject({
    code: 'not_allowed',
    detail: expect.stringContaining('Manage Server'),
  });
  world.removeMember(guild, bob);
  expect((await put(ofBob.id, url)).status).toBe(403);
  expect((await fetch('/digests', { token })).status).toBe(403);
  expect((await fetch(`/digests/${ofBob.id}/webhook`, { method: 'DELETE', token })).status).toBe(403);
  expect((await list()).map(({ webhook }) => webhook)).toEqual([undefined, undefined]);
});
