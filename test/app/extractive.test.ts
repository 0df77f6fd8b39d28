import { expect, test } from 'vitest';
import {
  createExtractiveEngine,
  createWorkerHighlights,
  extractiveEngine,
} from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { makeConversation } from '../bench/conversation.ts';
import { toCpuMs } from '../cpu.ts';
import { workers } from '../workers.ts';
import { describeEngine } from './engine-conformance.ts';

const workerEngine = createExtractiveEngine(createWorkerHighlights(workers));

describeEngine('extractive', async () => extractiveEngine);

const never = new AbortController().signal;
const asked = { detail: 'standard', language: 'en', spoken: ['en'], zone: 'UTC', focus: 'module1' } as const;

async function draft(engine: Engine, messages: number, signal = never): Promise<readonly unknown[]> {
  const claims: unknown[] = [];
  const evidence = toEvidence(makeConversation(messages));
  await engine.draft({ ...asked, evidence }, claim => claims.push(claim), signal);
  return claims;
}

test.each([100, 101, 1_200])('a thread selects the same of %d messages', async messages => {
  const expected = await draft(extractiveEngine, messages);
  expect(expected.length).toBeGreaterThan(3);
  expect(await draft(workerEngine, messages)).toEqual(expected);
});

test('a thread does the work of a long conversation, and ends when nobody wants it any more', async () => {
  const evidence = toEvidence(makeConversation(20_000));
  const since = process.threadCpuUsage();
  await workerEngine.draft({ ...asked, evidence }, () => undefined, never);
  const there = toCpuMs(since);
  const before = process.threadCpuUsage();
  await extractiveEngine.draft({ ...asked, evidence }, () => undefined, never);
  expect(there).toBeLessThan(toCpuMs(before) / 2);
  const stop = new AbortController();
  const drafting = draft(workerEngine, 20_000, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(drafting).rejects.toThrow('stopped');
});
