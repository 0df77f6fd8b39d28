import { expect, test } from 'vitest';
import { withRetryRules } from '../../../src/io/discord/send-request.ts';

const callback = '/interactions/1/token/callback';
const followUp = '/webhooks/1/token';
const forumPost = '/channels/1/threads';
const lost = Object.assign(new Error('socket'), { code: 'UND_ERR_SOCKET' });
const acknowledged = () => Response.json({ code: 40_060 }, { status: 400 });
const taken = () => new Response(null, { status: 204 });
const fail = (status: number) => () => new Response('', { status });
const lose = () => {
  throw lost;
};
const limited = (seconds: number) => () =>
  new Response('', { status: 429, headers: { 'retry-after': String(seconds) } });

/** Sends a request that is answered in this way, the last answer repeated: how it ended, and after how many attempts. */
async function send(method: string, url: string, ...answers: readonly (() => Response)[]) {
  let attempts = 0;
  const rule = withRetryRules(async () => (answers[attempts++] ?? answers.at(-1) ?? taken)());
  const ended = await rule(url, { method }).then(
    ({ status }) => status,
    (error: { status?: number; code?: string }) => `throws ${error.status ?? error.code}`,
  );
  return [ended, attempts];
}

test.each([
  ['is accepted', [taken], [204, 1]],
  ['is accepted, but answered with 500 and then 502', [fail(500), fail(502), acknowledged], [204, 3]],
  ['is accepted, but its response is lost', [lose, acknowledged], [204, 2]],
  ['is refused for a while', [fail(503), fail(503), taken], [204, 3]],
  ['is rate limited', [limited(0.1), taken], [204, 2]],
  ['is rate limited for longer than Discord waits', [limited(3)], [429, 1]],
  ['was given by another process', [acknowledged], [400, 1]],
  ['was given by another process after a limit', [limited(0.1), acknowledged], [400, 2]],
  ['is too late', [fail(404)], [404, 1]],
])('a first answer that %s ends as %j', async (_, answers, expected) => {
  expect(await send('POST', callback, ...answers)).toEqual(expected);
});

test('a first answer is given up when it would be too late', async () => {
  const [status, attempts] = await send('POST', callback, fail(503));
  expect(status).toBe('throws 503');
  expect(attempts).toBeGreaterThan(3);
});

test.each([followUp, forumPost])('%s has no nonce, and is sent once', async url => {
  expect(await send('POST', url, fail(500))).toEqual(['throws 500', 1]);
  expect(await send('POST', url, lose)).toEqual(['throws 504', 1]);
  expect(await send('POST', url, taken)).toEqual([204, 1]);
});
