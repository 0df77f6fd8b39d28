import { vi } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { startTelemetry } from '../../../src/io/telemetry/telemetry.ts';
import { toClaudeOptions } from '../../io/claude/claude-options.ts';
import { quickLimits } from '../../io/claude/claude-scene.ts';
import { createLogLines } from '../log-lines.ts';
import { createScene } from '../scene.ts';
import { createCollector } from './collector.ts';

/** The bot with Claude, metrics, and traces that a collector receives, as `src/main.ts` starts it. */
export async function createTelemetryScene() {
  const claude = await createClaude();
  const collector = await createCollector();
  const logged = createLogLines();
  const { telemetry, metrics, traces } = await startTelemetry({
    hasMetrics: true,
    otlpEndpoint: collector.endpoint,
    version: '0.0.0',
  });
  if (!metrics || !traces) throw new Error('nothing is measured');
  const { engine, judge } = await connectClaude(
    {
      ...toClaudeOptions(claude),
      log: logged.log,
      limits: quickLimits,
      telemetry,
      tracerProvider: traces.provider,
    },
    new AbortController().signal,
  );
  const scene = await createScene({
    engine,
    judge,
    fallback: extractiveEngine,
    telemetry,
    log: logged.log,
  });
  return {
    ...scene,
    claude,
    collector,
    logged,
    metrics,
    /** All spans once those of this name were sent, which happens every few seconds. */
    sent: (name: string, count = 1) =>
      vi.waitFor(
        () => {
          const spans = collector.spans();
          const found = spans.filter(each => each.name === name).length;
          if (found < count) throw new Error(`${found} of ${count} spans ${name} were sent`);
          return spans;
        },
        { timeout: 60_000, interval: 100 },
      ),
    close: async () => {
      await scene.close();
      await traces.stop();
      await collector.close();
      await claude.close();
    },
  };
}

export type TelemetryScene = Awaited<ReturnType<typeof createTelemetryScene>>;
