import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import type { Engine } from '../../../src/app/ports.ts';
import type { Limits } from '../../../src/io/claude/call.ts';
import { type ClaudeOptions, connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices } from '../../../src/io/claude/prices.ts';

/** Short waits for answers that never come, yet longer than those that come need on a busy machine. */
export const quickLimits: Partial<Limits> = {
  firstByteMs: 10_000,
  idleMs: 1_500,
  totalMs: 30_000,
  longestWaitMs: 100,
  firstWaitMs: 1,
};

/** A Claude on loopback and the engine that talks to it, both gone when the test is. */
export async function createClaudeScene(options: Partial<ClaudeOptions> = {}) {
  const claude = await createClaude();
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
        limits: { ...quickLimits, ...options.limits, ...more.limits },
      },
      new AbortController().signal,
    );
  const { engine, judge, notices } = await connect();
  return { claude, engine, judge, notices, connect, logged };
}

export async function createEngine(): Promise<Engine> {
  return (await createClaudeScene()).engine;
}
