import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scale } from '../../scale.ts';
import { fill } from '../scene.ts';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
let operations: readonly Operation[];

beforeAll(async () => {
  http = await createHttpScene({ requestsPerMinute: 1_000_000 });
  fill(http);
  const { json } = await http.ask('/openapi.json', { token: null });
  operations = Object.entries(json.paths as Paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
      path,
      method,
      query: parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name),
      fields: Object.keys(
        resolve(json, requestBody?.content['application/json']?.schema ?? {}).properties ?? {},
      ),
    })),
  );
});
afterAll(() => http?.close());

type Schema = { readonly $ref?: string; readonly properties?: object };
type Paths = Record<
  string,
  Record<
    string,
    {
      readonly parameters?: readonly { readonly name: string; readonly in: string }[];
      readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
    }
  >
>;
type Operation = {
  readonly path: string;
  readonly method: string;
  readonly query: readonly string[];
  readonly fields: readonly string[];
};

function resolve(
  api: { components: { schemas: Record<string, Schema> } },
  { $ref, ...schema }: Schema,
): Schema {
  return $ref === undefined ? schema : (api.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
}

test('no request of any shape gets a 500, and every refusal is a problem', async () => {
  const word = fc.oneof(
    fc.constantFrom('brief', 'json', 'html', 'true', '0', '1', '-1', '60', http.channel.id, '', 'yesterday'),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const value = fc.oneof(
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(word, fc.constant({ author: 'Ann', time: '2026-03-01T10:00:00Z', text: 'Hello' })), {
      maxLength: 4,
    }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const request = fc.nat().chain(index => {
    const operation = operations[index % operations.length] as Operation;
    return fc.record({
      operation: fc.constant(operation),
      ids: fc.infiniteStream(word),
      query: fc.dictionary(fc.constantFrom(...operation.query, 'x'), word, { maxKeys: 4 }),
      body: fc.oneof(
        fc
          .dictionary(fc.constantFrom(...operation.fields, 'x'), value, { maxKeys: 5 })
          .map(each => JSON.stringify(each)),
        fc.string({ maxLength: 50 }),
      ),
      headers: fc.dictionary(
        fc.constantFrom('accept', 'idempotency-key', 'content-type', 'if-none-match', 'last-event-id'),
        fc.oneof(fc.constantFrom('*/*', 'text/html', 'application/json'), fc.string({ maxLength: 20 })),
        { maxKeys: 3 },
      ),
    });
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, ids, query, body, headers }) => {
      const path = operation.path.replace(/\{\w+\}/g, () =>
        encodeURIComponent(ids.next().value ?? 'x').replace(/^\.*$/, 'x'),
      );
      const sent = Object.fromEntries(
        Object.entries(headers).filter(([, each]) => /^[\x20-\x7e]*$/.test(each)),
      );
      const answer = await http.ask(`${path}?${new URLSearchParams(query)}`, {
        method: operation.method.toUpperCase(),
        headers: sent,
        ...(operation.method === 'post' && { body }),
      });
      expect(answer.status, answer.text).toBeLessThan(500);
      // Links from Discord are opened by people.
      const isPage = operation.path === '/open/{link}' && answer.text.startsWith('<!doctype html>');
      if (answer.status >= 400 && !isPage) expect(answer.json).toMatchObject({ status: answer.status });
    }),
    { numRuns: scale(1_000) },
  );
});
