import { expect, onTestFinished, test, vi } from 'vitest';
import { connectClaude } from '../../src/io/claude/connect.ts';
import { usualPrices } from '../../src/io/claude/prices.ts';
import { createLogger } from '../../src/log.ts';
import { createClaude } from '../../src/playground/claude/server.ts';
import { choice } from '../app/digests/digest-world.ts';
import { createScene } from './scene.ts';

/** In the future, because message ids only increase: a Monday and the days after it. */
const days = ['2091-03-05', '2091-03-06', '2091-03-07', '2091-03-08'] as const;

/** A daily digest written by Claude, which showed a question on Monday. */
async function askOnMonday() {
  const claude = await createClaude();
  const { engine, judge } = await connectClaude(
    {
      apiKey: claude.apiKey,
      baseUrl: claude.url,
      model: 'claude-sonnet-5-5',
      prices: usualPrices,
      log: createLogger('silent'),
    },
    new AbortController().signal,
  );
  const scene = await createScene({ engine, ...(judge && { judge }) });
  onTestFinished(async () => {
    await scene.close();
    await claude.close();
  });
  const { world, guild, channel, ann, bob, actions, playground } = scene;
  scene.jumpTo(`${days[0]}T08:00:00.000Z`);
  const news = world.addChannel(guild, { name: 'news' });
  await scene.running().bot.digests?.create({
    ...choice,
    guildId: guild.id,
    creatorId: ann.id,
    sources: { kind: 'channels', channelIds: [channel.id] },
    destination: { kind: 'channel', channelId: news.id },
    detail: 'standard',
  });
  /** Advances to the morning of a day, before the digest is due. */
  const goTo = (day: 0 | 1 | 2 | 3) => scene.jumpTo(`${days[day]}T08:00:00.000Z`);
  const postOn = async (day: 0 | 1 | 2 | 3) => {
    scene.jumpTo(`${days[day]}T09:00:00.000Z`);
    const posts = () =>
      actions.read(ann, news, 100).filter(({ author }) => author.id === playground.applicationId);
    const isOver = async () => {
      const [digest] = (await scene.running().bot.digests?.list(guild.id)) ?? [];
      return posts().length > day && digest?.run === null;
    };
    await vi.waitUntil(isOver, { timeout: 20_000, interval: 50 });
    return JSON.stringify(posts()[day]?.embeds);
  };
  const say = (content: string) => world.addMessage(channel, { by: bob, content });
  const question = say('Who can lend us a ladder for the fair on Saturday?');
  expect(await postOn(0)).toContain('ladder');
  return { ...scene, running: () => scene.running(), say, goTo, postOn, question };
}

test('a digest repeats an open question until somebody answers it, and then shows it once as resolved', async () => {
  const { say, goTo, postOn, question, world, channel, ann } = await askOnMonday();
  goTo(1);
  say('We decided to rent the big tent for 450 euros.');
  const open = await postOn(1);
  expect(open).toMatch(/ladder.*open since Monday/s);
  expect(open).toContain('Read 1 of 1 message');

  goTo(2);
  world.addMessage(channel, {
    by: ann,
    content: 'The school can lend us a ladder for the fair on Saturday.',
    replyTo: question,
  });
  expect(await postOn(2)).toMatch(/The school can lend us a ladder.*open since Monday:.*Who can lend/s);

  goTo(3);
  say('We decided to open the gates at ten.');
  expect(await postOn(3)).not.toContain('ladder');
});

test('a digest drops an open question whose message was deleted while the bot was down', async () => {
  const { say, postOn, question, world, running, restart } = await askOnMonday();
  await running().client.destroy();
  world.removeMessage(question);
  await restart();
  say('We decided to rent the big tent for 450 euros.');
  expect(await postOn(1)).not.toContain('ladder');
});

test('a digest drops the open questions of somebody who opted out', async () => {
  const { say, postOn, running, bob, world, channel, ann } = await askOnMonday();
  await running().store.privacy.setOptedOut(bob.id, true);
  say('This is not to be read.');
  world.addMessage(channel, { by: ann, content: 'We decided to rent the big tent for 450 euros.' });
  expect(await postOn(1)).not.toContain('ladder');
});
