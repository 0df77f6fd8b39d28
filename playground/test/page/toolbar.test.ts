import { expect, test } from 'vitest';
import { startWithCommands } from '../discord/interactions/interaction-scene.ts';
import { call } from '../scene.ts';
import { act, servePage, watch } from './scene.ts';

test('a slow Discord answers everything late, until it works well again', async () => {
  const { playground, ben } = await startWithCommands();
  const page = await servePage(playground, { people: [ben] });
  const measure = async (): Promise<number> => {
    const begun = performance.now();
    await call(playground, 'GET', '/users/@me');
    return performance.now() - begun;
  };
  await act(page, 'network', { user: ben.id, name: 'slow' });
  expect(await measure()).toBeGreaterThan(450);
  await act(page, 'network', { user: ben.id, name: 'normal' });
  expect(await measure()).toBeLessThan(450);
});

test('a Discord that limits rates refuses a few requests of each thing done, and then lets them through', async () => {
  const { playground, ben, general, last, respond } = await startWithCommands();
  const page = await servePage(playground, { people: [ben] });
  await act(page, 'network', { user: ben.id, name: 'rate-limited' });
  const asked = act(page, 'slash', { user: ben.id, channel: general.id, command: 'go', options: {} });
  const read = async () => (await call(playground, 'GET', `/channels/${general.id}/messages`)).status;
  await expect.poll(last).toMatchObject({ type: 2 });
  const statuses = [await read(), await read(), await read()];
  expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0);
  expect(statuses.at(-1)).toBe(200);
  await respond({ type: 4, data: { content: 'here' } });
  await asked;
});

test('the engine is shown and chosen where there are several, and only among those', async () => {
  const { playground, ben } = await startWithCommands();
  const run: string[] = [];
  const page = await servePage(playground, {
    people: [ben],
    engines: [
      { name: 'extractive', label: 'quotes chosen by code' },
      { name: 'claude', label: 'Claude (stand-in)' },
    ],
    onEngine: async name => {
      run.push(name);
    },
  });
  const sees = await watch(page, { user: ben.id });
  await expect.poll(() => sees.now()?.toolbar.engine).toBe('extractive');
  expect(sees.now()?.toolbar.canRestart).toBe(false);
  await act(page, 'engine', { user: ben.id, name: 'claude' });
  await expect.poll(() => sees.now()?.toolbar.engine).toBe('claude');
  expect((await act(page, 'engine', { user: ben.id, name: 'other' })).status).toBe(409);
  expect(run).toEqual(['claude']);
});

test('the bot is restarted by its runner', async () => {
  const { playground, ben } = await startWithCommands();
  let restarts = 0;
  const page = await servePage(playground, {
    people: [ben],
    onRestart: async () => {
      restarts += 1;
    },
  });
  const sees = await watch(page, { user: ben.id });
  await expect.poll(() => sees.now()?.toolbar.canRestart).toBe(true);
  expect((await act(page, 'restart', { user: ben.id })).status).toBe(200);
  expect(restarts).toBe(1);
});

test.each(['restart', 'engine'])('a command given during a %s reaches the bot after it', async name => {
  const { playground, ben, general, last, respond } = await startWithCommands();
  const { promise: restarted, resolve: finish } = Promise.withResolvers<void>();
  const events: string[] = [];
  const begin = () => {
    events.push('begun');
    return restarted;
  };
  const page = await servePage(playground, {
    people: [ben],
    engines: [
      { name: 'extractive', label: 'quotes chosen by code' },
      { name: 'claude', label: 'Claude (stand-in)' },
    ],
    onRestart: begin,
    onEngine: begin,
  });
  const changed = act(page, name, { user: ben.id, name: 'claude' });
  await expect.poll(() => events).toEqual(['begun']);
  const slash = { user: ben.id, channel: general.id, command: 'go', options: {} };
  const asked = act(page, 'slash', slash);
  const message = { user: ben.id, channel: general.id, content: 'sent meanwhile' };
  expect((await act(page, 'send', message)).status).toBe(200);
  expect(last()).toBeUndefined();
  finish();
  await changed;
  await expect.poll(last).toMatchObject({ type: 2 });
  await respond({ type: 4, data: { content: 'here' } });
  expect(await asked).toMatchObject({ status: 200, body: { failure: null } });
});

test('a command is run although the restart before it failed', async () => {
  const { playground, ben, general, last, respond } = await startWithCommands();
  const onRestart = () => Promise.reject(new Error('the bot did not log in'));
  const page = await servePage(playground, { people: [ben], onRestart });
  expect((await act(page, 'restart', { user: ben.id })).status).toBe(500);
  const asked = act(page, 'slash', { user: ben.id, channel: general.id, command: 'go', options: {} });
  await expect.poll(last).toMatchObject({ type: 2 });
  await respond({ type: 4, data: { content: 'here' } });
  expect(await asked).toMatchObject({ status: 200 });
});

test('who sees a channel is a switch', async () => {
  const { playground, ben, cleo, general } = await startWithCommands();
  const page = await servePage(playground, { people: [ben, cleo] });
  const sees = await watch(page, { user: cleo.id, channel: general.id });
  await expect.poll(() => sees.now()?.open?.channel.name).toBe('general');
  const place = { user: ben.id, channel: general.id, reader: cleo.id };
  await act(page, 'readers', { ...place, isReader: false });
  await expect.poll(() => sees.now()?.open).toBeNull();
  await act(page, 'readers', { ...place, isReader: true });
  await expect.poll(() => sees.now()?.open?.channel.name).toBe('general');
});

test('the clock is moved forward, shown to everybody, and not moved back', async () => {
  const { playground, ben, cleo } = await startWithCommands();
  const page = await servePage(playground, { people: [ben, cleo] });
  const sees = await watch(page, { user: cleo.id });
  await expect.poll(() => sees.now()?.toolbar.clockOffsetMs).toBe(0);
  const dayMs = 86_400_000;
  const hourMs = 3_600_000;
  const move = async (byMs: number) =>
    (await act(page, 'clock', { user: ben.id, toMs: playground.clock.now() + byMs })).status;
  expect(await move(dayMs)).toBe(200);
  await expect.poll(() => sees.now()?.toolbar.clockOffsetMs).toBeGreaterThan(dayMs - hourMs);
  expect(await move(-60_000)).toBe(409);
  expect(await move(100 * 365 * dayMs)).toBe(409);
  expect(playground.clock.offsetMs()).toBeLessThan(dayMs + hourMs);
  // Moved by a test, which the page is not told of.
  playground.clock.moveTo(playground.clock.steadyNow() - dayMs);
  await expect.poll(() => sees.now()?.toolbar.clockOffsetMs).toBeLessThan(hourMs - dayMs);
});
