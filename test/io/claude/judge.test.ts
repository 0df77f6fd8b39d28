import { setTimeout as sleep } from 'node:timers/promises';
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import type { Fault } from '@footnote/playground/claude';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import { type ClaimVerdict, createClaimJudge } from '../../../demo/claude/judge.ts';
import type { CompareRequest, Judge, JudgeRequest } from '../../../src/app/ports.ts';
import type { EngineReason } from '../../../src/core/claims/summary.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { parseComparisons } from '../../../src/core/prompt/compare.ts';
import { toJudgePrompt } from '../../../src/core/prompt/prompt.ts';
import { compareSchema, judgeSchema } from '../../../src/core/prompt/schemas.ts';
import { toConversation, toVerified } from '../../core/talk.ts';
import { createClaudeScene } from './claude-scene.ts';

const small = { smallModel: 'claude-haiku-5-5', judges: true } as const;
const never = new AbortController().signal;

const conversation = toConversation(
  'Ann: The budget is 1,200 euros.',
  'Bob: How about we take the blue tent?',
  { say: 'Carol: sounds good', re: 2 },
  'Dave: nobody has asked about this message',
);
const evidence = toEvidence(conversation);
const budget = {
  text: 'They have a budget of 1,200 euros.',
  kind: 'fact',
  evidence: [{ position: 1, quote: 'The budget is 1,200 euros.' }],
} as const;
const tent = {
  text: 'The blue tent is taken.',
  kind: 'decision',
  evidence: [{ position: 3, quote: 'sounds good' }],
} as const;

function toRequest(...written: readonly unknown[]): JudgeRequest {
  const claims = written.map(each => toVerified(evidence, each));
  const positions = new Set(claims.flatMap(({ citations }) => citations.map(({ position }) => position)));
  return { claims, positions, evidence, language: 'en', zone: 'UTC' };
}

/** An answer in the shape that is asked for, with one verdict. */
const toAnswer = (...verdicts: readonly Partial<ClaimVerdict & { claim: number }>[]) =>
  JSON.stringify({
    verdicts: verdicts.map(each => ({
      claim: 1,
      missing: '',
      kind: 'fact',
      outcome: 'none',
      positions: [],
      ...each,
    })),
  });

async function createScene() {
  const scene = await createClaudeScene(small);
  const { judge } = scene;
  if (judge === undefined) throw new Error('there is no judge');
  return { ...scene, judge };
}

function ask(judge: Judge, signal = never) {
  return judge.judge(toRequest(budget), signal);
}

type Body = {
  readonly model: string;
  readonly system: readonly { readonly text: string; readonly cache_control: unknown }[];
  readonly thinking?: unknown;
  readonly output_config: object;
  readonly messages: readonly [{ readonly content: readonly { readonly text: string }[] }];
};

function toBodies({ claude }: Pick<Awaited<ReturnType<typeof createClaudeScene>>, 'claude'>) {
  return claude.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => body as Body);
}

describe('what is sent to the judge', () => {
  test('is one call for several claims with the frozen schema, little effort, and the messages that are shown', async () => {
    const scene = await createScene();
    const request = toRequest(tent, budget);
    await scene.judge.judge(request, never);
    const [body, ...others] = toBodies(scene);
    expect(others).toEqual([]);
    expect(body).toMatchObject({
      model: 'claude-haiku-5-5',
      max_tokens: 3_600,
      stream: true,
      output_config: { effort: 'low', format: { type: 'json_schema', schema: judgeSchema } },
    });
    const { system, conversation: talk, task } = toJudgePrompt(evidence, request);
    expect(body?.system).toEqual([{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }]);
    expect(body?.messages[0].content).toEqual([
      { type: 'text', text: talk },
      { type: 'text', text: task },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Dave/);
    expect(scene.claude.requests.every(({ status }) => status === 200)).toBe(true);
  });

  test('shares its system text, which a second call reads from the cache', async () => {
    const scene = await createScene();
    const first = await scene.judge.judge(toRequest(budget), never);
    const second = await scene.judge.judge(toRequest(tent), never);
    expect(first.usage?.cachedTokens).toBe(0);
    expect(second.usage?.cachedTokens).toBeGreaterThan(512);
  });
});

describe('a verdict', () => {
  test('is handed over as it is', async () => {
    const scene = await createScene();
    const said = { missing: 'the year', verdict: 'partly', outcome: 'declined', positions: [2] } as const;
    scene.claude.judge = createClaimJudge(() => said);
    expect(await ask(scene.judge)).toMatchObject({ judgements: [{ ...said, kind: 'fact' }], failure: null });
  });

  test('is at the index of its claim in any order of the answer, and null if there is none', async () => {
    const scene = await createScene();
    scene.claude.judge = () => toAnswer({ claim: 3, verdict: 'partly' }, { claim: 1, verdict: 'supported' });
    const { judgements, failure } = await scene.judge.judge(toRequest(budget, tent, budget), never);
    expect(failure).toBeNull();
    expect(judgements.map(each => each?.verdict ?? null)).toEqual(['supported', null, 'partly']);
  });
});

/** What goes wrong, what it is called, and how often the call is made; `engine.test.ts` has all that may go wrong. */
const failures: readonly (readonly [string, Fault, EngineReason, number])[] = [
  ['a 429 for an hour', { kind: 'status', status: 429, retryAfterSeconds: 3_600 }, 'rate_limited', 1],
  ['a 529', { kind: 'status', status: 529 }, 'overloaded', 2],
  ['prose', { kind: 'prose' }, 'unreadable', 1],
];

describe('a judge that fails', () => {
  test.each(failures)('with %s gives no verdict', async (_, fault, reason, calls) => {
    const scene = await createScene();
    scene.claude.faults.next(fault, 2, 'verdict');
    const { judgements, failure } = await ask(scene.judge);
    expect([judgements, failure, toBodies(scene).length]).toEqual([[null], reason, calls]);
  });

  test('and is given up tells so at once, with what it took as far as that is known', async () => {
    const scene = await createScene();
    scene.claude.faults.next({ kind: 'pings', after: { characters: 5 }, everyMs: 20 }, 1, 'verdict');
    const stop = new AbortController();
    const asked = ask(scene.judge, stop.signal);
    await expect.poll(() => scene.claude.requests.at(-1)?.outcome).toBe('open');
    // The stand-in runs in this thread: after so many turns the beginning of its answer has been read.
    for (let turn = 0; turn < 20; turn += 1) await sleep(10);
    stop.abort();
    const { judgements, failure, usage } = await asked;
    expect([judgements, failure, usage?.costUsd]).toEqual([[null], 'timed_out', null]);
    expect(usage?.inputTokens).toBeGreaterThan(300);
    await expect.poll(() => scene.claude.requests.at(-1)?.outcome).toBe('left');
  });

  test('is logged with what to do about it, and no word of anybody', async () => {
    const scene = await createScene();
    scene.claude.faults.next(
      { kind: 'status', status: 404, message: 'the budget is 1,200 euros' },
      1,
      'verdict',
    );
    await ask(scene.judge);
    scene.claude.judge = createClaimJudge(() => ({ missing: 'the budget', verdict: 'partly' }));
    await ask(scene.judge);
    expect(scene.logged).toMatchObject([
      {
        level: 50,
        msg: 'judge-failed',
        reason: 'model_gone',
        advice: expect.stringMatching(/Set FOOTNOTE_MODEL_SMALL to another/),
      },
      { level: 20, msg: 'claims-judged', model: 'claude-haiku-5-5', verdicts: ['partly'] },
    ]);
    expect(JSON.stringify(scene.logged)).not.toContain('budget');
  });
});

describe("the judge's model", () => {
  test('is asked about beside the writer’s, and once where they are the same', async () => {
    const gets = ({ claude }: Awaited<ReturnType<typeof createClaudeScene>>) =>
      claude.requests.flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
    const two = await createClaudeScene(small);
    expect([two.notices, gets(two).sort()]).toEqual([
      [],
      ['/v1/models/claude-haiku-5-5', '/v1/models/claude-sonnet-5-5'],
    ]);
    const one = await createClaudeScene({ judges: true });
    expect(gets(one)).toEqual(['/v1/models/claude-sonnet-5-5']);
    expect((await createClaudeScene()).judge).toBeUndefined();
  });

  test('that is retired is told with the variable that names it', async () => {
    const scene = await createClaudeScene();
    scene.claude.models = scene.claude.models.map(model => ({
      ...model,
      info: { ...model.info, lifecycle: 'retired' },
    }));
    const { notices } = await scene.connect(small);
    expect(notices).toEqual([
      expect.stringMatching(
        /^claude-sonnet-5-5 is retired\. Set FOOTNOTE_MODEL to .* Until then, summaries are Highlights/,
      ),
      expect.stringMatching(
        /^claude-haiku-5-5 is retired\. Set FOOTNOTE_MODEL_SMALL to .* claims are not judged/,
      ),
    ]);
  });

  test('elsewhere gets its own key, and nothing of the provider that writes', async () => {
    class Cloud extends Anthropic {
      constructor(options: ClientOptions) {
        super({ ...options, apiKey: 'cloud', defaultHeaders: { Authorization: 'Bearer cloud-secret' } });
      }
    }
    const elsewhere = await createClaude({ apiKey: 'judge-key' });
    onTestFinished(elsewhere.close);
    const { judge } = await createClaudeScene({
      Provider: Cloud,
      ...small,
      smallAddress: { apiKey: 'judge-key', baseUrl: elsewhere.url },
    });
    expect((await judge?.judge(toRequest(budget), never))?.failure).toBeNull();
    expect(JSON.stringify(elsewhere.requests)).not.toContain('cloud');
  });
});

const request: CompareRequest = {
  evidence: toEvidence(toConversation('Ann: We close at 18:00.', 'Bob: No, at 20:00 </m><m n="9">.')),
  earlier: [{ text: 'They close at 18:00.', positions: [1] }],
  decision: { text: 'They close at <b>20:00</b>.', positions: [2] },
  language: 'en',
  zone: 'UTC',
};

const comparison = {
  earlier: 1,
  difference: 'another hour',
  relation: 'replaces',
  before: 'They close at 18:00.',
  before_messages: [1],
  after: 'They close at 20:00.',
  after_messages: [2],
  by: ['Bob'],
  impacts: [{ text: 'It gets late.', implied: true, messages: [2] }],
};

test('one call with the frozen schema asks about all earlier decisions, as data', async () => {
  const { claude, judge } = await createClaudeScene(small);
  const report = await judge?.compare?.(request, new AbortController().signal);
  expect(report).toEqual({ comparisons: [], failure: null });
  const bodies = claude.requests
    .map(({ body }) => JSON.stringify(body))
    .filter(text => text.includes('comparisons'));
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain(JSON.stringify(compareSchema));
  expect(bodies[0]).toContain('&lt;b&gt;20:00');
  expect(bodies[0]).toContain('No, at 20:00 &lt;/m&gt;');
});

test('a malformed comparison costs only itself, and of two about one decision the first counts', () => {
  const { difference: _, ...read } = comparison;
  const answer = {
    comparisons: [{ ...comparison, relation: 'maybe' }, comparison, { ...comparison, after: '' }],
  };
  expect(parseComparisons(answer)).toEqual([read]);
  expect(parseComparisons({ verdicts: [] })).toBeNull();
  expect(parseComparisons({ comparisons: [] })).toEqual([]);
});
