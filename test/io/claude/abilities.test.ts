import type { Fault, Lack } from '@footnote/playground/claude';
import { expect, onTestFinished, test } from 'vitest';
import { createClaude, findDraft } from '../../../demo/claude/claude.ts';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import type { Limits } from '../../../src/io/claude/call.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices } from '../../../src/io/claude/prices.ts';
import { createLogger } from '../../../src/log.ts';
import { engineRequest } from '../../app/engine-conformance.ts';
import { quickRetries } from './claude-scene.ts';

const never = new AbortController().signal;
const name = 'qwen/qwen3-30b:latest';

/** Another server, and the engine that writes with it; `ask` tells how often it was called for that. */
async function createScene(
  lacks: readonly Lack[],
  model = name,
  limits: Partial<Limits> = {},
  isSmallElsewhere = false,
) {
  const server = await createClaude({ lacks });
  onTestFinished(server.close);
  const { engine, notices } = await connectClaude(
    {
      apiKey: server.apiKey,
      baseUrl: server.url,
      model,
      ...(isSmallElsewhere && { smallAddress: { apiKey: server.apiKey, baseUrl: server.url } }),
      prices: builtInPrices,
      log: createLogger('silent'),
      limits: { ...quickRetries, ...limits },
    },
    never,
  );
  const toBodies = () => server.requests.map(({ body }) => body as Readonly<Record<string, unknown>> | null);
  const ask = async () => {
    const before = server.requests.length;
    const claims: unknown[] = [];
    const report = await engine.draft(engineRequest, claim => claims.push(claim), never);
    return { ...report, claims, posts: server.requests.length - before };
  };
  return { server, notices, ask, toBodies };
}

// Each answer takes two calls: the words, and the messages behind them.
test.each<readonly [string, readonly Lack[], number, object]>([
  ['that can do everything', ['models'], 2, { output_config: expect.anything() }],
  ['without structured output', ['models', 'output_config'], 4, { tool_choice: expect.anything() }],
  ['without structured output and tools', ['models', 'output_config', 'tools'], 5, {}],
  ['that ignores a forced tool', ['models', 'output_config', 'tool_choice'], 5, {}],
  ['whose model does not think', ['models', 'thinking'], 3, { output_config: { format: expect.anything() } }],
  ['that ignores schemas', ['models', 'format'], 2, { output_config: expect.not.objectContaining({}) }],
])('a server %s writes a draft, and is asked for what it lacks only once', async (_, lacks, calls, last) => {
  const { ask, notices, toBodies } = await createScene(lacks);
  const first = await ask();
  expect([first.failure, first.posts, notices]).toEqual([null, calls, []]);
  expect(first.engine.model).toBe(name);
  expect(first.claims.length).toBeGreaterThan(2);
  const second = await ask();
  expect([second.failure, second.posts]).toEqual([null, 2]);
  expect(second.claims).toEqual(first.claims);
  if (!lacks.includes('format')) expect(toBodies().at(-1)).toMatchObject(last);
  // An unknown price is not nothing.
  expect(second.usage).toMatchObject({ costUsd: null });
});

test('prompts are marked for the cache until a server refuses that', async () => {
  const { server, toBodies } = await createScene(['models', 'caching']);
  const { judge } = await connectClaude(
    {
      apiKey: server.apiKey,
      baseUrl: server.url,
      model: name,
      smallModel: name,
      judges: true,
      prices: builtInPrices,
      log: createLogger('silent'),
      limits: quickRetries,
    },
    never,
  );
  const asked = { claims: [], positions: new Set<number>(), evidence: engineRequest.evidence };
  const judged = await judge?.judge({ ...asked, language: 'en', zone: 'UTC' }, never);
  expect(judged?.failure).toBeNull();
  const [marked, plain] = toBodies().filter(body => body !== null);
  expect(marked?.['system']).toEqual([expect.objectContaining({ cache_control: expect.anything() })]);
  expect(plain?.['system']).toEqual(expect.any(String));
});

test.each<readonly [string, Fault]>([
  ['with words around it', { kind: 'say', text: answer => `Sure, here it is:\n${answer}\nAnything else?` }],
  ['in a code fence', { kind: 'code-fence' }],
])('JSON %s is read from a server without structured output and tools', async (_, fault) => {
  const { server, ask } = await createScene(['models', 'output_config', 'tools']);
  await ask();
  server.faults.next({ kind: 'none' });
  server.faults.next(fault);
  const { failure, claims } = await ask();
  expect(failure).toBeNull();
  expect(claims.length).toBeGreaterThan(2);
});

test('of Claude, which follows schemas, an unreadable answer changes nothing', async () => {
  const { server, ask, toBodies } = await createScene([], 'claude-sonnet-5-5');
  server.faults.next({ kind: 'say', text: 'No.' }, 1, 'cite');
  expect((await ask()).failure).toBe('unreadable');
  expect((await ask()).failure).toBeNull();
  expect(toBodies().at(-1)).toMatchObject({ output_config: { format: expect.anything() } });
});

test('another server may be silent while it reads, and Claude may not', async () => {
  const limits = { firstByteMs: 100, idleMs: 100, attempts: 1 };
  const failures = [];
  for (const [lacks, model] of [
    [['models'], name],
    [[], 'claude-sonnet-5-5'],
  ] as const) {
    const { server, ask } = await createScene(lacks, model, limits);
    server.pace = { firstByteMs: 1_000 };
    failures.push((await ask()).failure);
  }
  expect(failures).toEqual([null, 'timed_out']);
});

test('another server has the whole time also as an editor, and as a small model elsewhere without a judge', async () => {
  const limits = { firstByteMs: 100, idleMs: 100, repairMs: 100, attempts: 1 };
  const { server, ask } = await createScene(['models'], name, limits, true);
  server.writer = createFixedWriter(Array.from({ length: 8 }, (_, index) => `- Point ${index}`).join('\n'));
  server.editor = prompt => (findDraft(prompt) === null ? null : '- One point');
  server.pace = { firstByteMs: 500 };
  const { failure, claims } = await ask();
  expect(failure).toBeNull();
  expect(claims).toMatchObject([{ text: 'One point' }]);
});
