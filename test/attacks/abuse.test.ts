import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Judge } from '../../src/app/ports.ts';
import { createHeldEngine } from '../e2e/engines.ts';
import { createHttpScene } from '../e2e/http/http-scene.ts';
import { fill, openScene, summarized, toSaid } from '../e2e/scene.ts';
import { runFootnote } from '../shell/run-footnote.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-abuse-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A body of so many MB, which is made as it is read. */
function createBody(megabytes: number) {
  const piece = new Uint8Array(1e6);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent === megabytes) return controller.close();
      sent += 1;
      controller.enqueue(piece);
    },
  });
  return { body, sentMegabytes: () => sent };
}

test('a file of 2 GB is refused by the command line in a sentence, with little memory', async () => {
  const path = join(folder, 'huge.json');
  writeFileSync(path, '');
  // It takes no room on the disk.
  truncateSync(path, 2_000_000_000);
  const little = { NODE_OPTIONS: '--max-old-space-size=96' };
  const named = await runFootnote(['summarize', path, '--max-size', '500'], little);
  expect([named.code, named.stdout]).toEqual([1, '']);
  expect(named.stderr).toContain('huge.json is 2,000 MB; the limit is 500 MB. ');
  const file = openSync(path, 'r');
  const piped = await runFootnote(['summarize', '-'], little, file);
  closeSync(file);
  expect([piped.code, piped.stdout]).toEqual([1, '']);
  expect(piped.stderr).toContain('is larger than 16 MB. ');
});

test('a body of 2 GB is refused by the HTTP API after it has read what it may', async () => {
  const http = await createHttpScene();
  onTestFinished(http.close);
  const { body, sentMegabytes } = createBody(2_000);
  const before = process.memoryUsage().rss;
  const answer = await fetch(`${http.url}/check`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${await http.grant()}`, 'content-type': 'application/json' },
  } as RequestInit);
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too_large' }]);
  expect(sentMegabytes()).toBeLessThan(100);
  expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
});

test('a member who asks thirty times at once has one run, and is told so for the others', async () => {
  const held = createHeldEngine();
  const scene = await openScene({ engine: held.engine });
  fill(scene);
  const { ann: user, bob, channel } = scene;
  const views = await Promise.all(Array.from({ length: 30 }, () => scene.summarize({}, user)));
  const toRefusals = (words: string) =>
    views.filter(({ message }) => message?.content.includes(words)).length;
  const [isRunning, isTooMany] = ['Please wait for it to finish', 'faster than I can answer'];
  await expect.poll(() => toRefusals(isRunning) + toRefusals(isTooMany)).toBe(29);
  // Ten are looked at; what is refused at once costs one request.
  expect(toRefusals(isTooMany)).toBeGreaterThan(0);
  const help = await scene.actions.slash({ user: bob, channel, command: 'help' });
  await expect.poll(() => help.message?.content ?? '').not.toBe('');
  expect(help.message?.content).not.toContain('schneller');
  held.release();
  const running = views.find(({ message }) => !/finish|faster/.test(message?.content ?? ''));
  expect(running && (await summarized(running)).message?.embeds.length).toBe(1);
});

test('nothing of a body is read before there is a valid token', async () => {
  const http = await createHttpScene();
  onTestFinished(http.close);
  const { body, sentMegabytes } = createBody(30);
  const answer = await fetch(`${http.url}/check`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(answer.status).toBe(401);
  // What fits into the buffers of two sockets.
  expect(sentMegabytes()).toBeLessThan(15);
});

test('checks of uploads count as daily runs, one at a time', async () => {
  const held = Promise.withResolvers<void>();
  const judge: Judge = {
    model: 'judge-1',
    judge: async () => {
      await held.promise;
      return { judgements: [], usage: null, failure: null };
    },
  };
  const http = await createHttpScene({ dailyLimit: 2, judge });
  onTestFinished(http.close);
  const conversation = [{ author: 'Ann', text: 'The tent costs 450 euros.', time: '2026-03-09T12:00:00Z' }];
  const body = { statements: ['The tent costs 450 euros.'], conversation };
  const first = http.fetch('/check?wait=30', { body });
  await expect.poll(async () => (await http.fetch('/check?wait=30', { body })).json.code).toBe('busy');
  held.resolve();
  expect((await first).status).toBe(200);
  expect((await http.fetch('/check?wait=30', { body })).status).toBe(200);
  const third = await http.fetch('/check?wait=30', { body });
  expect([third.status, third.json.code]).toEqual([429, 'limit_reached']);
});

test('a server that takes the bot out and back in finds its tokens revoked, and its members their runs used', async () => {
  const http = await createHttpScene({ dailyLimit: 1 });
  onTestFinished(http.close);
  fill(http);
  const { world, guild, channel, ann, actions } = http;
  const path = `/discord/channels/${channel.id}/summarize?wait=30`;
  expect((await http.fetch(path, { body: {} })).status).toBe(200);
  world.removeMember(guild, world.bot);
  await expect.poll(async () => (await http.fetch('/summaries')).status).toBe(401);
  world.addMember(guild, world.bot);
  const asked = { user: ann, channel, command: 'summarize' };
  await expect
    .poll(async () => toSaid((await (await actions.slash(asked)).settled()).message))
    .toContain('today’s summary');
  expect((await http.fetch('/summaries')).status).toBe(401);
});

test('a token for one server reaches nothing of another that its owner is in', async () => {
  const http = await createHttpScene();
  onTestFinished(http.close);
  const { world, ann, channel } = http;
  fill(http);
  const other = world.addGuild({ name: 'Other', owner: ann, members: [ann] });
  const hall = world.addChannel(other, { name: 'hall' });
  for (let line = 0; line < 6; line += 1)
    world.addMessage(hall, { by: ann, content: `The hall costs ${line}.` });
  const own = await http.fetch(`/discord/channels/${channel.id}/summarize?wait=30`, { body: {} });
  expect(own.status).toBe(200);
  const otherToken = await http.grant({ guildId: other.id });
  const answers = [
    await http.fetch(`/discord/channels/${hall.id}/summarize?wait=30`, { body: {} }),
    await http.fetch(`/discord/channels/${channel.id}/summarize?wait=30`, { body: {}, token: otherToken }),
    await http.fetch(`/summaries/${own.json.summary_id}`, { token: otherToken }),
    await http.fetch(`/summaries/${own.json.summary_id}/viewer`, { token: otherToken }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await http.fetch('/summaries', { token: otherToken })).text).not.toContain(own.json.summary_id);
});
