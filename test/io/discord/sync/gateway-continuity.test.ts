import { type CloseEvent, Events } from 'discord.js';
import { expect, test } from 'vitest';
import { createClient } from '../../../../src/io/discord/client.ts';
import { createGatewayContinuity } from '../../../../src/io/discord/sync/gateway-events.ts';

function listen() {
  let now = 100;
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api' });
  const hearing = createGatewayContinuity(client, () => now);
  const at = (time: number, happen: () => void) => {
    now = time;
    happen();
    return hearing.since('7');
  };
  return { client, at };
}

test('a process has heard everything since it began, and still has when its session was resumed', () => {
  const { client, at } = listen();
  expect(at(200, () => {})).toBe(100);
  expect(at(300, () => client.emit(Events.ShardReconnecting, 0))).toBe(Number.POSITIVE_INFINITY);
  expect(at(400, () => client.emit(Events.ShardResume, 0, 3))).toBe(100);
});

test('a session that began anew has heard nothing of what was before', () => {
  const { client, at } = listen();
  at(200, () => client.emit(Events.ShardReconnecting, 0));
  expect(at(300, () => client.emit(Events.ShardReady, 0, new Set()))).toBe(300);
  const closed = { code: 4014 } as CloseEvent;
  expect(at(400, () => client.emit(Events.ShardDisconnect, closed, 0))).toBe(Number.POSITIVE_INFINITY);
});

test('a process has heard nothing of the servers of other processes', () => {
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api', shards: { count: 2, ids: [1] } });
  const { since } = createGatewayContinuity(client, () => 100);
  expect([since(String(2 << 22)), since(String(3 << 22))]).toEqual([Number.POSITIVE_INFINITY, 100]);
});
