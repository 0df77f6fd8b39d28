import { describe, expect, test } from 'vitest';
import dashboard from '../../docs/grafana.json' with { type: 'json' };
import { gaugeNames } from '../../src/app/telemetry-ports.ts';
import { createMetrics } from '../../src/io/telemetry/metrics.ts';

const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The series of each exported metric. */
async function readSeries(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics();
  for (const name of gaugeNames) metrics.gauge(name, () => 0);
  const { body } = await metrics.read();
  const kinds = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map(end => name + end) : [name],
    ),
  );
}

describe('the Grafana dashboard', () => {
  test('queries only what the bot exports', async () => {
    const series = await readSeries();
    const queried = expressions.flatMap(each => each.match(/\b(?:footnote|nodejs|process)_\w+/g) ?? []);
    expect(new Set(queried).size).toBeGreaterThan(20);
    expect(queried.filter(each => !series.has(each))).toEqual([]);
  });

  test('shows every metric of the bot', async () => {
    const own = [...(await readSeries())].filter(name => /^footnote_(?!.*_(?:sum|count)$)/.test(name));
    expect(own.filter(name => !expressions.some(each => each.includes(name)))).toEqual([]);
  });
});
