import { describe, expect, it, test } from 'vitest';
import { createModel } from '../../src/claude/models.ts';
import { ask, connect, failureOf, format, post, start, startConnected } from './scene.ts';

describe('the headers', () => {
  it('are what the SDK sends, and the list of requests holds them without the key', async () => {
    const { claude, client } = await startConnected();
    await client.messages.create(ask);
    const [request] = claude.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      status: 200,
      outcome: 'answered',
      body: { model: ask.model, max_tokens: ask.max_tokens },
      headers: { 'anthropic-version': '2026-10-21', authorization: 'Bearer (left out)' },
    });
    expect(JSON.stringify(claude.requests)).not.toContain(claude.apiKey);
  });

  test.each([
    ['no key', { authorization: null }, 401, 'authentication_error'],
    ['a key that is not its own', { authorization: 'Bearer other' }, 401, 'authentication_error'],
    ['a key in no form it knows', { authorization: 'Basic abc' }, 401, 'authentication_error'],
    ['no version', { 'anthropic-version': null }, 400, 'invalid_request_error'],
    ['a version of no known date', { 'anthropic-version': '2020-01-01' }, 400, 'invalid_request_error'],
    ['another content type', { 'content-type': 'text/plain' }, 400, 'invalid_request_error'],
  ])('with %s are refused', async (_, headers, status, type) => {
    const answer = await post(await start(), '/v1/messages', ask, headers);
    expect(answer).toMatchObject({ status, body: { type: 'error', error: { type } } });
    expect(answer.body).toMatchObject({ request_id: answer.headers.get('request-id') });
  });

  it('may carry the key and the version as older clients do', async () => {
    const claude = await start();
    const headers = {
      authorization: null,
      'x-api-key': claude.apiKey,
      'anthropic-version': '2023-06-01',
    };
    expect(await post(claude, '/v1/messages', ask, headers)).toMatchObject({ status: 200 });
    expect(claude.requests[0]?.headers['x-api-key']).toBe('(left out)');
  });

  it('carry a request id on every answer, also where nothing is found', async () => {
    const claude = await start();
    const good = await post(claude, '/v1/messages', ask);
    expect(good.headers.get('request-id')).toBe(claude.requests[0]?.id);
    const lost = await post(claude, '/v1/nowhere', {});
    expect(lost).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } });
    expect(lost.headers.get('request-id')).toMatch(/^req_/);
  });
});

const document = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'a' },
};
const marked = { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } };
const user = (...content: readonly unknown[]) => ({ messages: [{ role: 'user', content }] });

describe('a request', () => {
  test.each([
    ['without model', { model: undefined }, 'model: Field required'],
    ['without max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['with max_tokens that are no integer', { max_tokens: 1.5 }, 'max_tokens: '],
    ['with negative max_tokens', { max_tokens: -1 }, 'max_tokens: '],
    ['with more max_tokens than the model has', { max_tokens: 128_001 }, 'max_tokens: 128001 > 128000'],
    ['with temperature', { temperature: 0.2 }, 'temperature: '],
    ['with top_p', { top_p: 0.9 }, 'top_p: '],
    ['with top_k', { top_k: 5 }, 'top_k: '],
    ['with a field that nobody knows', { max_output: 5 }, 'max_output: Extra inputs are not permitted'],
    ['with stream as text', { stream: 'yes' }, 'stream: '],
    ['with an empty stop sequence', { stop_sequences: [' '] }, 'stop_sequences: '],
    ['without messages', { messages: undefined }, 'messages: Field required'],
    ['with no message', { messages: [] }, 'messages: at least one message is required'],
    ['with a role of its own', { messages: [{ role: 'bot', content: 'a' }] }, 'messages.0.role: '],
    ['with a message without content', { messages: [{ role: 'user' }] }, 'messages.0.content: '],
    ['with an empty message', { messages: [{ role: 'user', content: '' }] }, 'messages.0: '],
    ['with a message of no blocks', user(), 'messages.0: '],
    ['with an empty text block', user({ type: 'text', text: '' }), 'text content blocks must be non-empty'],
    ['with a blank text block', user({ type: 'text', text: ' \n' }), 'must contain non-whitespace text'],
    ['with an empty system block', { system: [{ type: 'text', text: '' }] }, 'system: text content blocks'],
    ['with a block without type', user({ text: 'a' }), 'messages.0.content.0.type: Field required'],
    ['with a block of an unknown type', user({ type: 'poem' }), "messages.0.content.0: Input tag 'poem'"],
    [
      'with a field too many in a block',
      user({ type: 'text', text: 'a', id: 1 }),
      'messages.0.content.0.id: ',
    ],
    [
      'that puts words in the model’s mouth',
      { messages: [...ask.messages, { role: 'assistant', content: '{' }] },
      'does not support assistant message prefill',
    ],
    [
      'with a thinking budget',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      '"thinking.type.enabled"',
    ],
    ['with thinking disabled', { thinking: { type: 'disabled' } }, '"thinking.type.disabled"'],
    ['with thinking of no known type', { thinking: { type: 'deep' } }, 'thinking.type: '],
    [
      'with a display of thinking that nobody knows',
      { thinking: { type: 'adaptive', display: 'all' } },
      'thinking.display: ',
    ],
    ['with an effort that nobody knows', { output_config: { effort: 'huge' } }, 'output_config.effort: '],
    ['with another format', { output_config: { format: { type: 'xml' } } }, 'output_config.format.type: '],
    [
      'with a format without schema',
      { output_config: { format: { type: 'json_schema' } } },
      'output_config.format.schema: ',
    ],
    ['with an option of output that nobody knows', { output_config: { shape: 1 } }, 'output_config.shape: '],
    [
      'with citations beside structured output',
      user({ ...document, citations: { enabled: true } }, { type: 'text', text: 'a' }),
      'output_config.format: citations',
    ],
    ['that forces any tool', { tool_choice: { type: 'any' } }, 'tool_choice: '],
    ['that forces one tool', { tool_choice: { type: 'tool', name: 'a' } }, 'tool_choice: '],
    ['with a tool without schema', { tools: [{ name: 'a' }] }, 'tools.0.input_schema: '],
    ['with five cache breakpoints', user(marked, marked, marked, marked, marked), 'A maximum of 4 blocks'],
    [
      'with four and an automatic one',
      { ...user(marked, marked, marked, marked), cache_control: { type: 'ephemeral' } },
      'Found 5',
    ],
    [
      'with a breakpoint of no known kind',
      user({ ...marked, cache_control: { type: 'forever' } }),
      'messages.0.content.0.cache_control.type: ',
    ],
    [
      'with a long-lived breakpoint after a short-lived one',
      user(marked, { ...marked, cache_control: { type: 'ephemeral', ttl: '1h' } }),
      'cache_control.ttl: ',
    ],
  ])('%s is refused with 400 and words that name the field', async (_, change, message) => {
    const { client } = await startConnected();
    const failure = await failureOf(client.messages.create({ ...ask, ...change } as typeof ask));
    expect([failure.status, failure.type]).toEqual([400, 'invalid_request_error']);
    expect(failure.apiMessage).toContain(message);
  });

  test.each([
    [
      'citations without structured output',
      { output_config: {}, ...user({ ...document, citations: { enabled: true } }) },
    ],
    ['documents without citations', user(document, { type: 'text', text: 'a' })],
    [
      'turns of the model before the last',
      { messages: [...ask.messages, { role: 'assistant', content: 'a' }, ...ask.messages] },
    ],
    ['thinking between tools only', { thinking: { type: 'between_tools' } }],
    [
      'tools that are not forced',
      { tools: [{ name: 'a', input_schema: { type: 'object' } }], tool_choice: { type: 'auto' } },
    ],
    ['four cache breakpoints', user(marked, marked, marked, marked)],
    [
      'metadata, a tier and stop sequences',
      { metadata: { user_id: 'a' }, service_tier: 'auto', stop_sequences: ['§'] },
    ],
  ])('with %s is answered', async (_, change) => {
    const { client } = await startConnected();
    await expect(client.messages.create({ ...ask, ...change } as typeof ask)).resolves.toMatchObject({
      type: 'message',
      stop_reason: 'end_turn',
    });
  });

  it('for a model that nobody knows, or that was retired, finds nothing', async () => {
    const { client } = await startConnected();
    for (const model of ['claude-tortoise-1', 'claude-sonnet-4-20250514', 'claude-sonnet-4-0']) {
      const failure = await failureOf(client.messages.create({ ...ask, model }));
      expect([failure.status, failure.type, failure.apiMessage]).toEqual([
        404,
        'not_found_error',
        `model: ${model}`,
      ]);
    }
  });

  it('is judged by what its model can do', async () => {
    const { client } = await startConnected();
    const plain = { ...ask, model: 'claude-haiku-4-5', output_config: { format } };
    expect((await client.messages.create(plain)).model).toBe('claude-haiku-4-5-20251001');
    await client.messages.create({ ...plain, thinking: { type: 'enabled', budget_tokens: 2_000 } });
    const effort = await failureOf(client.messages.create({ ...plain, output_config: { effort: 'low' } }));
    expect(effort.apiMessage).toContain('output_config.effort: ');
    const haiku = { ...ask, model: 'claude-haiku-5-5' };
    await client.messages.create({ ...haiku, thinking: { type: 'disabled' } });
    const off = { ...haiku, thinking: { type: 'disabled' }, output_config: { effort: 'max' } } as const;
    expect((await failureOf(client.messages.create(off))).apiMessage).toContain('thinking: ');
  });

  it('that is no strict JSON is refused: half an emoji, also as an escape, wherever it stands', async () => {
    const claude = await start();
    const body = (text: string) =>
      `{"model":"claude-sonnet-5-5","max_tokens":9,"messages":[{"role":"user","content":"${text}"}]}`;
    for (const text of ['a \\ud83d b', '\\udc4d', '\\ud83d\\u0041', '\\ud83d', '\\ud83d\\ud83d\\udc4d']) {
      const answer = await post(claude, '/v1/messages', body(text));
      expect(answer, text).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
      expect(JSON.stringify(answer.body), text).toContain('not valid JSON: no low surrogate');
    }
    for (const text of ['👍', '\\ud83d\\udc4d', '\\\\ud83d', '\\"\\ud83d\\udc4d'])
      expect((await post(claude, '/v1/messages', body(text))).status, text).toBe(200);
    expect((await post(claude, '/v1/messages', '{"model":')).status).toBe(400);
  });

  it('above 32 MB is too large, with any content', async () => {
    const claude = await start();
    const answer = await post(claude, '/v1/messages', { ...ask, pad: 'x'.repeat(32 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { error: { type: 'request_too_large' } } });
  });

  it('longer than the context of its model is refused with both numbers', async () => {
    const model = createModel({
      id: 'claude-small-1',
      name: 'Small',
      line: 'haiku',
      releasedAt: '2026-01-01T00:00:00Z',
      contextTokens: 400,
    });
    const { claude, client } = await startConnected({ models: [model] });
    const messages = [{ role: 'user' as const, content: 'word '.repeat(600) }];
    const failure = await failureOf(client.messages.create({ ...ask, model: 'claude-small-1', messages }));
    expect(failure.apiMessage).toMatch(/^prompt is too long: \d+ tokens > 400 maximum$/);
    expect(claude.requests[0]?.status).toBe(400);
  });

  it('is counted in the same tokens as it is billed', async () => {
    const { client } = await startConnected();
    const { max_tokens: _, ...counted } = ask;
    const { input_tokens } = await client.messages.countTokens(counted);
    const { usage } = await client.messages.create(ask);
    expect(usage.input_tokens).toBe(input_tokens);
    expect(input_tokens).toBeGreaterThan(150);
    const failure = await failureOf(
      client.messages.countTokens({ ...counted, max_tokens: 5 } as typeof counted),
    );
    expect(failure.apiMessage).toContain('max_tokens: Extra inputs');
  });

  it('with a key of another account is refused by the SDK’s own class', async () => {
    const claude = await start();
    const failure = await failureOf(connect(claude, 'sk-other').messages.create(ask));
    expect([failure.name, failure.status]).toEqual(['AuthenticationError', 401]);
  });
});
