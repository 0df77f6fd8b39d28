import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordedModel } from '../../../src/core/claims/summary/summary.ts';
import { estimateTokens } from '../../../src/core/windows/size.ts';
import { isTurnOver } from '../../../src/io/claude/call.ts';
import { toSpending } from '../../../src/io/claude/call-with-retry.ts';
import { builtInPrices } from '../../../src/io/claude/prices.ts';
import { toPromptText } from '../../../src/io/claude/request.ts';
import { engineRequest } from '../../app/engine-conformance.ts';
import { createClaudeScene } from './claude-scene.ts';

test('work that arrives at once is spread over turns of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const work = async () => {
    while (isTurnOver()) await nextTurn();
    turns.push(turn);
    const begunAt = performance.now();
    while (performance.now() - begunAt < 3);
  };
  await Promise.all(Array.from({ length: 12 }, work));
  isOver = true;
  expect(turns).toHaveLength(12);
  // The third one would begin after 6 ms.
  for (const each of Map.groupBy(turns, of => of).values()) expect(each.length).toBeLessThanOrEqual(2);
});

const payer = { guildId: 'g', personId: 'p', channelId: 'c', feature: 'summary' } as const;

test('a call is expected to take its prompt and a quarter of the room for its answer, after any earlier calls', async () => {
  const expected: number[] = [];
  const { engine, claude } = await createClaudeScene({
    meter: {
      reserve: async (_, { tokens }) => {
        expected.push(tokens);
        return { settle: async () => undefined };
      },
    },
  });
  for (const detail of ['standard', 'standard', 'brief'] as const)
    await engine.draft({ ...engineRequest, payer, detail }, () => undefined, new AbortController().signal);
  const bodies = claude.requests
    .filter(({ path }) => path === '/v1/messages')
    .map(({ body }) => body as never);
  expect(expected).toEqual(
    bodies.map(
      body => estimateTokens(toPromptText(body)) + (body as { readonly max_tokens: number }).max_tokens / 4,
    ),
  );
});

test('recorded answers do not count as usage', () => {
  const tokens = { input: 1_000, cacheWrite: 0, cacheRead: 0, output: 100 };
  const ending = { failure: null, tokens, isBilled: true, model: null, hasEmitted: true };
  expect(toSpending(ending, recordedModel, builtInPrices, null)).toBeNull();
  expect(toSpending(ending, 'claude-haiku-5-5', builtInPrices, null)).toMatchObject({
    calls: 1,
    input: 1_000,
  });
});
