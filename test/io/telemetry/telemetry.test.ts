import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/io/discord/interaction/failures.ts';
import { createMetrics } from '../../../src/io/telemetry/metrics.ts';
import { createTelemetry } from '../../../src/io/telemetry/telemetry.ts';

describe('the telemetry of runs', () => {
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
    await end(new Refusal('You lost access.'));
    await end(Object.assign(new Error('enough'), { name: 'RunStopped' }));
    const { body } = await metrics.read();
    expect(body.match(/^footnote_runs_total\{.*$/gm)).toEqual(
      ['done', 'failed', 'refused', 'stopped'].map(
        outcome => `footnote_runs_total{feature="summary",outcome="${outcome}"} 1`,
      ),
    );
  });
});
