import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it, test } from 'vitest';
import type { Fault } from '../../src/claude/conditions/faults.ts';
import { ask, failureOf, fetchWire, readStream, readUntilQuiet, startConnected } from './scene.ts';

const items = [
  { text: 'The blue tent was chosen “today”.', quote: 'blue {tent}' },
  { text: 'Ann orders [tape].', quote: 'tape \\ "x"' },
  { text: 'The hall costs 1,200 €.', quote: '来週' },
];

/** The place after `count` whole items; beyond the last one, further than the text is long. */
function afterItems(count: number): (text: string) => number {
  return text => {
    const end = [...text.matchAll(/"\}/g)][count - 1];
    return end ? end.index + 2 : Number.POSITIVE_INFINITY;
  };
}

async function startWith(fault: Fault | readonly Fault[], times = 1) {
  const { claude, client } = await startConnected({ answer: () => JSON.stringify({ items }) });
  const whole = (await readStream(client)).text;
  claude.faults.next(fault, times);
  return { claude, client, whole };
}

describe('in place of an answer', () => {
  test.each([
    [400, 'invalid_request_error', 'BadRequestError'],
    [401, 'authentication_error', 'AuthenticationError'],
    [402, 'billing_error', 'PaymentRequiredError'],
    [403, 'permission_error', 'PermissionDeniedError'],
    [404, 'not_found_error', 'NotFoundError'],
    [408, 'timeout_error', 'RequestTimeoutError'],
    [409, 'conflict_error', 'ConflictError'],
    [413, 'request_too_large', 'ContentTooLargeError'],
    [429, 'rate_limit_error', 'RateLimitError'],
    [500, 'api_error', 'InternalServerError'],
    [503, 'api_error', 'ServiceUnavailableError'],
    [504, 'timeout_error', 'GatewayTimeoutError'],
    [529, 'overloaded_error', 'OverloadedError'],
  ])('comes %i %s, once, streamed or not', async (status, type, name) => {
    const { claude, client } = await startWith({ kind: 'status', status }, 2);
    const plain = await failureOf(client.messages.create(ask));
    const streamed = await failureOf(client.messages.stream(ask).finalMessage());
    for (const failure of [plain, streamed]) {
      expect([failure.status, failure.type, failure.name]).toEqual([status, type, name]);
      expect(failure.requestID).toMatch(/^req_/);
    }
    expect(claude.requests.map(each => each.status)).toEqual([200, status, status]);
    expect((await readStream(client)).error).toBeNull();
  });

  it('comes a 429 with the seconds to wait and the code of its cause', async () => {
    const { client } = await startWith({
      kind: 'status',
      status: 429,
      retryAfterSeconds: 17,
      message: 'slow down',
      details: { error_code: 'enforced_spend_limit_reached' },
      headers: { 'x-should-retry': 'false' },
    });
    const failure = await failureOf(client.messages.create(ask));
    expect([failure.errorCode, failure.apiMessage]).toEqual(['enforced_spend_limit_reached', 'slow down']);
    expect([failure.headers?.get('retry-after'), failure.headers?.get('x-should-retry')]).toEqual([
      '17',
      'false',
    ]);
  });

  it('comes a spend limit as 400 in the API’s own words', async () => {
    const { client } = await startWith({ kind: 'spend-limit' });
    const failure = await failureOf(client.messages.create(ask));
    expect([failure.status, failure.type]).toEqual([400, 'invalid_request_error']);
    expect(failure.apiMessage).toMatch(/^You have reached your specified API usage limits\./);
  });

  it('comes a page of something in between', async () => {
    const { client } = await startWith({ kind: 'gateway-page', status: 502 });
    const failure = await failureOf(client.messages.create(ask));
    expect([failure.status, failure.type]).toEqual([502, null]);
    expect(failure.message).toContain('<html>');
  });

  it('breaks the connection', async () => {
    const { claude, client } = await startWith({ kind: 'drop' });
    expect(await failureOf(client.messages.create(ask))).toBeInstanceOf(Anthropic.APIConnectionError);
    expect(claude.requests[1]).toMatchObject({ status: null, outcome: 'cut' });
  });

  it('comes nothing, until the client has enough', async () => {
    const { claude, client } = await startWith({ kind: 'hang' });
    const failure = await failureOf(client.messages.create(ask, { timeout: 40 }));
    expect(failure).toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
    await expect.poll(() => claude.requests[1]).toMatchObject({ status: null, outcome: 'left' });
  });

  it('comes a late one', async () => {
    const { client } = await startWith([
      { kind: 'delay', ms: 40 },
      { kind: 'status', status: 529 },
    ]);
    const startedAt = performance.now();
    expect((await failureOf(client.messages.create(ask))).status).toBe(529);
    expect(performance.now() - startedAt).toBeGreaterThan(35);
  });

  it('is planned call by call, for other routes too, and can be called off', async () => {
    const { claude, client } = await startConnected({ answer: () => JSON.stringify({ items }) });
    claude.faults.next({ kind: 'none' });
    claude.faults.next({ kind: 'status', status: 500 });
    claude.faults.next({ kind: 'status', status: 503 }, 1, 'POST /v1/messages/count_tokens');
    const { max_tokens: _, ...counted } = ask;
    expect((await failureOf(client.messages.countTokens(counted))).status).toBe(503);
    expect((await client.messages.create(ask)).stop_reason).toBe('end_turn');
    expect((await failureOf(client.messages.create(ask))).status).toBe(500);
    expect(claude.faults.countLeft()).toBe(0);
    claude.faults.next({ kind: 'drop' }, 9);
    claude.faults.clear();
    expect((await client.messages.create(ask)).stop_reason).toBe('end_turn');
  });

  it('does not hide that the key is wrong', async () => {
    const { claude } = await startWith({ kind: 'status', status: 529 });
    const other = new Anthropic({ apiKey: 'no', baseURL: claude.url, maxRetries: 0, logLevel: 'off' });
    expect((await failureOf(other.messages.create(ask))).status).toBe(401);
    expect(claude.faults.countLeft()).toBe(1);
  });
});

describe('on its way a stream', () => {
  it('says nothing after its headers', async () => {
    const { claude, client } = await startWith({ kind: 'stall-headers' });
    expect((await readUntilQuiet(client)).types).toEqual([]);
    await expect.poll(() => claude.requests[1]).toMatchObject({ status: 200, outcome: 'left' });
  });

  it('stalls after a number of characters, or at a place in the text', async () => {
    const { claude, client, whole } = await startWith({ kind: 'stall', after: { characters: 33 } });
    expect((await readUntilQuiet(client, 33)).text).toBe(whole.slice(0, 33));
    claude.faults.next({ kind: 'stall', after: afterItems(2) });
    const { text } = await readUntilQuiet(client, whole.indexOf('},{', whole.indexOf('Ann')) + 1);
    expect(text).toBe(whole.slice(0, text.length));
    expect(JSON.parse(`${text}]}`)).toEqual({ items: items.slice(0, 2) });
    claude.faults.next({ kind: 'stall', after: { characters: 0 } });
    expect((await readUntilQuiet(client)).text).toBe('');
  });

  it('pings for ever without a word', async () => {
    const { claude } = await startWith({ kind: 'pings', everyMs: 5 });
    const isEnough = (wire: string) => (wire.match(/event: ping/g) ?? []).length >= 5;
    const { wire } = await fetchWire(claude, ask, isEnough);
    expect(isEnough(wire)).toBe(true);
    expect(wire).not.toContain('content_block_delta');
    await expect.poll(() => claude.requests[1]?.outcome).toBe('left');
  });

  it('ends in an error at a place in the text', async () => {
    const { client, whole } = await startWith({ kind: 'error-event', after: afterItems(1) });
    const { text, error } = await readStream(client);
    expect(error).toMatchObject({ status: undefined, type: 'overloaded_error', apiMessage: 'Overloaded' });
    expect(JSON.parse(`${text}]}`)).toEqual({ items: items.slice(0, 1) });
    expect(whole.startsWith(text)).toBe(true);
  });

  it('ends in an error of any type', async () => {
    const { client } = await startWith({
      kind: 'error-event',
      after: { characters: 5 },
      type: 'api_error',
      message: 'Internal server error',
    });
    expect((await readStream(client)).error).toMatchObject({
      type: 'api_error',
      requestID: expect.stringMatching(/^req_/),
    });
  });

  it('ends early without a word of it', async () => {
    const { client, whole } = await startWith({ kind: 'end-early', after: { characters: 40 } });
    const { text, error, types } = await readStream(client);
    expect([text, error, types.at(-1)]).toEqual([whole.slice(0, 40), null, 'content_block_delta']);
  });

  it('breaks in the middle', async () => {
    const { claude, client, whole } = await startWith({ kind: 'break', after: { characters: 40 } });
    const { text, error } = await readStream(client);
    expect(text).toBe(whole.slice(0, 40));
    expect(error).toBeInstanceOf(Error);
    expect(claude.requests[1]).toMatchObject({ status: 200, outcome: 'cut' });
  });

  it('reaches a place beyond its end at its end', async () => {
    const { client, whole } = await startWith({ kind: 'end-early', after: afterItems(99) });
    const { text, types } = await readStream(client);
    expect([text, types.includes('message_stop')]).toEqual([whole, false]);
  });

  it('that was not asked for becomes an error, a break, or nothing', async () => {
    const { claude, client } = await startWith({ kind: 'error-event', after: afterItems(1) });
    expect((await failureOf(client.messages.create(ask))).status).toBe(529);
    claude.faults.next({ kind: 'break', after: afterItems(1) });
    expect(await failureOf(client.messages.create(ask))).toBeInstanceOf(Anthropic.APIConnectionError);
    claude.faults.next({ kind: 'stall', after: afterItems(1) });
    expect(await failureOf(client.messages.create(ask, { timeout: 40 }))).toBeInstanceOf(
      Anthropic.APIConnectionTimeoutError,
    );
  });
});

describe('the model', () => {
  it('refuses without a word, or after some', async () => {
    const { claude, client, whole } = await startWith({
      kind: 'refusal',
      details: { category: 'cyber', explanation: 'no' },
    });
    const mute = await client.messages.stream(ask).finalMessage();
    expect(mute).toMatchObject({
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'no' },
      content: [],
    });
    claude.faults.next({ kind: 'refusal', after: { characters: 20 }, details: null });
    const late = await client.messages.stream(ask).finalMessage();
    expect(late).toMatchObject({ stop_reason: 'refusal', stop_details: null });
    expect(late.content).toMatchObject([{ type: 'text', text: whole.slice(0, 20) }]);
    claude.answer = () => null;
    expect(await client.messages.create(ask)).toMatchObject({ stop_reason: 'refusal', content: [] });
    claude.answer = () => whole;
    claude.faults.next({ kind: 'refusal' });
    expect((await client.messages.create(ask)).stop_details).toEqual({
      type: 'refusal',
      category: 'general_harms',
      explanation: null,
    });
  });

  test.each([
    ['max-tokens', 'max_tokens'],
    ['context-exceeded', 'model_context_window_exceeded'],
  ] as const)('stops for %s in the middle of the text', async (kind, reason) => {
    const { client, whole } = await startWith({ kind, after: { characters: 150 } });
    const { text, events } = await readStream(client);
    expect(text).toBe(whole.slice(0, 150));
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: reason } });
  });

  it('says something else, in prose, in a fence, in another shape, or nothing', async () => {
    const { claude, client, whole } = await startWith({ kind: 'prose' });
    const say = async (fault: Fault) => {
      claude.faults.next(fault);
      return (await readStream(client)).text;
    };
    expect((await readStream(client)).text).toMatch(/^I read the conversation\./);
    expect(await say({ kind: 'code-fence' })).toBe(`\`\`\`json\n${whole}\n\`\`\``);
    expect(JSON.parse(await say({ kind: 'other-shape' }))).not.toHaveProperty('items');
    expect(await say({ kind: 'say', text: 'Hm.' })).toBe('Hm.');
    claude.faults.next({ kind: 'empty' });
    const empty = await client.messages.stream(ask).finalMessage();
    expect([empty.stop_reason, empty.content]).toMatchObject(['end_turn', [{ type: 'text', text: '' }]]);
  });

  it('says its answer changed', async () => {
    const { client, whole } = await startWith({ kind: 'say', text: answer => `Well: ${answer}` });
    expect((await readStream(client)).text).toBe(`Well: ${whole}`);
  });

  it('writes everything but ASCII as escapes', async () => {
    const { client, whole } = await startWith({ kind: 'escaped' });
    const { text } = await readStream(client);
    expect(text).toMatch(/\\u6765\\u9031/);
    expect(JSON.parse(text)).toEqual(JSON.parse(whole));
  });

  it('spreads its text over blocks, with thinking between them', async () => {
    const { claude, client, whole } = await startWith({ kind: 'split', blocks: 4 });
    const spread = await client.messages.stream(ask).finalMessage();
    expect(spread.content.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'text']);
    claude.faults.next({ kind: 'split', blocks: 3, thinkingBetween: true });
    const mixed = await client.messages.stream(ask).finalMessage();
    expect(mixed.content.map(({ type }) => type)).toEqual(['text', 'thinking', 'text', 'thinking', 'text']);
    for (const { content } of [spread, mixed])
      expect(content.map(block => (block.type === 'text' ? block.text : '')).join('')).toBe(whole);
  });

  it('sends events and blocks of a future kind, which do no harm to the SDK', async () => {
    const { claude, client, whole } = await startWith({ kind: 'future' }, 2);
    const { types, text } = await readStream(client);
    expect(types).toContain('message_note');
    expect(text).toBe(whole);
    const message = await client.messages.stream(ask).finalMessage();
    expect(message.content.map(({ type }) => type as string)).toEqual(['working_memory', 'text']);
    expect(claude.faults.countLeft()).toBe(0);
  });
});
