import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMessageBudget } from '../../src/app/message-budget.ts';

const { signal } = new AbortController();

/** A run that reads so many messages, a hundred at a time. */
function start(budget: ReturnType<typeof createMessageBudget>, count: number, stop = signal) {
  const { makeRoom, release } = budget.begin();
  const run = { held: 0, isOver: false, release };
  const read = async () => {
    while (run.held < count) {
      await turn();
      run.held += 100;
      await makeRoom(run.held, stop);
    }
    run.isOver = true;
  };
  return { run, reading: read() };
}

it('lets the oldest long reading go on, short ones always, and the others one after the other', async () => {
  const budget = createMessageBudget(2_000, 300);
  const long = [start(budget, 5_000), start(budget, 5_000), start(budget, 5_000)];
  const short = start(budget, 200);
  await Promise.all([short.reading, long[0]?.reading]);
  const held = () => long.map(({ run }) => run.held);
  expect(held()[0]).toBe(5_000);
  for (const other of held().slice(1)) expect(other).toBeLessThan(1_500);
  long[0]?.run.release();
  await long[1]?.reading;
  expect(long[2]?.run.isOver).toBe(false);
  expect(held()[2]).toBeLessThan(1_500);
  long[1]?.run.release();
  await long[2]?.reading;
});

it('lets as many go on as there is room for, with all that each waits for', async () => {
  const budget = createMessageBudget(1_000, 0);
  const first = budget.begin();
  await first.makeRoom(1_000, signal);
  let going = 0;
  const others = Array.from({ length: 20 }, () => budget.begin());
  const waits = others.flatMap(({ makeRoom }) =>
    [0, 0].map(async held => {
      await makeRoom(held, signal);
      going += 1;
    }),
  );
  await turn();
  expect(going).toBe(0);
  await first.makeRoom(600, signal);
  await turn();
  expect(going).toBe(4);
  first.release();
  for (const other of others) {
    await turn();
    other.release();
  }
  await Promise.all(waits);
});

it('lets a run go on with all channels when it becomes the oldest', async () => {
  const budget = createMessageBudget(1_000, 300);
  const [first, own, other] = [budget.begin(), budget.begin(), budget.begin()];
  await first.makeRoom(1_000, signal);
  const waits = own.makeRoom(400, signal);
  const others = other.makeRoom(900, signal).catch(() => 'ended');
  await own.makeRoom(200, signal);
  first.release();
  await own.makeRoom(350, signal);
  await waits;
  other.release();
  await others;
});

it('keeps nothing for a run that has ended while it waited', async () => {
  const budget = createMessageBudget(1_000, 0);
  const [first, failed, next] = [budget.begin(), budget.begin(), budget.begin()];
  await first.makeRoom(1_000, signal);
  const waits = failed.makeRoom(0, signal);
  failed.release();
  await expect(waits).rejects.toThrow('has ended');
  await expect(failed.makeRoom(5_000, signal)).rejects.toThrow('has ended');
  first.release();
  await next.makeRoom(900, signal);
  expect(next.hasRoom()).toBe(true);
});
