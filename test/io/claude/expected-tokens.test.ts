import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/core/windows/cut.ts';
import { toPromptText } from '../../../src/io/claude/request.ts';
import { engineRequest } from '../../app/engine-conformance.ts';
import { createClaudeScene } from './claude-scene.ts';

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
