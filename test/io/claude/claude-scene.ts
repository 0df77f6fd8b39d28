import type { Lack } from '@footnote/playground/claude';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import type { Engine } from '../../../src/app/ports.ts';
import type { Limits } from '../../../src/io/claude/call.ts';
import { type ClaudeOptions, connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices } from '../../../src/io/claude/prices.ts';

/** Short waits before retries. The time limits stay: a busy machine is no reason to make a call again. */
export const quickRetries: Partial<Limits> = { longestWaitMs: 100, firstWaitMs: 1 };

/** For an answer that stalls. */
export const quickStall: Partial<Limits> = { idleMs: 1_500 };

/** A Claude on loopback and the engine that talks to it, both gone when the test is. */
export async function createClaudeScene(options: Partial<ClaudeOptions> = {}, lacks: readonly Lack[] = []) {
  const claude = await createClaude({ lacks });
  onTestFinished(() => claude.close());
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const connect = (more: Partial<ClaudeOptions> = {}) =>
    connectClaude(
      {
        apiKey: claude.apiKey,
        baseUrl: claude.url,
        model: 'claude-sonnet-5-5',
        prices: builtInPrices,
        log,
        ...options,
        ...more,
        limits: { ...quickRetries, ...options.limits, ...more.limits },
      },
      new AbortController().signal,
    );
  const { engine, judge, notices } = await connect();
  return { claude, engine, judge, notices, connect, logged };
}

export async function createEngine(): Promise<Engine> {
  return (await createClaudeScene()).engine;
}
