import type { Playground } from '../src/discord/server.ts';

/** A clock that a test moves. */
export function createClock() {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance: (ms: number) => {
      aheadMs += ms;
    },
  };
}

/** A bot's plain HTTP request. */
export async function call(
  playground: Playground,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = { authorization: `Bot ${playground.token}` },
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(`${playground.url}/api/v10${path}`, {
    method,
    headers: {
      ...headers,
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

/** Whatever is in `value` at a path, for answers whose shape the description checks already. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let node = value;
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = Object.entries(node).find(([name]) => name === String(key))?.[1];
  }
  return node;
}
