import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scale } from '../../scale.ts';
import { fill } from '../scene.ts';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
let operations: readonly (readonly [path: string, method: string])[];

beforeAll(async () => {
  http = await createHttpScene({ requestsPerMinute: 1_000_000 });
  fill(http);
  const { json } = await http.fetch('/openapi.json', { token: null });
  operations = Object.entries(json.paths as object).flatMap(([path, item]) =>
    Object.keys(item).map(method => [path, method] as const),
  );
});
afterAll(() => http?.close());

const fields = [
  'detail',
  'messages',
  'since',
  'focus',
  'statements',
  'channel_id',
  'conversation',
  'author',
  'x',
];
const parameters = ['format', 'references', 'wait', 'limit', 'cursor', 'chat', 'zone', 'retention_days', 'x'];

test('no request of any shape gets a 500, and every refusal is a problem', async () => {
  const word = fc.oneof(
    fc.constantFrom('brief', 'json', 'html', 'true', '0', '-1', http.channel.id, '', 'yesterday'),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const record = fc.constant({ author: 'Ann', time: '2026-03-01T10:00:00Z', text: 'Hello' });
  const value = fc.oneof(
    word,
    fc.array(fc.oneof(word, record), { maxLength: 4 }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const request = fc.record({
    operation: fc.nat().map(index => operations[index % operations.length] ?? (['/', 'get'] as const)),
    id: word,
    query: fc.dictionary(fc.constantFrom(...parameters), word, { maxKeys: 4 }),
    body: fc.oneof(
      fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 5 }).map(each => JSON.stringify(each)),
      fc.string({ maxLength: 50 }),
    ),
    headers: fc.dictionary(
      fc.constantFrom('accept', 'idempotency-key', 'content-type', 'if-none-match'),
      fc.constantFrom('*/*', 'text/html', 'application/json', 'x y'),
      { maxKeys: 3 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ operation: [route, method], id, query, body, headers }) => {
      const path = route.replace(/\{\w+\}/g, () => encodeURIComponent(id).replace(/^\.*$/, 'x'));
      const answer = await http.fetch(`${path}?${new URLSearchParams(query)}`, {
        method: method.toUpperCase(),
        headers,
        ...(method === 'post' && { body }),
      });
      expect(answer.status, answer.text).toBeLessThan(500);
      // Links from Discord are opened by people.
      const isPage = route === '/open/{link}' && answer.text.startsWith('<!doctype html>');
      if (answer.status >= 400 && !isPage) expect(answer.json).toMatchObject({ status: answer.status });
    }),
    { numRuns: scale(1_000) },
  );
});
