import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTable, toCells } from '../../docs/table.ts';
import { makeDay, type Work } from './day.ts';
import { claudeTiers } from './limits.ts';
import { type Setup, setups, simulateDay, simulateSetup } from './simulate.ts';
import { toGrowthRows } from './table.ts';

const setup: Setup = {
  servers: 100,
  processes: 2,
  digestsAtOnce: 2,
  tier: 'Start',
  requestsAllowed: 50,
};
const day = makeDay(setup.servers);

const anyWork: fc.Arbitrary<Work> = fc.record({
  kind: fc.constantFrom('summary', 'digest'),
  second: fc.integer({ min: 0, max: 3_600 }),
  messages: fc.constantFrom(50, 300),
  channels: fc.constantFrom(1, 25),
});

test('no work is lost or done twice, with any requests and limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyWork, { maxLength: 60 }),
      fc.record({
        processes: fc.integer({ min: 1, max: 4 }),
        digestsAtOnce: fc.integer({ min: 1, max: 20 }),
        requestsAllowed: fc.integer({ min: 1, max: 50 }),
      }),
      fc.record({
        requests: fc.integer({ min: 1, max: 50 }),
        'input-tokens': fc.integer({ min: 20_000, max: 200_000 }),
        'output-tokens': fc.integer({ min: 1_000, max: 20_000 }),
      }),
      async (works, own, limits) => {
        const { asked, written, refused } = await simulateDay(
          { ...day, works },
          { ...setup, ...own },
          limits,
        );
        expect(asked).toBe(works.length);
        expect(written + refused).toBe(works.length);
      },
    ),
    { numRuns: 30 },
  );
});

test.each([
  ['requests of Discord', { requestsAllowed: 0.1 }, claudeTiers.Start],
  ['input tokens', {}, { ...claudeTiers.Start, 'input-tokens': 14_000 }],
])('a limit that is reached shows as waits: %s', async (_, own, limits) => {
  const [usual, reached] = [
    await simulateDay(day, setup, claudeTiers.Start),
    await simulateDay(day, { ...setup, ...own }, limits),
  ];
  expect(usual.summaries.p95).toBeLessThan(5);
  expect(reached.summaries.p95).toBeGreaterThan(40);
});

test('a summary waits for no digest, and digests for each other', async () => {
  const works = [
    ...Array.from({ length: 50 }, () => ({
      kind: 'digest' as const,
      second: 600,
      messages: 50,
      channels: 1,
    })),
    { kind: 'summary' as const, second: 700, messages: 300, channels: 1 },
  ];
  const figures = await simulateDay({ ...day, works }, { ...setup, processes: 1 }, claudeTiers.Start);
  expect(figures.summaries.longest).toBeLessThan(2);
  expect(figures.digests.longest).toBeGreaterThan(24 * 28);
});

/** How long a server with one digest waits for one with sixty that are due a second earlier. */
async function simulateTurns(server: string) {
  const works = [
    ...Array.from({ length: 60 }, () => ({
      kind: 'digest' as const,
      second: 600,
      messages: 300,
      channels: 1,
      server,
    })),
    { kind: 'digest' as const, second: 601, messages: 300, channels: 1, server: 'small' },
  ];
  const figures = await simulateDay({ ...day, works }, { ...setup, processes: 1 }, claudeTiers.Start);
  return Math.round(figures.toWaitsOf('small').longest);
}

test('a server with many digests holds up another one for one digest, not for all of them', async () => {
  const [withTurns, without] = [await simulateTurns('large'), await simulateTurns('small')];
  expect(readFileSync('docs/growing.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `waits ${withTurns} s instead of ${without}`,
  );
});

test('the page on growth gives the figures of the simulation', async () => {
  const page = toCells(findTable(readFileSync('docs/growing.md', 'utf8'), 'servers'));
  // A hundred thousand servers take a minute: `npm run bench -- growth` prints those columns.
  const quick = setups.filter(({ servers }) => servers <= 10_000);
  const figures = [];
  for (const each of quick) figures.push(await simulateSetup(each));
  const [, ...rows] = toGrowthRows(figures);
  expect(page.map(cells => cells.slice(0, quick.length + 1))).toEqual(rows);
});
