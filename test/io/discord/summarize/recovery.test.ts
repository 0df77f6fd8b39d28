import type { Client } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenRun, OpenRunStore } from '../../../../src/app/store-ports.ts';
import type { BaseServices } from '../../../../src/io/discord/interaction/context.ts';
import { startRecovery } from '../../../../src/io/discord/summarize/recovery.ts';
import { createLogLines } from '../../../e2e/log-lines.ts';

const leaseMs = 60;
const shardCount = 2;
/** Of the shards 0 and 1. */
const [guildId, otherGuildId] = [String(2n << 22n), String(3n << 22n)];

const left: OpenRun = {
  id: '7',
  token: 'secret',
  guildId,
  channelId: '1',
  sourceId: '1',
  personId: 'ann',
  locale: 'en-US',
  isPrivate: true,
  request: { detail: 'brief' },
  askedAt: new Date().toISOString(),
  stage: 'working',
  ownerId: 'dead',
};

/** Recovers as the process of shard 0, while Discord does not answer and every other process seems dead. */
function recover(listed: OpenRun, stored: OpenRun | null = listed) {
  const calls: string[] = [];
  let looks = 0;
  const openRuns: Partial<OpenRunStore> = {
    list: async () => {
      looks += 1;
      return looks === 1 ? [listed] : [];
    },
    get: async () => stored,
    put: async ({ ownerId }) => void calls.push(`put ${ownerId}`),
    isAlive: async () => false,
    takeOver: async () => true,
    noteAlive: async processId => void calls.push(`alive ${processId}`),
  };
  const client = {
    options: { shards: [0], shardCount },
    application: { id: '1' },
    rest: { get: () => new Promise(() => {}) },
  } as unknown as Client<true>;
  const { log } = createLogLines();
  const now = () => new Date().toISOString();
  const services = { client, openRuns, log, now, processId: 'own', leaseMs } as unknown as BaseServices;
  const recovery = startRecovery(services);
  onTestFinished(recovery.stop);
  return { calls, toLooks: () => looks };
}

test('a process stays alive while it ends the answer of a dead one', async () => {
  const { calls } = recover(left);
  await expect.poll(() => calls.slice(0, 4)).toEqual(['alive own', 'put own', 'alive own', 'alive own']);
});

test.each<[string, OpenRun, OpenRun | null]>([
  ['of another shard', { ...left, guildId: otherGuildId }, { ...left, guildId: otherGuildId }],
  ['that ended since it was listed', left, null],
  ['whose answer was ended since it was listed', left, { ...left, stage: 'interrupted', token: null }],
  ['that another process has taken over', left, { ...left, ownerId: 'other' }],
])('a run is left alone %s', async (_, listed, stored) => {
  const { calls, toLooks } = recover(listed, stored);
  await expect.poll(toLooks).toBeGreaterThan(3);
  expect(calls.filter(call => call.startsWith('put'))).toEqual([]);
});

test.each(['', guildId])('a run of its own shard is taken over (server "%s")', async own => {
  const { calls } = recover({ ...left, guildId: own });
  await expect.poll(() => calls).toContain('put own');
});
