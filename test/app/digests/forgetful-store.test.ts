import { expect, test } from 'vitest';
import { runDigest } from '../../../src/app/digests/run-digest.ts';
import { scale } from '../../scale.ts';
import { createDigestWorld, guildId } from './digest-world.ts';

const never = new AbortController().signal;
const firstTick = '2026-03-02T09:00:00.000Z';
/** Writes of one second, and a run's end among them. */
const mostLost = 6;

type Interleaving = {
  /** After this step of the run the store forgets so many writes; the worker lives on. */
  readonly at: number;
  readonly lost: number;
  /** After this step of the run another worker runs the digest; null if none does. */
  readonly other: number | null;
};

function createWorld(limit: number) {
  const world = createDigestWorld();
  world.say('c1', 'We decided to rent the big tent for 450 euros.');
  world.say('c2', 'We agreed to open the gates at ten.');
  world.state.limit = limit;
  world.setNow(firstTick);
  return world;
}

/** How many writes there were after each step of a run that nothing disturbs. */
async function countWrites(limit: number): Promise<readonly number[]> {
  const world = createWorld(limit);
  const writes: number[] = [];
  const parts = world.createParts(null, () => void writes.push(world.countWrites()));
  await runDigest(guildId, 'd1', parts, never);
  return writes;
}

function toInterleavings(writes: readonly number[]): readonly Interleaving[] {
  return writes.flatMap((made, index) => {
    const at = index + 1;
    const others = [null, ...writes.map((_, step) => step + 1).filter(step => step >= at)];
    const losses = Array.from({ length: Math.min(made, mostLost) }, (_, less) => less + 1);
    return losses.flatMap(lost => others.map(other => ({ at, lost, other })));
  });
}

/** In how many posts each message is after the run and two more ticks. */
async function meet({ at, lost, other }: Interleaving, limit: number): Promise<readonly number[]> {
  const world = createWorld(limit);
  const parts = world.createParts(null, async step => {
    if (step === at) world.forget(lost);
    if (step === other) await runDigest(guildId, 'd1', world.createParts(), never);
  });
  await runDigest(guildId, 'd1', parts, never);
  for (const at of ['2026-03-02T09:01:00.000Z', '2026-03-03T09:00:00.000Z', '2026-03-04T09:00:00.000Z']) {
    world.setNow(at);
    await runDigest(guildId, 'd1', world.createParts(), never);
    world.say('c1', `We decided that the stall of ${at} sells waffles.`);
  }
  world.setNow('2026-03-05T09:00:00.000Z');
  await runDigest(guildId, 'd1', world.createParts(), never);
  return [...world.countPosts().values()];
}

test.each([
  { title: 'one post', limit: 10, isExhaustive: true },
  // All of them in `npm run test:all`.
  { title: 'two posts', limit: 1, isExhaustive: false },
])(
  'a run of $title posts each message once, whenever the store forgets its last writes and whenever another worker comes',
  async ({ limit, isExhaustive }) => {
    const all = toInterleavings(await countWrites(limit));
    const stride = isExhaustive ? 1 : Math.round(all.length / scale(all.length));
    const wrong: unknown[] = [];
    for (const each of all.filter((_, index) => index % stride === 0)) {
      const posts = await meet(each, limit);
      if (posts.some(count => count !== 1)) wrong.push({ ...each, posts });
    }
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(500);
  },
  300_000,
);
