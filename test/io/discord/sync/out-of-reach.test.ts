import { type AnyThreadChannel, type Client, Events } from 'discord.js';
import { expect, test } from 'vitest';
import { createClient } from '../../../../src/io/discord/client.ts';
import { createOutOfReach } from '../../../../src/io/discord/sync/posts.ts';

function listen() {
  let nowMs = 1_000_000;
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api' }) as Client<true>;
  const retried: string[] = [];
  const outOfReach = createOutOfReach(
    client,
    () => nowMs,
    ({ summaryId }, atMs) => retried.push(`${summaryId} in ${(atMs - nowMs) / 1_000} s`),
  );
  return {
    outOfReach,
    change: (guildId: string) => {
      retried.length = 0;
      const thread = { guildId } as AnyThreadChannel;
      client.emit(Events.ThreadUpdate, thread, thread);
      return [...retried];
    },
    wait: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

test('an unreachable post is retried when something changes in its server, and no other post is', () => {
  const { outOfReach, change } = listen();
  outOfReach.note({ guildId: '7', summaryId: 'a' }, true);
  outOfReach.note({ guildId: '7', summaryId: 'b' }, true);
  outOfReach.note({ guildId: '8', summaryId: 'c' }, true);
  expect(outOfReach.count()).toBe(3);
  expect(change('9')).toEqual([]);
  outOfReach.note({ guildId: '7', summaryId: 'b' }, false);
  expect(change('7')).toEqual(['a in 0 s']);
  outOfReach.note({ guildId: '7', summaryId: 'a' }, false);
  expect([change('7'), outOfReach.count()]).toEqual([[], 1]);
});

test('a server with many changes is retried once a minute', () => {
  const { outOfReach, change, wait } = listen();
  outOfReach.note({ guildId: '7', summaryId: 'a' }, true);
  expect(change('7')).toEqual(['a in 0 s']);
  wait(20);
  expect(change('7')).toEqual(['a in 40 s']);
  wait(20);
  expect(change('7')).toEqual(['a in 20 s']);
  wait(30);
  expect(change('7')).toEqual(['a in 0 s']);
});
