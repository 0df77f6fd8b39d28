import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runDigest } from '../../src/app/digests/run-digest.ts';
import {
  Crash,
  type CrashAt,
  createDigestWorld,
  type DigestWorld,
  guildId,
} from '../app/digests/digest-world.ts';

const never = new AbortController().signal;

function run(world: DigestWorld, crashAt: CrashAt | null = null) {
  return runDigest(guildId, 'd1', world.createParts(crashAt), never);
}

const mostSteps = 40;

test('a crash at any step of any run loses no message and posts none twice', async () => {
  const crash = fc.record({
    step: fc.integer({ min: 1, max: mostSteps }),
    mode: fc.constantFrom('before' as const, 'after' as const),
  });
  const day = fc.record({
    said: fc.array(fc.constantFrom('c1', 'c2'), { maxLength: 5 }),
    crashes: fc.array(crash, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (days, limit) => {
        const world = createDigestWorld();
        world.state.limit = limit;
        for (const [index, { said, crashes }] of days.entries()) {
          world.setNow(`2026-03-0${index + 2}T10:00:00.000Z`);
          for (const channel of said) world.say(channel, 'Somebody says something of interest.');
          world.setNow(`2026-03-0${index + 3}T09:00:00.000Z`);
          for (const at of crashes) {
            await run(world, at).catch(error => {
              if (!(error instanceof Crash)) throw error;
            });
          }
          await run(world);
        }
        expect([...world.countPosts().values()].filter(count => count !== 1)).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
}, 60_000);
