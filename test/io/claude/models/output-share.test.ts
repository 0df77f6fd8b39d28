import { expect, test } from 'vitest';
import type { Payer } from '../../../../src/app/usage/ports.ts';
import { engineRequest } from '../../../app/engine-conformance.ts';
import { createClaudeScene } from '../claude-scene.ts';

const payer: Payer = { guildId: 'g', personId: 'p', channelId: 'c', feature: 'summary' };

test('what a call is expected to write is learned from calls of the same kind', async () => {
  const expected: number[] = [];
  const spent: number[] = [];
  const { engine } = await createClaudeScene({
    meter: {
      reserve: async (_, { tokens }) => {
        expected.push(tokens);
        return { settle: async spending => void spent.push(spending?.output ?? 0) };
      },
      count: async () => undefined,
    },
  });
  const draft = (detail: 'standard' | 'brief') =>
    engine.draft({ ...engineRequest, payer, detail }, () => undefined, new AbortController().signal);
  for (const detail of ['standard', 'standard', 'brief'] as const) await draft(detail);
  const [first = 0, second = 0, brief = 0] = expected;
  // A quarter of the room, until something is known.
  expect(first - second).toBe(16_000 / 4 - (spent[0] ?? 0));
  expect(brief).toBeGreaterThan(8_000 / 4);
});
