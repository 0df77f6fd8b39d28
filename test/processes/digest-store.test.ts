import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { outageMoments, runOverOutage } from '../faults/outage.ts';
import { noRedis, startRedis } from './redis/redis-server.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Both runs were posted once, and one log line tells the operator what was wrong. */
function expectRecovery(
  { isOver, posts, log }: Awaited<ReturnType<typeof runOverOutage>>,
  reason: RegExp,
): void {
  expect({ isOver, posts }).toEqual({ isOver: true, posts: [1, 1] });
  const told = log.split('\n').filter(line => line.includes('"store-unavailable"'));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(reason);
  expect(told[0]).toContain('Until it is back, requests are refused and digests wait.');
  expect(log.split('\n').filter(line => /"stack"|unhandled-rejection/.test(line))).toEqual([]);
}

describe.each(outageMoments)('a digest posts once and loses nothing if, %s,', moment => {
  test('its database is locked by another process', async () => {
    const path = join(createFolder(), 'store.sqlite');
    let database: DatabaseSync | undefined;
    const result = await runOverOutage(`sqlite://${path}`, moment, {
      begin: () => {
        database = new DatabaseSync(path, { timeout: 2_000 });
        database.exec('BEGIN EXCLUSIVE');
      },
      end: async () => {
        await new Promise(done => setTimeout(done, 3_000));
        database?.exec('COMMIT');
        database?.close();
      },
    });
    expectRecovery(result, /The store is unavailable \(database is locked\)\./);
  }, 120_000);

  test.skipIf(noRedis)(
    `its Redis is down for some seconds${noRedis ? ` (${noRedis})` : ''}`,
    async () => {
      const redis = await startRedis({ folder: createFolder() });
      onTestFinished(redis.stop);
      const result = await runOverOutage(redis.url, moment, {
        begin: redis.stop,
        end: async () => {
          await new Promise(done => setTimeout(done, 3_000));
          await redis.start();
        },
      });
      expectRecovery(result, /The store is unavailable \(.+\)\./);
    },
    120_000,
  );
});
