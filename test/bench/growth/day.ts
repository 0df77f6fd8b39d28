import { toSpacing } from '../../../src/app/usage/ports.ts';
import { countSummary } from '../../e2e/access/count-requests.ts';
import { printTable, toCell } from '../../eval/table.ts';

/** Servers by size: their share of all, and what each does in a day. These are assumptions. */
export const serverSizes = [
  { name: 'small', share: 0.7, summaries: 0.2, digests: 0.1, channels: 1 },
  { name: 'medium', share: 0.25, summaries: 2, digests: 0.5, channels: 5 },
  { name: 'large', share: 0.05, summaries: 15, digests: 1, channels: 25 },
] as const;

/** What share of a day's requests of people comes in the busiest hour, and of its digests in the busiest minute. */
const busiestHour = 0.06;
const busiestMinute = 0.25;
const discordPerSecond = 50;
const sizes = [100, 1_000, 10_000, 100_000];

const sum = (value: (size: (typeof serverSizes)[number]) => number) =>
  serverSizes.reduce((total, size) => total + size.share * value(size), 0);

/** How many digests a server has due in a day, on average. */
export const digestsPerServer = sum(({ digests }) => digests);

/** Computes what many servers ask of Discord from what one digest and one summary was measured to ask. */
export async function printDay(digest: {
  readonly requests: number;
  readonly claudeMs: number;
}): Promise<void> {
  const { counted } = (await countSummary(500, { isStreamed: true })).summary;
  const { most, windowMs } = toSpacing(discordPerSecond);
  const toDue = (servers: number) => servers * digestsPerServer * busiestMinute;
  printTable(
    `computed from ${digest.requests.toFixed(1)} requests of a digest and ${counted} of a summary`,
    ['servers', ...sizes.map(toCell)],
    [
      ['digests due at the busiest minute', ...sizes.map(servers => toCell(Math.round(toDue(servers))))],
      [
        'last of them posted after, min',
        ...sizes.map(servers =>
          (((toDue(servers) * digest.requests * windowMs) / most + digest.claudeMs) / 60_000).toFixed(1),
        ),
      ],
      [
        'requests of people in the busiest hour, per second',
        ...sizes.map(servers =>
          ((servers * sum(({ summaries }) => summaries) * busiestHour * counted) / 3_600).toFixed(2),
        ),
      ],
    ],
  );
}
