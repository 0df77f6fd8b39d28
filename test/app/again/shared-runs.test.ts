import { expect, test } from 'vitest';
import {
  createSharedRuns,
  type Member,
  type Write,
  type Written,
} from '../../../src/app/again/shared-runs.ts';
import type { SummaryProgress } from '../../../src/app/summarize.ts';
import { tellSummary } from '../../render/summaries.ts';

const usage = { inputTokens: 900, cachedTokens: 0, outputTokens: 80, costUsd: 0.02, durationMs: 5_000 };
const summary = tellSummary({
  messages: [{ by: 'Ann', text: 'The tent is booked.', at: '2026-03-09T09:00:00.000Z' }],
  claims: [{ text: 'The tent is booked.', kind: 'decision', cites: [1] }],
  frame: { usage },
});
const whole: Written = { summary, isCapped: false };

function createMember(id: string, gone: readonly string[] = []) {
  const leaving = new AbortController();
  const heard: SummaryProgress[] = [];
  const member: Member = {
    signal: leaving.signal,
    isGone: each => gone.includes(each),
    onVerified: soFar => void heard.push(soFar),
    newId: () => `of-${id}`,
  };
  return { member, heard, leave: () => leaving.abort(new Error(`${id} left`)) };
}

function createWriting() {
  const writes: { readonly all: Parameters<Write>[0]; readonly signal: AbortSignal }[] = [];
  const results: PromiseWithResolvers<Written>[] = [];
  const write: Write = (all, signal) => {
    writes.push({ all, signal });
    const result = Promise.withResolvers<Written>();
    results.push(result);
    return result.promise;
  };
  const begun = async (count = 1) => {
    await expect.poll(() => writes.length).toBe(count);
    const [last, result] = [writes.at(-1), results.at(-1)];
    if (!last || !result) throw new Error('nothing is written');
    return { ...last, ...result };
  };
  return { write, writes, begun };
}

const progress = (verified: number): SummaryProgress => ({
  verified,
  judging: false,
  toSummary: () => summary,
});

test('two who ask the same get one run, one bill and two summaries', async () => {
  const { join } = createSharedRuns();
  const { write, writes, begun } = createWriting();
  const [ann, bob, cleo] = ['ann', 'bob', 'cleo'].map(id => createMember(id, [id])) as [Made, Made, Made];
  const first = join('same', ann.member, write);
  const run = await begun();
  run.all.onVerified(progress(1));
  const second = join('same', bob.member, write);
  expect(bob.heard.map(({ verified }) => verified)).toEqual([1]);
  run.all.onVerified(progress(2));
  expect([ann.heard.length, bob.heard.length]).toEqual([2, 2]);
  expect(['ann', 'bob', 'cleo'].map(run.all.isGone)).toEqual([true, true, false]);
  const other = join('other', cleo.member, write);
  await begun(2).then(({ resolve }) => resolve(whole));
  run.resolve(whole);
  expect(await first).toBe(whole);
  const { summary: copy } = await second;
  expect([copy.id, copy.claims]).toEqual(['of-bob', summary.claims]);
  expect(copy.usage).toMatchObject({ inputTokens: 0, costUsd: 0, isShared: true });
  expect(await other).toBe(whole);
  expect(writes).toHaveLength(2);
});

type Made = ReturnType<typeof createMember>;

test('one who stops does not stop the other, who gets the bill', async () => {
  const { join } = createSharedRuns();
  const { write, begun } = createWriting();
  const [ann, bob] = [createMember('ann', ['a']), createMember('bob')];
  const first = join('same', ann.member, write);
  const second = join('same', bob.member, write);
  const run = await begun();
  ann.leave();
  await expect(first).rejects.toThrow('ann left');
  expect([run.signal.aborted, run.all.isGone('a')]).toEqual([false, false]);
  run.all.onVerified(progress(1));
  expect([ann.heard.length, bob.heard.length]).toEqual([0, 1]);
  run.resolve(whole);
  expect(await second).toBe(whole);
});

test('a run that nobody waits for ends, and the next one begins anew', async () => {
  const { join } = createSharedRuns();
  const { write, begun } = createWriting();
  const [ann, bob] = [createMember('ann'), createMember('bob')];
  const first = join('same', ann.member, write);
  const run = await begun();
  ann.leave();
  await expect(first).rejects.toThrow('ann left');
  expect(run.signal.aborted).toBe(true);
  const second = join('same', bob.member, write);
  run.reject(new Error('aborted'));
  await begun(2).then(({ resolve }) => resolve(whole));
  expect(await second).toBe(whole);
});

test('both hear of a failure, and the next request is a new run', async () => {
  const { join } = createSharedRuns();
  const { write, begun } = createWriting();
  const asked = ['ann', 'bob'].map(id => join('same', createMember(id).member, write));
  await begun().then(({ reject }) => reject(new Error('no engine')));
  for (const each of asked) await expect(each).rejects.toThrow('no engine');
  const next = join('same', createMember('cleo').member, write);
  await begun(2).then(({ resolve }) => resolve(whole));
  expect(await next).toBe(whole);
});
