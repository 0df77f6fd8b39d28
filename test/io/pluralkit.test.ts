import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPluralKit } from '../../src/io/pluralkit.ts';
import { createLogger } from '../../src/log.ts';

const { signal } = new AbortController();

/** PluralKit on loopback, which gives this answer. */
async function startPluralKit(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  options: { readonly unknownMs?: number } = {},
) {
  const at: number[] = [];
  const server = createServer((_, response) => {
    at.push(Date.now());
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { at, senders: createPluralKit({ log: createLogger('silent'), url, ...options }) };
}

test('asks about each message once, and about eight a second', async () => {
  const { at, senders } = await startPluralKit(200, '{"sender":"123456789012345678","system":null}');
  const ids = Array.from({ length: 10 }, (_, index) => `2000000000000000${index + 10}`);
  const found = await Promise.all(ids.map(id => senders.find(id, signal)));
  expect(new Set(found)).toEqual(new Set(['123456789012345678']));
  expect(senders.known(ids[0] ?? '')).toBe('123456789012345678');
  expect(at).toHaveLength(10);
  expect((at[8] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(500);
});

test.each([
  ['a refusal', 429, '{"message":"429: too many requests","retry_after":1}', {}],
  ['an outage', 502, '<html>', {}],
  ['an answer without a sender', 200, '{"sender":"Rin"}', {}],
  ['a redirect', 302, '', { location: 'http://127.0.0.1:9/' }],
])('knows nothing after %s, and asks nothing for a while', async (_, status, body, headers) => {
  const { at, senders } = await startPluralKit(status, body, headers);
  for (const id of ['200000000000000001', '200000000000000002'])
    expect(await senders.find(id, signal)).toBeNull();
  expect(at).toHaveLength(1);
});

test('knows no sender of a message that PluralKit does not know, remembers that, and forgets it', async () => {
  const body = '{"message":"Message not found.","code":20006}';
  const { at, senders } = await startPluralKit(404, body, {}, { unknownMs: 200 });
  expect(senders.known('200000000000000001')).toBeUndefined();
  expect(await senders.find('200000000000000001', signal)).toBeNull();
  expect(senders.known('200000000000000001')).toBeNull();
  await expect.poll(() => senders.known('200000000000000001')).toBeUndefined();
  expect(at).toHaveLength(1);
});
