import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { createWriting, fairClaims } from '../engines.ts';
import { fill } from '../scene.ts';
import { type Answer, createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
let summarizePath: string;

beforeAll(async () => {
  http = await createHttpScene({ engine: createWriting(...fairClaims) });
  fill(http);
  summarizePath = `/discord/channels/${http.channel.id}/summarize`;
});
afterAll(() => http?.close());

const wait = '?wait=30';

async function summarize(query = '', body: object = {}): Promise<Answer> {
  return http.fetch(`${summarizePath}${wait}${query}`, { body });
}

describe('asking about a channel', () => {
  const question = 'When is the school fair?';

  test.each([
    ['no question', { channel_id: '123456789012345678' }, 400],
    ['an empty question', { question: ' ', channel_id: '123456789012345678' }, 400],
    ['a channel that is not there', { question, channel_id: '123456789012345678' }, 404],
  ])('refuses %s', async (_, body, expected) => {
    expect((await http.fetch(`/ask${wait}`, { body })).status).toBe(expected);
  });
});

describe('summarizing a channel', () => {
  test.each([
    ['markdown', 'text/markdown', /^# /],
    ['html', 'text/html', /<!doctype html>/i],
    ['plain', 'text/plain', /^=+$/m],
  ])('is %s by ?format= and by Accept', async (format, type, looks) => {
    const byQuery = await summarize(`&format=${format}`);
    expect(byQuery.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(byQuery.text).toMatch(looks);
    const byHeader = await http.fetch(`${summarizePath}${wait}`, { body: {}, headers: { accept: type } });
    expect(byHeader.text).toMatch(looks);
  });

  test('answers 202 with a job whose events end in the summary', async () => {
    const started = await http.fetch(summarizePath, { body: {} });
    expect(started.status).toBe(202);
    expect(started.headers.get('location')).toBe(started.json.links.self);
    const events = await http.fetch(started.json.links.events);
    expect(events.text).toMatch(/^event: (?:running|done)\n/m);
    const last = JSON.parse(/event: done\ndata: (.*)/.exec(events.text)?.[1] ?? '{}');
    expect(last.status).toBe('done');
    const result = await http.fetch(last.links.result);
    const stored = await http.fetch(last.links.summary);
    expect(stored.json.summary_id).toBe(result.json.summary_id);
    // A channel's result is flat; the stored document has references by default.
    expect(result.json.key_points[0]).toBe(stored.json.key_points[0].text);
    const again = await http.fetch(last.links.summary, {
      headers: { 'if-none-match': stored.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('says what is wrong with a request, field by field', async () => {
    const wrong = await http.fetch(summarizePath, { body: { detail: 'long', messages: 0 } });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(wrong.json.errors.map(({ path }: { path: string }) => path)).toEqual(['detail', 'messages']);
    const misspelled = await http.fetch(summarizePath, { body: { detial: 'brief', message: 5 } });
    expect([misspelled.status, misspelled.json.code]).toEqual([400, 'invalid']);
    expect(misspelled.json.errors.map(({ path }: { path: string }) => path)).toEqual(['detial', 'message']);
    expect(misspelled.json.detail).toBe('"detial": Unknown field.');
    for (const [path, body] of [
      ['/check', { statements: ['It rains.'], channel_id: http.channel.id }],
      ['/whatsapp/chats/none/summarize', {}],
    ] as const) {
      const unknown = await http.fetch(path, { body: { ...body, sicne: '2 hours ago' } });
      expect([unknown.status, unknown.json.detail], path).toEqual([400, '"sicne": Unknown field.']);
    }
    for (const body of ['{', '[]', '"x"'])
      expect((await http.fetch(summarizePath, { body })).status).toBe(400);
    const since = await http.fetch(`${summarizePath}${wait}`, { body: { since: 'gibberish' } });
    expect([since.status, since.json.code]).toEqual([400, 'invalid']);
  });
});

describe('access', () => {
  test('needs a valid token, and none may be guessed by its id', async () => {
    const token = await http.grant();
    for (const bad of [null, 'x', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]) {
      const refused = await http.fetch('/summaries', { token: bad });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    expect((await http.fetch('/summaries', { token })).status).toBe(200);
    await http.running().store.tokens.remove(token.split('_')[1] ?? '');
    expect((await http.fetch('/summaries', { token })).status).toBe(401);
  });

  test('a token reads what its owner reads, and nothing once that changes', async () => {
    const { world, guild, ann, bob } = http;
    const secret = world.addChannel(guild, { name: 'secret' });
    world.overwrite(secret, { role: guild.id, deny: PermissionFlagsBits.ViewChannel });
    for (let line = 0; line < 6; line++)
      world.addMessage(secret, { by: ann, content: `The code is ${line}.` });
    const path = `/discord/channels/${secret.id}/summarize${wait}`;
    const bobs = await http.grant({ userId: bob.id });
    const hidden = await http.fetch(path, { body: {}, token: bobs });
    const missing = await http.fetch(`/discord/channels/123456789012345678/summarize${wait}`, {
      body: {},
      token: bobs,
    });
    // One cannot tell a hidden channel from one that does not exist.
    expect([hidden.status, hidden.json]).toEqual([missing.status, missing.json]);
    expect(hidden.status).toBe(404);

    const open = await http.fetch(`${summarizePath}${wait}`, { body: {}, token: bobs });
    const stored = `/summaries/${open.json.summary_id}`;
    expect((await http.fetch(stored, { token: bobs })).status).toBe(200);
    world.overwrite(http.channel, { role: guild.id, deny: PermissionFlagsBits.ViewChannel });
    expect((await http.fetch(stored, { token: bobs })).status).toBe(404);
    world.overwrite(http.channel, { role: guild.id });
    expect((await http.fetch(stored, { token: bobs })).status).toBe(200);
  });

  test('a token for one channel reaches no other', async () => {
    const { world, guild, ann, channel } = http;
    const other = world.addChannel(guild, { name: 'other' });
    for (let line = 0; line < 6; line++)
      world.addMessage(other, { by: ann, content: `Line ${line} of other.` });
    const token = await http.grant({ channelIds: [channel.id] });
    expect((await http.fetch(`${summarizePath}${wait}`, { body: {}, token })).status).toBe(200);
    const refused = await http.fetch(`/discord/channels/${other.id}/summarize${wait}`, { body: {}, token });
    expect(refused.status).toBe(404);
  });

  test('a token for one thread reads what it summarized', async () => {
    const { world, ann, channel } = http;
    const thread = world.addThread(channel, { name: 'tents', owner: ann });
    for (let line = 0; line < 6; line++)
      world.addMessage(thread, { by: ann, content: `Tent ${line} is free on Friday.` });
    const path = `/discord/channels/${thread.id}/summarize${wait}`;
    for (const id of [thread.id, channel.id]) {
      const token = await http.grant({ channelIds: [id] });
      expect((await http.fetch(path, { body: {}, token })).status).toBe(200);
    }
    const stored = (await http.fetch(path, { body: {} })).json.summary_id;
    const other = await http.grant({ channelIds: ['123456789012345678'] });
    expect((await http.fetch(`/summaries/${stored}`, { token: other })).status).toBe(404);
  });

  test('a job is seen by its token only', async () => {
    const { json } = await http.fetch(summarizePath, { body: {} });
    const other = await http.fetch(json.links.self, { token: await http.grant() });
    expect(other.status).toBe(404);
    await http.fetch(json.links.events);
  });
});

test('a deleted message leaves its claims and its words', async () => {
  const { world, channel } = http;
  const { json } = await summarize('&references=true');
  const messageId = json.facts[0].references[0].message_id;
  const message = sure(world.findMessage(messageId));
  world.removeMessage(message);
  await expect
    .poll(async () => (await http.fetch(`/summaries/${json.summary_id}`)).text)
    .not.toContain('Parking behind the gym');
  world.addMessage(channel, {
    by: http.ann,
    content: 'Parking behind the gym was allowed in every one of the last years',
  });
});

describe('checking statements', () => {
  const statements = ['The school fair is on 21 March.', 'The fair is on the moon.'];

  test('against an uploaded conversation, which is not stored', async () => {
    const conversation = [
      { author: 'Mia', time: '2026-03-01T10:00:00Z', text: 'The fair is on the moon.' },
      { author: 'Tom', time: '2026-03-01T10:01:00Z', text: 'Really?' },
    ];
    const { status, json } = await http.fetch(`/check${wait}`, { body: { conversation, statements } });
    expect(status).toBe(200);
    expect(json.statements[1]).toMatchObject({ status: 'sources_found', references: [{ sender: 'Mia' }] });
    const listed = await http.fetch('/summaries?limit=100');
    expect(JSON.stringify(listed.json)).not.toContain('moon');
  });

  test('against the messages of a range, of an upload too', async () => {
    const conversation = [
      { author: 'Tom', time: '2026-03-03T10:00:00Z', text: 'The raffle is on Monday.' },
      { author: 'Mia', time: '2026-03-01T10:00:00Z', text: 'The tombola was moved to the gym.' },
      { author: 'Tom', time: '2026-03-02T10:00:00Z', text: 'The choir sings on Sunday.' },
    ];
    const statements = conversation.map(({ text }) => text);
    const read = async (range: object) => {
      const { json } = await http.fetch(`/check${wait}`, { body: { conversation, statements, ...range } });
      return [json.message_count, json.statements.map(({ status }: { status: string }) => status)];
    };
    const [found, unfound] = ['sources_found', 'not_found'];
    expect(await read({})).toEqual([3, [found, found, found]]);
    expect(await read({ messages: 2 })).toEqual([2, [found, unfound, found]]);
    expect(await read({ messages: 2, since: '12 hours ago' })).toEqual([1, [found, unfound, unfound]]);
    expect(await read({ since: '2026-03-02' })).toEqual([2, [found, unfound, found]]);
    for (const [since, status] of [
      ['gibberish', 400],
      ['2026-03-04', 422],
    ]) {
      const body = { conversation, statements, since };
      expect((await http.fetch(`/check${wait}`, { body })).status).toBe(status);
    }
  });

  test('against a large conversation, and refuses a wrong one like a small one', async () => {
    const message = (index: number) => ({
      author: 'Mia',
      time: '2026-03-01T10:00:00Z',
      text: `It is ${index}.`,
    });
    const conversation = Array.from({ length: 1_000 }, (_, index) => message(index));
    const headers = { 'idempotency-key': 'large' };
    const body = { conversation, statements: ['It is 718.'] };
    const { status, json } = await http.fetch(`/check${wait}`, { body, headers });
    expect([status, json.message_count, json.statements[0].status]).toEqual([200, 1_000, 'sources_found']);
    const other = { ...body, conversation: conversation.with(0, message(9)) };
    expect((await http.fetch(`/check${wait}`, { body: other, headers })).status).toBe(422);
    const check = async (changes: object) => {
      const started = await http.fetch('/check', { body: { ...body, ...changes } });
      if (started.status !== 202) return started.status;
      const job = `/jobs/${started.json.job_id}`;
      // Ends with the job.
      await http.fetch(`${job}/events`);
      return (await http.fetch(`${job}/result`)).status;
    };
    for (const [changes, status] of [
      [{ conversation: [] }, 422],
      [{ conversation: [1] }, 422],
      [{ conversation: {} }, 400],
      [{ conversation: null }, 400],
      [{ conversation: undefined }, 400],
      [{ channel_id: http.channel.id }, 400],
      [{ statements: ['x'.repeat(260_000)] }, 413],
    ] as const)
      expect(await check(changes)).toBe(status);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const nested of [deep, `{"conversation":${deep}}`, `{"conversation":[{"text":${deep}}]}`])
      expect((await http.fetch('/check', { body: nested })).status).toBe(400);
  });
});

test('summaries are listed newest first, page by page', async () => {
  for (let count = 0; count < 3; count++) await summarize();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await http.fetch(`/summaries?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(page.json.summaries.length).toBeLessThanOrEqual(2);
    seen.push(...page.json.summaries.map(({ created_at: at }: { created_at: string }) => at));
    cursor = page.json.next_cursor;
  } while (cursor !== null);
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(seen).toEqual([...seen].sort().reverse());
  expect((await http.fetch('/summaries?cursor=nonsense')).status).toBe(400);
});

describe('the API description', () => {
  test('describes every answer that was given', async () => {
    const { json: api } = await http.fetch('/openapi.json', { token: null });
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(api, 'api');
    const problems: unknown[] = [];
    const validate = async (path: string, method: string, asked: Promise<Answer> | Answer) => {
      const { status, headers, json } = await asked;
      const type = (headers.get('content-type') ?? '').replace(/;.*/, '');
      const described = String(status) in api.paths[path][method].responses ? String(status) : 'default';
      const pointer = ['paths', path, method, 'responses', described, 'content', type, 'schema']
        .map(part => part.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/');
      if (!ajv.validate({ $ref: `api#/${encodeURI(pointer)}` }, json))
        problems.push([path, status, ajv.errors]);
    };
    const channelPath = '/discord/channels/{channelId}/summarize';
    const flat = await summarize();
    const started = await http.fetch(summarizePath, { body: {} });
    const id = started.json.job_id;
    await http.fetch(`/jobs/${id}/events`);
    for (const answer of [flat, started, await summarize('&references=true')])
      await validate(channelPath, 'post', answer);
    await validate(channelPath, 'post', http.fetch(summarizePath, { body: { detail: 1 } }));
    for (const [path, address, token] of [
      ['/jobs/{id}', `/jobs/${id}`],
      ['/jobs/{id}', '/jobs/none'],
      ['/jobs/{id}/result', `/jobs/${id}/result`],
      ['/summaries', '/summaries'],
      ['/summaries', '/summaries', null],
      ['/summaries/{id}', `/summaries/${flat.json.summary_id}`],
      ['/healthz', '/healthz', null],
      ['/readyz', '/readyz', null],
      ['/receipts/keys', '/receipts/keys', null],
    ] as const)
      await validate(path, 'get', http.fetch(address, token === null ? { token } : {}));
    const body = { channel_id: http.channel.id, statements: ['The fair.'] };
    await validate('/check', 'post', http.fetch(`/check${wait}`, { body }));
    expect(problems).toEqual([]);
  });

  test('is shown at /docs without any script', async () => {
    const { text, headers } = await http.fetch('/docs', { token: null });
    expect(text).toContain('/discord/channels/{channelId}/summarize');
    expect(text).not.toMatch(/<script|src=|href="https?:/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

test('refuses bodies that are not JSON, and lets no other site read its answers', async () => {
  const path = `/discord/channels/${http.channel.id}/summarize`;
  const headers = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' };
  const text = await http.fetch(path, { body: 'messages=5', headers });
  expect([text.status, text.json.code]).toEqual([415, 'invalid']);
  expect(text.json.detail).toContain('Content-Type: application/json');
  const summaries = await http.fetch('/summaries', { headers });
  const preflight = await http.fetch('/summaries', { method: 'OPTIONS', headers, token: null });
  for (const answer of [text, summaries, preflight]) {
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'keep-alive': 'timeout=75',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
  }
});

test('lets the scripts of the given websites call it, refusals included, and of no others', async () => {
  await http.close();
  http = await createHttpScene({ corsOrigins: ['https://wiki.example'] });
  const allowed = async (origin: string, options: Parameters<typeof http.fetch>[1] = {}) => {
    const { status, headers } = await http.fetch('/summaries', { ...options, headers: { origin } });
    return [status, headers.get('access-control-allow-origin')];
  };
  expect(await allowed('https://wiki.example')).toEqual([200, 'https://wiki.example']);
  expect(await allowed('https://wiki.example', { token: null })).toEqual([401, 'https://wiki.example']);
  const preflight = { method: 'OPTIONS', token: null };
  expect(await allowed('https://wiki.example', preflight)).toEqual([204, 'https://wiki.example']);
  expect(await allowed('https://elsewhere.example')).toEqual([200, null]);
  expect(await allowed('https://elsewhere.example', preflight)).toEqual([204, null]);
});

test('refuses bodies that are too large, addresses that do not exist and wrong methods', async () => {
  const huge = await http.fetch('/check', { body: `{"statements":["${'x'.repeat(33 * 2 ** 20)}"]}` });
  expect(huge.status).toBe(413);
  const many = await http.fetch('/check', {
    body: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1])),
  });
  expect([many.status, many.json.errors.length]).toEqual([400, 20]);
  const padded = { focus: 'x'.repeat(2 ** 16) };
  for (const path of [summarizePath, '/whatsapp/chats/x/summarize', '/mcp']) {
    const long = await http.fetch(path, { body: padded });
    expect([path, long.status, long.json.detail]).toEqual([
      path,
      413,
      'The body is larger than 64 KB. Send less.',
    ]);
  }
  for (const [path, method, status, allow] of [
    ['/nothing', 'GET', 404, null],
    ['/jobs/x/nothing', 'PUT', 404, null],
    ['/check', 'GET', 405, 'POST'],
    ['/jobs/x', 'PUT', 405, 'GET, HEAD, DELETE'],
    ['/healthz', 'DELETE', 405, 'GET, HEAD'],
  ] as const) {
    const answer = await http.fetch(path, { method });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, status, allow]);
  }
});
