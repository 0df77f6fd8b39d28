import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Spending } from '../../src/core/claims/usage.ts';
import { engineRequest } from '../app/engine-conformance.ts';
import { createClaudeScene } from '../io/claude/claude-scene.ts';

const never = new AbortController().signal;

/** A host that is no Claude, and what it was asked; gone when the test is. */
async function createHost(answer: RequestListener) {
  const asked: { readonly url: string; readonly key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', key: request.headers.authorization });
    request.resume();
    request.on('end', () => answer(request, response));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** What becomes of a draft that this host is asked for, and what its calls count for. */
async function ask(answer: RequestListener, limits = {}) {
  const host = await createHost(answer);
  const scene = await createClaudeScene();
  const counted: (Spending | null)[] = [];
  const reserve = async () => ({ settle: async (spent: Spending | null) => void counted.push(spent) });
  const { engine, notices } = await scene.connect({ baseUrl: host.url, limits, meter: { reserve } });
  const before = host.asked.length;
  const claims: unknown[] = [];
  const report = await engine.draft(engineRequest, claim => claims.push(claim), never);
  const posts = host.asked.slice(before).filter(({ url }) => url === '/v1/messages').length;
  return { ...report, notices, claims, posts, counted };
}

const stream = { 'content-type': 'text/event-stream' };
const event = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const usage = {
  input_tokens: 5,
  output_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
const begin = event('message_start', { message: { model: 'claude-sonnet-5-5', usage } });
const say = (text: string) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
const stop = (more: object) => event('message_delta', { delta: { stop_reason: 'end_turn' }, ...more });
/** Both an answer in words and what is said of its lines. */
const said = '{"headings":[],"lines":[]}';
const line = { text: said, evidence: [], matter: { number: 1, title: '', topic: '', continues: 0 } };
const whole = begin + say(said) + stop({ usage }) + event('message_stop', {});

test.each([
  ['a page', 200, 'text/html', '<html>Sign in</html>'],
  ['a whole message', 200, 'application/json', '{"type":"message"}'],
  ['nothing', 204, 'text/plain', ''],
  ['a page of a missing path', 404, 'text/html', '<html>nginx</html>'],
  ['a page of a locked door', 401, 'text/html', '<html>proxy</html>'],
])('a host that answers with %s is asked once and told to be no Claude', async (_, status, type, body) => {
  const {
    failure,
    posts,
    notices,
    usage: took,
  } = await ask((_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(status === 204 ? undefined : body),
  );
  expect([failure, posts, took]).toEqual(['unreachable', 1, null]);
  if (status !== 200 && status !== 204)
    expect(notices).toEqual([expect.stringContaining('ANTHROPIC_BASE_URL is not the Claude API')]);
});

test('redirects to another host are not followed, with the key or with the conversation', async () => {
  const other = await createHost((_request, response) => response.writeHead(200, stream).end(whole));
  const { failure } = await ask((request, response) =>
    response.writeHead(307, { location: `${other.url}${request.url}` }).end(),
  );
  expect(failure).toBe('unreachable');
  expect(other.asked).toEqual([]);
});

test('an answer is complete when it says so, even if the connection stays open', async () => {
  const {
    failure,
    claims,
    usage: took,
  } = await ask((_request, response) => void response.writeHead(200, stream).write(whole));
  expect([failure, claims]).toEqual([null, [line]]);
  expect(took?.outputTokens).toBe(2);
});

test.each([
  [
    'tells no usage',
    begin.replace(/"usage":\{[^}]*\}/, '"usage":null') +
      say(said) +
      stop({ usage: null }) +
      event('message_stop', {}),
    null,
  ],
  ['tells half of it', begin + say(said) + stop({ usage: {} }) + event('message_stop', {}), 2],
])('a host that %s costs an unknown amount, and the answer counts', async (_, body, outputTokens) => {
  const {
    failure,
    claims,
    usage: took,
    counted,
  } = await ask((_request, response) => response.writeHead(200, stream).end(body));
  expect([failure, claims]).toEqual([null, [line]]);
  expect(took?.costUsd ?? null).toBeNull();
  expect(took?.outputTokens ?? null).toBe(outputTokens);
  // Caps count it all the same.
  expect(counted).toHaveLength(2);
  for (const spent of counted) expect(spent?.assumedUsd).toBeGreaterThan(0.001);
});

test('a host that says headers and no more of its models holds nobody up for long', async () => {
  const host = await createHost(
    (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  );
  const scene = await createClaudeScene();
  const { notices } = await scene.connect({ baseUrl: host.url, askWithinMs: 150 });
  expect(notices).toEqual([expect.stringContaining('did not answer within 0.15 seconds')]);
});

test('what a host calls its models is shown as plain letters', async () => {
  const id = 'claude-\u001b[31m\nx';
  const host = await createHost((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id, lifecycle: 'retired', max_input_tokens: 0, max_tokens: 0 })),
  );
  const scene = await createClaudeScene();
  const { notices } = await scene.connect({ baseUrl: host.url });
  expect(notices).toEqual([expect.stringContaining('claude-?[31m?x is retired')]);
});
