import type { TextBlockParam } from '@anthropic-ai/sdk/resources';
import type { Fault } from '@footnote/playground/claude';
import { describe, expect, test, vi } from 'vitest';
import { findDraft } from '../../../demo/claude/claude.ts';
import { afterClaims } from '../../../demo/claude/spoiled-claims.ts';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import type { Engine } from '../../../src/app/ports.ts';
import type { Meter } from '../../../src/app/usage/ports.ts';
import type { ReachedCap } from '../../../src/core/claims/usage.ts';
import { citeSchema } from '../../../src/core/prompt/schemas.ts';
import type { Limits } from '../../../src/io/claude/call.ts';
import type { ClaudeOptions } from '../../../src/io/claude/connect.ts';
import type { ClaudeRequest } from '../../../src/io/claude/request.ts';
import { describeEngine, engineRequest } from '../../app/engine-conformance.ts';
import { sure } from '../../sure.ts';
import { createClaudeScene, createEngine, quickStall } from './claude-scene.ts';

describeEngine('claude', createEngine);

const never = new AbortController().signal;

async function write(engine: Engine, request = engineRequest, signal = never) {
  const claims: unknown[] = [];
  const report = await engine.draft(request, claim => claims.push(claim), signal);
  return { ...report, claims };
}

/** The bodies of the calls for a draft, oldest first. */
function toBodies(scene: Awaited<ReturnType<typeof createClaudeScene>>) {
  return scene.claude.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => body);
}

describe('what is sent', () => {
  test('is a question in words, then what its answer rests on by the frozen schema, and nothing that the API refuses', async () => {
    const scene = await createClaudeScene();
    await write(scene.engine);
    await write(scene.engine, { ...engineRequest, detail: 'brief' });
    const bodies = toBodies(scene);
    expect(bodies).toMatchObject([
      {
        model: 'claude-sonnet-5-5',
        max_tokens: 16_000,
        stream: true,
        thinking: { type: 'adaptive', display: 'omitted' },
        output_config: { effort: 'medium' },
        messages: [{ role: 'user', content: [{ type: 'text' }, { type: 'text' }] }],
      },
      { output_config: { effort: 'medium', format: { type: 'json_schema', schema: citeSchema } } },
      { max_tokens: 8_000, output_config: { effort: 'low' } },
      { max_tokens: 8_000, output_config: { effort: 'low', format: { schema: citeSchema } } },
    ]);
    // Only a standard answer may be edited, by a call with the same conversation.
    expect(bodies.map(body => JSON.stringify(body).includes('cache_control'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(scene.claude.requests.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('a draft', () => {
  test('hands over its first claim while the rest is still being written', async () => {
    const scene = await createClaudeScene();
    scene.claude.faults.next({ kind: 'pings', after: afterClaims(1), everyMs: 20 }, 1, 'cite');
    const first = Promise.withResolvers<void>();
    const stop = new AbortController();
    let isOver = false;
    const draft = scene.engine
      .draft(engineRequest, () => first.resolve(), stop.signal)
      .finally(() => {
        isOver = true;
      });
    await first.promise;
    expect(isOver).toBe(false);
    stop.abort();
    await expect(draft).rejects.toThrow('aborted');
  });

  test('tells tokens, cost, time and the model that answered', async () => {
    const scene = await createClaudeScene();
    const { engine, usage } = await write(scene.engine);
    expect(engine).toEqual({ name: 'claude', model: 'claude-sonnet-5-5' });
    expect(usage?.inputTokens).toBeGreaterThan(500);
    expect(usage?.outputTokens).toBeGreaterThan(50);
    expect(usage?.costUsd).toBeCloseTo(
      ((usage?.inputTokens ?? 0) * 2 + (usage?.outputTokens ?? 0) * 10) / 1e6,
      8,
    );
    expect(usage?.durationMs).toBeGreaterThan(0);
  });

  test('is cited by the writing model if there is no small one of that name', async () => {
    const scene = await createClaudeScene({ smallModel: 'claude-haiku-0' });
    const { failure, claims } = await write(scene.engine);
    expect(failure).toBeNull();
    expect(claims.length).toBeGreaterThan(2);
    const models = toBodies(scene).map(body => (body as ClaudeRequest).model);
    expect(models.at(-1)).toBe('claude-sonnet-5-5');
  });

  test('hands over each line, also one that nothing was said of', async () => {
    const scene = await createClaudeScene();
    const plain = await write(scene.engine);
    scene.claude.faults.next({ kind: 'say', text: '{"headings":[],"lines":[]}' }, 1, 'cite');
    const { claims, failure } = await write(scene.engine);
    expect(failure).toBeNull();
    expect(claims.map(claim => (claim as { text: string }).text)).toEqual(
      plain.claims.map(claim => (claim as { text: string }).text),
    );
    expect(claims.every(claim => (claim as { evidence: unknown[] }).evidence.length === 0)).toBe(true);
  });
});

describe('an answer of many lines', () => {
  const long = Array.from({ length: 8 }, (_, index) => `- Point ${index + 1} & more`).join('\n');
  const toTexts = ({ claims }: { readonly claims: readonly unknown[] }) =>
    claims.map(claim => (claim as { text: string }).text);
  const createEdited = async (editor?: (prompt: string) => string | null) => {
    const scene = await createClaudeScene();
    scene.claude.writer = createFixedWriter(long);
    if (editor) scene.claude.editor = editor;
    return scene;
  };

  test('is edited once more by a call that sees the answer beside the same conversation', async () => {
    const scene = await createEdited(prompt => (findDraft(prompt) === null ? null : '- Two points & more'));
    const { failure, claims, usage } = await write(scene.engine, { ...engineRequest, focus: 'the <budget>' });
    expect({ failure, texts: toTexts({ claims }) }).toEqual({ failure: null, texts: ['Two points & more'] });
    const [first, second] = toBodies(scene) as ClaudeRequest[];
    const [conversation, task] = sure(second?.messages[0]?.content) as readonly TextBlockParam[];
    expect(task?.text).toContain('- Point 8 &amp; more');
    expect(task?.text).toContain('&lt;budget&gt;');
    // What comes before is read from the cache.
    expect(second?.system).toBe(first?.system);
    expect(conversation).toEqual(first?.messages[0]?.content[0]);
    expect(conversation?.cache_control).toEqual({ type: 'ephemeral' });
    const calls = scene.logged.filter(({ msg }) => /^(?:draft|edit|cite)-written$/.test(String(msg)));
    expect(calls).toHaveLength(3);
    expect(usage?.inputTokens).toBe(calls.reduce((sum, { inputTokens }) => sum + Number(inputTokens), 0));
  });

  test.each([
    ['nothing', ''],
    ['no words', '***'],
  ])('is cited as it is where its editor writes %s', async (_, edited) => {
    const scene = await createEdited(prompt => (findDraft(prompt) === null ? null : edited));
    const written = await write(scene.engine);
    expect({ failure: written.failure, lines: toTexts(written).length }).toEqual({ failure: null, lines: 8 });
  });

  test.each([
    { detail: 'brief' },
    { detail: 'comprehensive' },
    { question: 'When?' },
    { isCard: true },
  ] as const)('is not edited where %o was asked for', async asked => {
    const scene = await createEdited();
    await write(scene.engine, { ...engineRequest, ...asked });
    expect(toBodies(scene)).toHaveLength(2);
  });
});

describe('an answer of several matters', () => {
  const toLines = (heading: string) => [1, 2, 3, 4].map(number => `- ${heading} ${number}`);
  const toMarkdown = (...headings: readonly string[]) =>
    headings.flatMap(each => [`## ${each}`, ...toLines(each)]).join('\n');
  const texts = ['Alpha', 'Beta', 'Gamma'].flatMap(toLines);
  const create = async (limits: Partial<Limits> = {}, more: Partial<ClaudeOptions> = {}) => {
    const scene = await createClaudeScene({ limits, ...more });
    scene.claude.writer = createFixedWriter(toMarkdown('Alpha', 'Beta', 'Gamma'));
    return scene;
  };

  test('is cited in parts, the later ones from the cache, and handed over in its order', async () => {
    const scene = await create();
    const { failure, claims, usage } = await write(scene.engine, { ...engineRequest, detail: 'brief' });
    expect(failure).toBeNull();
    expect(claims.map(claim => `- ${(claim as { text: string }).text}`)).toEqual(texts);
    const cites = scene.logged.filter(({ msg }) => msg === 'cite-written');
    expect(cites.map(({ cachedTokens }) => Number(cachedTokens) > 0).toSorted()).toEqual([false, true, true]);
    const written = scene.logged.filter(({ msg }) => /^(?:draft|cite)-written$/.test(String(msg)));
    expect(usage?.inputTokens).toBe(written.reduce((sum, { inputTokens }) => sum + Number(inputTokens), 0));
  });

  test('has failed where one of its parts has', async () => {
    const scene = await create();
    scene.claude.faults.next({ kind: 'refusal' }, 1, 'cite');
    const { failure, claims } = await write(scene.engine, { ...engineRequest, detail: 'brief' });
    expect(failure).toBe('refused');
    expect(claims).toEqual([]);
    // Nobody pays for the other parts.
    expect(toBodies(scene)).toHaveLength(2);
  });

  describe('while it is edited', () => {
    const edited = ['Gamma', 'Alpha', 'Beta'];
    const after = { characters: toMarkdown(...edited).indexOf('- Alpha 2') };

    /** Its lines, and those that are shown as previews. */
    const edit = async (
      fault: Fault,
      onPreview: (line: string) => void = () => {},
      signal = never,
      { meter, request = engineRequest }: { meter?: Meter; request?: typeof engineRequest } = {},
    ) => {
      const scene = await create(quickStall, meter && { meter });
      const evidence = [{ position: 1, quote: '' }];
      const claims = texts.map(line => ({ text: line.slice(2), topic: line.slice(2, -2), evidence }));
      scene.claude.writer = createFixedWriter(claims);
      scene.claude.editor = prompt => (findDraft(prompt) === null ? null : toMarkdown(...edited));
      scene.claude.faults.next({ kind: 'none' });
      scene.claude.faults.next(fault);
      const lines: string[] = [];
      const onClaim = (claim: unknown, stage?: 'preview') => {
        const line = `- ${(claim as { readonly text: string }).text}`;
        if (stage === 'preview') onPreview(line);
        else lines.push(line);
      };
      const report = scene.engine.draft(request, onClaim, signal);
      const countCites = () => scene.logged.filter(({ msg }) => /^cite-/.test(String(msg))).length;
      return { scene, lines, report, countCites };
    };

    test('is cited from its first matter on', async () => {
      const shown = Promise.withResolvers<string>();
      const stop = new AbortController();
      const { report, lines } = await edit({ kind: 'pings', after, everyMs: 20 }, shown.resolve, stop.signal);
      expect({ shown: await shown.promise, lines }).toEqual({ shown: '- Gamma 1', lines: [] });
      stop.abort();
      await expect(report).rejects.toThrow('aborted');
    });

    test('has nothing cited twice', async () => {
      const { report, lines, countCites } = await edit({ kind: 'none' });
      expect((await report).failure).toBeNull();
      expect({ lines, cites: countCites() }).toEqual({
        lines: edited.flatMap(toLines),
        cites: 3,
      });
    });

    test('is cited as it was where its editor breaks off, and what was cited before is paid for', async () => {
      const { scene, report, lines, countCites } = await edit({ kind: 'stall', after });
      const { failure, usage } = await report;
      expect({ failure, lines, cites: countCites() }).toEqual({ failure: null, lines: texts, cites: 4 });
      const calls = scene.logged.filter(({ inputTokens }) => inputTokens !== undefined);
      expect(usage?.inputTokens).toBe(calls.reduce((sum, each) => sum + Number(each['inputTokens']), 0));
    });

    test('reports a cap that has no more room once it is edited', async () => {
      const edits = Promise.withResolvers<void>();
      const cap: ReachedCap = {
        scope: 'bot',
        unit: 'usd',
        limit: 1,
        used: 1,
        expected: 1,
        isUnpriced: false,
        resetsAt: '2026-04-01T00:00:00.000Z',
      };
      const told: ReachedCap[] = [];
      let calls = 0;
      const meter: Meter = {
        reserve: async payer => {
          calls += 1;
          if (calls < 3) return { settle: async () => {} };
          await edits.promise;
          payer.onCap?.(cap);
          return null;
        },
      };
      const payer = { guildId: '1', personId: '2', channelId: '3', feature: 'summary' as const };
      const request = {
        ...engineRequest,
        payer: { ...payer, onCap: (each: ReachedCap) => void told.push(each) },
      };
      const { scene, report } = await edit({ kind: 'none' }, () => {}, never, { meter, request });
      await expect.poll(() => scene.logged.some(({ msg }) => msg === 'edit-written')).toBe(true);
      edits.resolve();
      expect((await report).failure).toBe('cap_reached');
      expect(told).toEqual([cap]);
    });

    test('is cited as it was also where what was cited before has failed', async () => {
      const { scene, report, lines } = await edit({ kind: 'break', after });
      scene.claude.faults.next({ kind: 'refusal' }, 1, 'cite');
      expect((await report).failure).toBeNull();
      expect(lines).toEqual(texts);
    });
  });
});

const after = afterClaims(1);

/**
 * What goes wrong, what it is called, how often the call is made, and whether claims came before. The other statuses are in
 * `failure.test.ts`.
 */
const failures: readonly (readonly [string, Fault, string, number, number])[] = [
  ['a 401', { kind: 'status', status: 401 }, 'key_refused', 1, 0],
  [
    'a 429 that asks for a long wait',
    { kind: 'status', status: 429, retryAfterSeconds: 3600 },
    'rate_limited',
    1,
    0,
  ],
  ['a 529', { kind: 'status', status: 529 }, 'overloaded', 3, 0],
  ['the page of a gateway', { kind: 'gateway-page', status: 502 }, 'service_failed', 3, 0],
  ['a dropped connection', { kind: 'drop' }, 'unreachable', 3, 0],
  ['an error inside the stream', { kind: 'error-event', after, type: 'api_error' }, 'broken_off', 1, 1],
  [
    'an error inside the stream before any claim',
    { kind: 'error-event', after: { characters: 3 }, type: 'overloaded_error' },
    'overloaded',
    3,
    0,
  ],
  ['a stall after the headers', { kind: 'stall-headers' }, 'stalled', 3, 0],
  ['a stall later on', { kind: 'stall', after }, 'stalled', 1, 1],
  ['an early end', { kind: 'end-early', after }, 'ended_early', 1, 1],
  ['a broken socket', { kind: 'break', after }, 'broken_off', 1, 1],
  ['a refusal without text', { kind: 'refusal' }, 'refused', 1, 0],
  ['a refusal after some text', { kind: 'refusal', after }, 'refused', 1, 1],
  ['an answer cut at its limit', { kind: 'max-tokens', after }, 'truncated', 1, 1],
  ['a context that is full', { kind: 'context-exceeded', after }, 'too_long', 1, 1],
  ['prose', { kind: 'prose' }, 'unreadable', 1, 0],
  ['another shape', { kind: 'other-shape' }, 'unreadable', 1, 0],
  ['an empty text', { kind: 'empty' }, 'unreadable', 1, 0],
];

describe('where the API fails', () => {
  test.each(failures)('%s is told apart', async (_, fault, reason, calls, claimsBefore) => {
    const limits = fault.kind.startsWith('stall') ? quickStall : {};
    const scene = await createClaudeScene({ limits });
    const isOfCitations = claimsBefore > 0 || ['prose', 'other-shape', 'empty'].includes(fault.kind);
    scene.claude.faults.next(fault, calls, isOfCitations ? 'cite' : 'POST /v1/messages');
    const { failure, claims, engine } = await write(scene.engine);
    expect(failure).toBe(reason);
    expect(engine.name).toBe('claude');
    expect(claims.length).toBe(claimsBefore);
    expect(toBodies(scene)).toHaveLength(isOfCitations ? calls + 1 : calls);
    expect(scene.claude.faults.countLeft()).toBe(0);
  });

  test('a wait that the API asks for is kept', async () => {
    const scene = await createClaudeScene({ limits: { longestWaitMs: 2_000 } });
    scene.claude.faults.next({ kind: 'status', status: 429, retryAfterSeconds: 0.3 });
    const begunAt = performance.now();
    expect((await write(scene.engine)).failure).toBeNull();
    expect(performance.now() - begunAt).toBeGreaterThan(280);
  });

  test.each<[string, Fault, Partial<Limits>]>([
    ['never answers', { kind: 'hang' }, { firstByteMs: 60_000, totalMs: 200 }],
    ['answers with pings for ever', { kind: 'pings', everyMs: 20 }, { totalMs: 300, idleMs: 5_000 }],
  ])('one that %s is left in time', async (_, fault, limits) => {
    const scene = await createClaudeScene({ limits });
    scene.claude.faults.next(fault);
    const { failure, usage } = await write(scene.engine);
    expect(failure).toBe('timed_out');
    expect(usage?.costUsd ?? null).toBeNull();
  });

  test('tokens are counted also where nothing came of them', async () => {
    const scene = await createClaudeScene();
    scene.claude.faults.next({ kind: 'prose' }, 1, 'cite');
    const { usage } = await write(scene.engine);
    expect(usage?.inputTokens).toBeGreaterThan(100);
    expect(usage?.costUsd).toBeGreaterThan(0);
    const stalled = await createClaudeScene({ limits: quickStall });
    stalled.claude.faults.next({ kind: 'stall', after }, 1, 'cite');
    expect((await write(stalled.engine)).usage).toMatchObject({ costUsd: null });
  });

  test('a reader who stops ends the call, and hears why', async () => {
    const scene = await createClaudeScene();
    scene.claude.pace = { tokensPerSecond: 300 };
    const stop = new AbortController();
    const reason = new RangeError('stopped');
    const draft = scene.engine.draft(engineRequest, () => stop.abort(reason), stop.signal);
    await expect(draft).rejects.toBe(reason);
    await expect.poll(() => scene.claude.requests.at(-1)?.outcome).toBe('left');
    expect(scene.logged.map(({ msg }) => msg)).toContain('cite-stopped');
  });

  test('the log has what happened and the id of the request, and no word of anybody', async () => {
    const scene = await createClaudeScene();
    scene.claude.faults.next({
      kind: 'status',
      status: 400,
      message: 'messages.0: the budget is 1,200 euros',
    });
    await write(scene.engine);
    scene.claude.faults.next({ kind: 'status', status: 401 });
    await write(scene.engine);
    expect(scene.logged).toMatchObject([
      {
        level: 50,
        msg: 'draft-failed',
        reason: 'request_refused',
        requestId: expect.stringMatching(/^req_/),
      },
      {
        level: 50,
        msg: 'draft-failed',
        reason: 'key_refused',
        advice: expect.stringContaining('ANTHROPIC_API_KEY'),
      },
    ]);
    expect(JSON.stringify(scene.logged)).not.toContain('budget');
  });

  test('the SDK writes nothing to the terminal, with any environment variables', async () => {
    const written: unknown[] = [];
    const { log, warn, error, debug, info } = console;
    const listen = (...words: unknown[]) => void written.push(words);
    vi.stubEnv('ANTHROPIC_LOG', 'debug');
    // The SDK binds the console's functions when it first logs.
    Object.assign(console, { log: listen, warn: listen, error: listen, debug: listen, info: listen });
    try {
      const scene = await createClaudeScene();
      for (const status of [400, 500]) {
        scene.claude.faults.next({ kind: 'status', status }, 3);
        await write(scene.engine);
        scene.claude.faults.clear();
      }
    } finally {
      Object.assign(console, { log, warn, error, debug, info });
      vi.unstubAllEnvs();
    }
    expect(written).toEqual([]);
  });

  test('headers of the environment do not replace the key', async () => {
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'Authorization: Bearer other');
    try {
      expect((await write(await createEngine())).failure).toBeNull();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('where a listener throws, the call ends and hands over nothing more', async () => {
    const scene = await createClaudeScene();
    scene.claude.pace = { tokensPerSecond: 400 };
    let calls = 0;
    const thrown = scene.engine.draft(
      engineRequest,
      () => {
        calls += 1;
        if (calls === 2) throw new RangeError('ours');
      },
      never,
    );
    await expect(thrown).rejects.toThrow('ours');
    await expect.poll(() => scene.claude.requests.filter(({ outcome }) => outcome === 'open')).toEqual([]);
    expect(calls).toBe(2);
  });
});

test('a prompt that is longer than the model reads is refused once, and costs nothing', async () => {
  const scene = await createClaudeScene();
  scene.claude.models = scene.claude.models.map(model => ({
    ...model,
    info: { ...model.info, max_input_tokens: 16_000 },
  }));
  const { engine } = await scene.connect();
  const { failure, usage } = await write(engine, { ...engineRequest, evidence: repeatMessages(1_000) });
  expect([failure, usage]).toEqual(['too_long', null]);
  expect(toBodies(scene)).toHaveLength(1);
  expect((await write(engine)).failure).toBeNull();
});

describe('the model', () => {
  test('that does not exist is told', async () => {
    const { notices, claude, engine } = await createClaudeScene({ model: 'claude-unheard-of' });
    expect(notices).toEqual([
      expect.stringMatching(/model “claude-unheard-of” does not exist.*FOOTNOTE_MODEL/),
    ]);
    expect((await write(engine)).failure).toBe('model_gone');
    expect(claude.requests.at(-1)?.status).toBe(404);
  });

  test.each([
    ['deprecated', '2027-01-31T00:00:00Z', /is deprecated and will be retired on 2027-01-31/],
    ['deprecated', null, /is deprecated\. Plan/],
    ['retired', null, /is retired\. Set FOOTNOTE_MODEL/],
  ] as const)('that is %s until %s is told', async (lifecycle, retires_at, words) => {
    const scene = await createClaudeScene();
    scene.claude.models = scene.claude.models.map(model => ({
      ...model,
      info: { ...model.info, lifecycle, retires_at },
    }));
    expect((await scene.connect()).notices).toEqual([expect.stringMatching(words)]);
  });

  test('of a key that is refused, or of an API that is away, stops nobody', async () => {
    const scene = await createClaudeScene();
    expect((await scene.connect({ apiKey: 'other' })).notices).toEqual([
      expect.stringContaining('The Claude API rejected ANTHROPIC_API_KEY'),
    ]);
    const away = await scene.connect({ baseUrl: 'http://127.0.0.1:9' });
    expect(away.notices).toEqual([expect.stringContaining('cannot be reached')]);
    expect((await write(away.engine)).failure).toBe('unreachable');
  });
});

function repeatMessages(times: number) {
  const { evidence } = engineRequest;
  const messages = Array.from({ length: times }, (_, index) => {
    const message = sure(evidence.messages[index % evidence.messages.length]);
    return { ...message, position: index + 1, id: `r${index}` };
  });
  return { ...evidence, messages };
}

describe('a repair', () => {
  const asked = {
    ...engineRequest,
    failing: [{ claim: { text: 'The budget is <1,500> euros' }, reasons: ['specifics: 1,500 & more'] }],
    positions: new Set([1, 4]),
  };

  async function repair(scene: Awaited<ReturnType<typeof createClaudeScene>>, signal = never) {
    const claims: unknown[] = [];
    const report = await scene.engine.repair?.(asked, claim => claims.push(claim), signal);
    return { ...report, claims };
  }

  test('sends only the messages in question, at their own positions, and what is wrong, escaped', async () => {
    const scene = await createClaudeScene();
    scene.claude.writer = createFixedWriter([{ text: 'The budget is 1,200 euros' }]);
    const { claims, failure, usage } = await repair(scene);
    expect([claims, failure]).toEqual([
      [expect.objectContaining({ text: 'The budget is 1,200 euros' })],
      null,
    ]);
    expect(usage?.inputTokens).toBeGreaterThan(0);
    const [body] = toBodies(scene) as { messages: [{ content: { text: string }[] }] }[];
    const [conversation, task] = body?.messages[0].content.map(({ text }) => text) ?? [];
    expect(conversation?.match(/<m n="\d+"/g)).toEqual(['<m n="1"', '<m n="4"']);
    expect(task).toContain('&lt;1,500&gt; euros');
    expect(task).toContain('- specifics: 1,500 &amp; more');
    expect(scene.claude.requests.at(-1)?.status).toBe(200);
  });
});
