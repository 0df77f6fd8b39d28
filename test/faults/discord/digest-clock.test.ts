import { describe, expect, test, vi } from 'vitest';
import { toNextRun } from '../../../src/core/digests/run.ts';
import { monday, setUp, soon, tent, tuesday } from '../../e2e/digests/digest-scene.ts';

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** Waits until no run is in progress and the next one is due at `instant`. */
async function isDueNext(scene: SetUp, instant: string) {
  await vi.waitUntil(async () => {
    const [digest] = await scene.list();
    return digest?.run === null && toNextRun(digest, scene.botNow()) === `${instant}.000Z`;
  }, soon);
}

/** How many posts contain these words. */
function countPosts(scene: SetUp, words: string): number {
  return scene.posted().filter(post => JSON.stringify(post).includes(words)).length;
}

describe("if the clock of the bot's machine", () => {
  test('runs a year ahead during one run, the digest runs at its next tick once the bot is started again', async () => {
    const scene = await setUp();
    await scene.create();
    scene.say(tent);
    scene.setBotClock('2092-03-05T09:00:00.000Z');
    expect(await scene.nextPost(1)).toContain('big tent');
    await isDueNext(scene, '2092-03-06T09:00:00');
    scene.due(monday, '10:00');
    await scene.restart();
    await isDueNext(scene, '2091-03-06T09:00:00');
    scene.say('We agreed to open the gates at ten.');
    scene.due(tuesday);
    expect(await scene.nextPost(2)).toContain('gates');
    expect(countPosts(scene, 'big tent')).toBe(1);
  });

  test('runs two days ahead for a while, nothing is lost or posted twice, even from a silent channel', async () => {
    const scene = await setUp();
    const { world, guild, channel } = scene;
    const silent = world.addChannel(guild, { name: 'kitchen' });
    await scene.create({ sources: { kind: 'channels', channelIds: [channel.id, silent.id] } });
    scene.say(tent);
    scene.setBotClock('2091-03-07T09:00:00.000Z');
    expect(await scene.nextPost(1)).toContain('big tent');
    await isDueNext(scene, '2091-03-08T09:00:00');
    scene.due(monday, '10:00');
    scene.say('We agreed to open the gates at ten.');
    scene.say('We decided to serve soup for lunch.', silent);
    scene.jumpTo('2091-03-07T09:00:10.000Z');
    await isDueNext(scene, '2091-03-08T09:00:00');
    expect(scene.posted()).toHaveLength(1);
    scene.jumpTo('2091-03-08T09:00:00.000Z');
    const second = await scene.nextPost(2);
    expect(second).toContain('gates');
    expect(second).toContain('soup');
    expect(countPosts(scene, 'big tent')).toBe(1);
  });
});
