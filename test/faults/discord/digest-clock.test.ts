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
  return scene.posted().filter(({ embeds }) => JSON.stringify(embeds).includes(words)).length;
}

test.each([
  {
    title: 'Europe/Berlin skips, an hour later',
    schedule: { zone: 'Europe/Berlin', time: '02:30' },
    // 02:00 becomes 03:00 on 25 March 2091.
    ticks: ['2091-03-24T01:30:00', '2091-03-25T01:30:00', '2091-03-26T00:30:00'],
  },
  {
    title: 'America/New_York shows twice, the first time',
    schedule: { zone: 'America/New_York', time: '01:30' },
    // 02:00 becomes 01:00 on 4 November 2091.
    ticks: ['2091-11-03T05:30:00', '2091-11-04T05:30:00', '2091-11-05T06:30:00'],
    again: '2091-11-04T06:30:00',
  },
])('a daily digest at a local time that $title, is posted once', async ({ schedule, ticks, again }) => {
  const scene = await setUp();
  const [first = ''] = ticks;
  scene.jumpTo(new Date(Date.parse(`${first}Z`) - 3_600_000).toISOString());
  await scene.create({ schedule: { kind: 'daily', ...schedule } });
  for (const [index, tick] of ticks.entries()) {
    await isDueNext(scene, tick);
    scene.say(`We decided that stall number ${index} sells waffles.`);
    scene.jumpTo(new Date(Date.parse(`${tick}Z`) - 500).toISOString());
    expect(scene.posted()).toHaveLength(index);
    expect(await scene.nextPost(index + 1)).toContain(`stall number ${index}`);
    expect(Date.parse(scene.posted()[index]?.timestamp ?? '')).toBeGreaterThanOrEqual(Date.parse(`${tick}Z`));
    const next = ticks[index + 1];
    if (next === undefined) continue;
    await isDueNext(scene, next);
    if (again === undefined || index !== 1) continue;
    scene.jumpTo(`${again}.000Z`);
    await isDueNext(scene, next);
    expect(scene.posted()).toHaveLength(index + 1);
  }
});

describe("if the clock of the bot's machine", () => {
  test('is set back past a run, the digest is not posted again and the next one covers what follows', async () => {
    const scene = await setUp();
    await scene.create();
    scene.say(tent);
    scene.due();
    await scene.nextPost(1);
    await isDueNext(scene, '2091-03-06T09:00:00');
    scene.setBotClock('2091-03-04T08:59:58.000Z');
    scene.say('We agreed to open the gates at ten.');
    scene.setBotClock('2091-03-05T08:59:58.000Z');
    await new Promise(resolve => setTimeout(resolve, 3_000));
    await isDueNext(scene, '2091-03-06T09:00:00');
    scene.due(tuesday);
    expect(await scene.nextPost(2)).toContain('gates');
    expect(countPosts(scene, 'big tent')).toBe(1);
  });

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
