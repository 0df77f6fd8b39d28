import { expect, it } from 'vitest';
import type { Playground } from '../../src/discord/server.ts';
import { compareIds, toTimeMs } from '../../src/discord/snowflake.ts';
import { setUp, start } from '../../src/testing/start.ts';
import { at } from '../scene.ts';
import { startWithCommands } from './interactions/interaction-scene.ts';

const dayMs = 86_400_000;

async function move(playground: Playground, body: unknown, token = playground.token) {
  const response = await fetch(`${playground.url}/playground/clock`, {
    method: 'PUT',
    headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

it('tells its time to anybody, and moves to an instant or by an offset for holders of the token', async () => {
  const playground = await start();
  const read = async () => (await fetch(`${playground.url}/playground/clock`)).json();
  expect(at(await read(), 'offset_ms')).toBe(0);
  const moved = await move(playground, { now: '2031-03-03T09:00:00+01:00' });
  expect(moved.status).toBe(200);
  expect(String(at(moved.body, 'now'))).toMatch(/^2031-03-03T08:00:0/);
  expect((await move(playground, { offset_ms: -dayMs })).body).toMatchObject({ offset_ms: -dayMs });
  expect(at(await read(), 'offset_ms')).toBe(-dayMs);
  expect((await move(playground, { offset_ms: 0 }, 'other')).status).toBe(401);
  expect(at(await read(), 'offset_ms')).toBe(-dayMs);
});

it.each([
  ['nothing', {}],
  ['no JSON', '{'],
  ['a time without a zone', { now: '2031-03-03T09:00:00' }],
  ['half a millisecond', { offset_ms: 0.5 }],
  ['both', { now: '2031-03-03T09:00:00Z', offset_ms: 1 }],
  ['a time before there were ids', { now: '2014-01-01T00:00:00Z' }],
  ['a time after 2099', { now: '2100-01-01T00:00:00Z' }],
])('refuses %s and stays where it is', async (_, body) => {
  const playground = await start();
  expect((await move(playground, body)).status).toBe(400);
  expect(playground.clock.offsetMs()).toBe(0);
});

it('dates new messages and threads by the moved clock', async () => {
  const playground = await start();
  const { general, ben } = setUp(playground);
  const { world, clock } = playground;
  const monday = Date.now() + 5 * dayMs;
  clock.moveTo(monday);
  const message = world.addMessage(general, { by: ben, content: 'good morning' });
  expect(toTimeMs(message.id)).toBeGreaterThanOrEqual(monday);
  expect(toTimeMs(message.id)).toBeLessThan(monday + dayMs);
  const thread = world.addThread(general, { name: 'new', owner: ben });
  expect(toTimeMs(thread.id)).toBeGreaterThanOrEqual(monday);
  world.editMessage(message, 'good evening');
  expect(Date.parse(String(world.history(general)[0]?.edited_timestamp))).toBeGreaterThanOrEqual(monday);
});

it('gives greater ids to what comes later, also after it was set back', async () => {
  const playground = await start();
  const { general, ben } = setUp(playground);
  const { world, clock } = playground;
  const ids: string[] = [];
  const write = () => ids.push(world.addMessage(general, { by: ben, content: `${ids.length}` }).id);
  for (const days of [0, 7, 2, -3, 8]) {
    clock.moveTo(Date.now() + days * dayMs);
    write();
    write();
  }
  expect(ids).toEqual([...ids].sort(compareIds));
  expect(new Set(ids).size).toBe(10);
  expect(world.history(general).map(({ content }) => Number(content))).toEqual([...ids.keys()]);
  const past = world.addMessage(general, { by: ben, content: 'long ago', atMs: Date.now() - dayMs });
  expect(world.history(general)[0]?.id).toBe(past.id);
});

it('lets the bot answer in time what was asked before the clock was moved', async () => {
  const { playground, ben, general, last, respond } = await startWithCommands();
  const asked = playground.actions.slash({ user: ben, channel: general, command: 'go' });
  await expect.poll(last).toMatchObject({ type: 2 });
  playground.clock.moveTo(Date.now() + 7 * dayMs);
  expect((await respond({ type: 4, data: { content: 'here' } })).status).toBeLessThan(300);
  expect((await asked).status).toBe('replied');
});
