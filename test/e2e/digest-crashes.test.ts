import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDigest } from '../../src/core/digests/run.ts';
import { createPlayground } from '../../src/playground/server.ts';
import { openLogged } from '../io/keyv/kept-summaries.ts';
import { createRandom } from './random.ts';
import { type Script, startScript } from './run-script.ts';

/** In the future, for ids of messages only increase. */
const firstMs = Date.UTC(2091, 2, 5, 8);
const dayMs = 86_400_000;
const ticks = 5;
const digests = 4;
/** A run takes about this long from the tick to its last write. */
const runMs = 1_500;

test(`killed at any moment of ${ticks * digests} runs, digests post each message once`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-crashes-'));
  const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
  const playground = await createPlayground();
  let bot: Script | undefined;
  onTestFinished(async () => {
    bot?.kill('SIGKILL');
    await bot?.ended;
    await playground.close();
    rmSync(folder, { recursive: true });
  });
  const { world, actions, clock, applicationId } = playground;
  clock.moveTo(firstMs);
  const ann = world.addUser({ name: 'ann', locale: 'en-US' });
  const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
  const talk = world.addChannel(guild, { name: 'planning' });
  const places = Array.from({ length: digests }, (_, index) =>
    world.addChannel(guild, { name: `news-${index}` }),
  );
  const { store } = await openLogged(storeUrl);
  for (const [index, news] of places.entries()) {
    const digest = createDigest(
      {
        id: `d${index}`,
        guildId: guild.id,
        creatorId: ann.id,
        locale: 'en-US',
        sources: { kind: 'channels', channelIds: [talk.id] },
        destination: { kind: 'channel', channelId: news.id },
        schedule: { kind: 'daily', time: '09:00', zone: 'UTC' },
        detail: 'standard',
        minMessages: 1,
        quiet: 'nothing',
        review: false,
      },
      new Date(firstMs).toISOString(),
    );
    await store.digests.create(digest);
  }
  await store.close();

  const start = async () => {
    bot = startScript('src/main.ts', {
      DISCORD_TOKEN: playground.token,
      DISCORD_API_URL: `${playground.url}/api`,
      STORE_URL: storeUrl,
      FOOTNOTE_CLOCK: 'playground',
    });
    await expect.poll(bot.stderr, { timeout: 20_000 }).toContain('Footnote is logged in');
    return bot;
  };
  const readPosts = (news: { readonly id: string }) =>
    actions.read(ann, news, 100).filter(({ author }) => author.id === applicationId);
  const fewestPosts = () => Math.min(...places.map(news => readPosts(news).length));
  const random = createRandom(13);

  let running = await start();
  for (let tick = 0; tick < ticks; tick++) {
    world.addMessage(talk, { by: ann, content: `We decided that stall number ${tick} sells waffles.` });
    clock.moveTo(firstMs + tick * dayMs + 3_600_000);
    await new Promise(resolve => setTimeout(resolve, random() * runMs));
    running.kill('SIGKILL');
    await running.ended;
    running = await start();
    await expect.poll(fewestPosts, { timeout: 40_000 }).toBeGreaterThan(tick);
  }
  // What would be posted twice is posted by now.
  await new Promise(resolve => setTimeout(resolve, runMs));
  for (const news of places) {
    const text = readPosts(news).map(({ embeds }) => JSON.stringify(embeds));
    const counts = Array.from(
      { length: ticks },
      (_, tick) => text.filter(each => each.includes(`stall number ${tick} sells`)).length,
    );
    expect(counts).toEqual(Array.from({ length: ticks }, () => 1));
  }
}, 240_000);
