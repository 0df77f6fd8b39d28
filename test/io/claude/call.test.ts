import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lack } from '@footnote/playground/claude';
import { expect, test } from 'vitest';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import { mostParts } from '../../../src/core/claims/answer.ts';
import { type Spending, toTokens } from '../../../src/core/claims/usage.ts';
import { estimateTokens } from '../../../src/core/windows/cut.ts';
import { isTurnOver } from '../../../src/io/claude/call.ts';
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

/** A Claude whose calls are counted: what each was expected to take, and what it took. */
async function createMetered(model = 'claude-sonnet-5-5', lacks: readonly Lack[] = []) {
  const expected: number[] = [];
  const settled: (Spending | null)[] = [];
  const scene = await createClaudeScene({}, lacks);
  const [info] = scene.claude.models;
  if (info) scene.claude.models = [{ ...info, info: { ...info.info, id: model } }];
  const { engine } = await scene.connect({
    model,
    meter: {
      reserve: async (_, { tokens }) => {
        expected.push(tokens);
        return { settle: async spent => void settled.push(spent) };
      },
    },
  });
  const draft = (detail: 'standard' | 'brief') =>
    engine.draft({ ...engineRequest, payer, detail }, () => undefined, new AbortController().signal);
  return { ...scene, draft, expected, settled };
}

test('a call is expected to take its prompt and a quarter of the room for its answer, and the first one also what its citations take, in parts', async () => {
  const { draft, claude, expected, settled } = await createMetered();
  for (let count = 0; count < 3; count += 1) await draft('brief');
  const bodies = claude.requests
    .filter(({ path }) => path === '/v1/messages')
    .map(({ body }) => body as never);
  const own = bodies.map(
    body => estimateTokens(toPromptText(body)) + (body as { readonly max_tokens: number }).max_tokens / 4,
  );
  for (const [index, tokens] of expected.entries()) {
    const [call = 0, next = 0] = own.slice(index);
    if (index % 2 === 1) expect(tokens).toBe(call);
    // Nobody knows the answer yet, which is a part of the next call.
    else expect(Math.abs(tokens - call - mostParts * next)).toBeLessThan(0.05 * mostParts * next);
  }
  expect(settled).toHaveLength(6);
  for (const each of settled) expect(each).toMatchObject({ calls: 1, assumedUsd: 0 });
});

/** What comes of a draft whose calls a cap refuses that has no room for them. */
async function draftCapped(
  writer: ReturnType<typeof createFixedWriter>,
  hasRoom: (tokens: number, underWay: number) => boolean,
) {
  const scene = await createClaudeScene();
  scene.claude.writer = writer;
  let underWay = 0;
  const { engine } = await scene.connect({
    meter: {
      reserve: async (by, { tokens }) => {
        if (!hasRoom(tokens, underWay)) {
          by.onCap?.({ cap: 'bot' } as never);
          return null;
        }
        underWay += 1;
        return {
          settle: async () => {
            underWay -= 1;
          },
        };
      },
    },
  });
  const reached: unknown[] = [];
  const request = { ...engineRequest, payer: { ...payer, onCap: (cap: unknown) => void reached.push(cap) } };
  let claims = 0;
  const onClaim = (_: unknown, stage?: 'preview') => {
    if (stage === undefined) claims += 1;
  };
  const { failure } = await engine.draft(request, onClaim, new AbortController().signal);
  return { failure, claims, reached };
}

test('the editor needs room for what comes after it, and where a cap has none, nothing is lost or told', async () => {
  const text = Array.from({ length: 8 }, (_, index) => `- Point ${index + 1}`).join('\n');
  const asked: number[] = [];
  const drafted = await draftCapped(createFixedWriter(text), tokens => asked.push(tokens) !== 2);
  expect(drafted).toEqual({ failure: null, claims: 8, reached: [] });
  const [draft = 0, edit = 0, cite = 0] = asked;
  // A quarter of 16,000 for each that is written.
  expect(draft).toBeLessThan(20_000);
  expect(edit).toBeGreaterThan(cite + 4_000);
});

test('where a cap has no room to cite beside the editor, nothing is lost or told', async () => {
  const evidence = [{ position: 1, quote: '' }];
  const claims = ['Alpha', 'Beta'].flatMap(topic =>
    [1, 2, 3, 4].map(number => ({ text: `${topic} ${number}`, topic, evidence })),
  );
  let refused = 0;
  const drafted = await draftCapped(createFixedWriter(claims), (_, underWay) => {
    const isFull = underWay > 0 && refused === 0;
    if (isFull) refused += 1;
    return !isFull;
  });
  expect({ ...drafted, refused }).toEqual({ failure: null, claims: 8, refused: 1, reached: [] });
});

test('an answer of which a server reports zero tokens counts as what was expected', async () => {
  const { draft, expected, settled } = await createMetered(undefined, ['usage']);
  expect(await draft('brief')).toMatchObject({ failure: null, usage: null });
  expect(settled.map(each => each && each.assumedUsd > 0)).toEqual([true, true]);
  expect(settled[1] && toTokens(settled[1])).toBe(expected[1]);
});
