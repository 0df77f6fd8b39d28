import type { APIMessage } from 'discord-api-types/v10';
import { onTestFinished } from 'vitest';
import { createClaude } from '../../demo/claude/claude.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Meter } from '../../src/app/usage/ports.ts';
import { createLongEngine } from '../../src/app/windows/engine.ts';
import { type ClaudeOptions, connectClaude } from '../../src/io/claude/connect.ts';
import { createLogger } from '../../src/log.ts';
import { toClaudeOptions } from '../io/claude/claude-options.ts';
import { quickRetries } from '../io/claude/claude-scene.ts';
import { sure } from '../sure.ts';
import { createScene, fill, type Options, type Scene, type SceneOptions, toShown } from './scene.ts';

type ClaudeSceneOptions = SceneOptions &
  Pick<ClaudeOptions, 'tracerProvider'> &
  Partial<Pick<ClaudeOptions, 'prices' | 'limits'>>;

type ClaudeSceneNeeds = {
  readonly hasJudge?: boolean;
  /** Whether nobody has said anything. */
  readonly isEmpty?: boolean;
  readonly end?: (close: () => Promise<void>) => void;
};

/**
 * The bot with Claude and a judge, the ledger that counts their calls, and Highlights where Claude fails, in a channel full
 * of talk. `hasJudge: false` leaves claims unjudged.
 */
export async function openClaudeScene(
  { prices, limits, tracerProvider, ...options }: ClaudeSceneOptions = {},
  { hasJudge = true, isEmpty = false, end = onTestFinished }: ClaudeSceneNeeds = {},
) {
  const claude = await createClaude();
  end(claude.close);
  const late: { scene?: Scene } = {};
  // The engine is made before the scene; each process has a meter of its own.
  const meter: Meter = {
    reserve: (...given) =>
      sure(late.scene)
        .running()
        .usage.reserve(...given),
  };
  const log = createLogger('silent');
  const { engine, windowWriter, judge } = await connectClaude(
    {
      ...toClaudeOptions(claude),
      log,
      meter,
      limits: { ...quickRetries, ...limits },
      ...(prices && { prices }),
      ...(tracerProvider && { tracerProvider }),
      ...(options.log && { log: options.log }),
      ...(options.telemetry && { telemetry: options.telemetry }),
    },
    new AbortController().signal,
  );
  const scene = await createScene({
    engine: createLongEngine({ short: engine, writer: windowWriter, log }),
    ...(hasJudge && { judge }),
    fallback: extractiveEngine,
    pace: { afterMs: 20, everyMs: 30 },
    ...options,
  });
  late.scene = scene;
  end(scene.close);
  if (!isEmpty) fill(scene);
  return {
    ...scene,
    claude,
    /** A summary as it stays, not what is shown of it on the way. */
    finish: async (given: Options = {}, user = scene.ann): Promise<APIMessage> => {
      const view = await scene.summarize(given, user);
      return sure((await view.until(({ message }) => toShown(message).includes(':more"'))).message);
    },
    countCalls: () => claude.requests.filter(({ path }) => path === '/v1/messages').length,
  };
}
