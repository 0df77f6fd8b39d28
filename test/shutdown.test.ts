import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createShutdown } from '../src/shutdown.ts';

function open() {
  const failed: unknown[] = [];
  const log = pino({ base: null }, { write: (line: string) => void failed.push(JSON.parse(line)) });
  const stopped: string[] = [];
  return { shutdown: createShutdown(log), failed, stopped };
}

test('what was added last is stopped first, and each only when the one before has stopped', async () => {
  const { shutdown, stopped } = open();
  for (const name of ['store', 'client', 'bot']) {
    const stop = async () => {
      stopped.push(`${name} stops`);
      await new Promise(resolve => setTimeout(resolve, 5));
      stopped.push(`${name} stopped`);
    };
    shutdown.add({ name, stop, deadlineMs: 1_000 });
  }
  await shutdown.run();
  expect(stopped).toEqual([
    'bot stops',
    'bot stopped',
    'client stops',
    'client stopped',
    'store stops',
    'store stopped',
  ]);
});

test('a step that throws, rejects or hangs is logged and keeps no other from its turn', async () => {
  const { shutdown, stopped, failed } = open();
  shutdown.add({ name: 'store', stop: () => void stopped.push('store'), deadlineMs: 1_000 });
  shutdown.add({ name: 'hanging', stop: () => new Promise(() => {}), deadlineMs: 30 });
  shutdown.add({ name: 'rejecting', stop: () => Promise.reject(new Error('no')), deadlineMs: 1_000 });
  const stop = () => {
    throw new Error('never');
  };
  shutdown.add({ name: 'throwing', stop, deadlineMs: 1_000 });
  await shutdown.run();
  expect(stopped).toEqual(['store']);
  expect(failed).toMatchObject([
    { msg: 'stop-failed', step: 'throwing', message: 'never' },
    { msg: 'stop-failed', step: 'rejecting', message: 'no' },
    { msg: 'stop-failed', step: 'hanging', message: 'took longer than 30 ms' },
  ]);
});
