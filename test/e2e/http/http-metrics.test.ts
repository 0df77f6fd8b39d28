import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from '../../../src/io/telemetry/metrics.ts';
import { createTelemetry } from '../../../src/io/telemetry/telemetry.ts';
import { createWriting, fairClaims } from '../engines.ts';
import { fill, readReply, summarized } from '../scene.ts';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let scene: HttpScene;
afterEach(() => scene.close());

const metricsToken = 'a-token-of-the-operator';

describe('GET /metrics', () => {
  test('does not exist without its token', async () => {
    scene = await createHttpScene();
    expect((await scene.fetch('/metrics', { token: null })).status).toBe(404);
  });

  test('tells only the operator what the bot did', async () => {
    const metrics = createMetrics();
    scene = await createHttpScene({
      engine: createWriting(...fairClaims),
      ...{ metrics, metricsToken, telemetry: createTelemetry(metrics) },
    });
    const { actions, ann: user, channel, fetch: ask } = scene;
    const summarize = () => actions.slash({ user, channel, command: 'summarize', options: {} });
    // There is nothing to summarize yet.
    await readReply(summarize());
    fill(scene);
    await summarized(await summarize());
    const read = async (token: string | null) => ask('/metrics', { token });
    for (const token of [null, 'another-token', await scene.grant()])
      expect(await read(token)).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
    await expect
      .poll(async () => (await read(metricsToken)).text)
      .toContain('footnote_runs_total{feature="summary",outcome="done"} 1\n');
    const { status, headers, text } = await read(metricsToken);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(text).toContain('footnote_runs_total{feature="summary",outcome="refused"} 1\n');
    expect(text).toContain('footnote_summaries_total 1\n');
    expect(text).toMatch(/footnote_claims_eligible_total [1-9]/);
    expect(text).toMatch(/footnote_discord_responses_total\{status="200"\} [1-9]/);
    expect(text).toContain('footnote_guilds 1\n');
    expect(text).toContain('nodejs_eventloop_lag_seconds ');
    expect(text).toContain('process_resident_memory_bytes ');
  });
});
