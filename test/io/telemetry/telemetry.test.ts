import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../../../src/core/claims/summary.ts';
import { createMetrics } from '../../../src/io/telemetry/metrics.ts';
import { createTelemetry } from '../../../src/io/telemetry/telemetry.ts';

function usage(costUsd: number | null): Usage {
  return { inputTokens: 10, cachedTokens: 0, outputTokens: 5, costUsd, durationMs: 1 };
}

describe('the telemetry of runs', () => {
  test('adds up the cost of a step, and keeps runs apart that happen at once', async () => {
    const { run, step, current } = createTelemetry();
    const costs = await Promise.all(
      [1, 2].map(each =>
        run('summary', async () => {
          await step(
            'judge',
            () => sleep(5),
            () => usage(each),
          );
          await step(
            'judge',
            async () => undefined,
            () => usage(each * 10),
          );
          await step(
            'repair',
            async () => undefined,
            () => null,
          );
          return Object.entries(current()?.report() ?? {}).map(([name, { costUsd }]) => [name, costUsd]);
        }),
      ),
    );
    expect(costs).toEqual([
      [
        ['judge', 11],
        ['repair', null],
      ],
      [
        ['judge', 22],
        ['repair', null],
      ],
    ]);
    expect(current()).toBeNull();
  });

  test('tells what a run took once it has ended, also if it failed', async () => {
    const { run, step, measure, current } = createTelemetry();
    let own: ReturnType<typeof current> = null;
    const failing = run('digest', async () => {
      own = current();
      measure('proofs', () => 'proven');
      await step('read', () => Promise.reject(new Error('gone')));
    });
    await expect(failing).rejects.toThrow('gone');
    expect(Object.keys((own as ReturnType<typeof current>)?.report() ?? {})).toEqual(['proofs', 'read']);
  });

  test('counts runs by how they ended, and not those that were refused before they read', async () => {
    const metrics = createMetrics();
    const { run, step } = createTelemetry(metrics);
    const end = (error?: Error) =>
      run('summary', () => step('read', () => (error ? Promise.reject(error) : Promise.resolve()))).catch(
        () => undefined,
      );
    await run('summary', async () => 'refused');
    await end();
    await end(new Error('broken'));
    await end(Object.assign(new Error('enough'), { name: 'RunStopped' }));
    const { body } = await metrics.read();
    expect(body.match(/^footnote_runs_total\{.*$/gm)).toEqual(
      ['done', 'failed', 'stopped'].map(
        outcome => `footnote_runs_total{feature="summary",outcome="${outcome}"} 1`,
      ),
    );
  });
});
