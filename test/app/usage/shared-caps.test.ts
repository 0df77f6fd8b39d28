import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSettings } from '../../../src/app/settings.ts';
import { createLedger } from '../../../src/app/usage/ledger.ts';
import type { Payer, PendingCalls, Reservation } from '../../../src/app/usage/ports.ts';
import { noSpending } from '../../../src/core/claims/usage.ts';
import { usualDefaults } from '../../../src/core/settings.ts';
import { openStore } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';

const log = createLogger('silent');
const payer: Payer = {
  guildId: '1099000000000000001',
  personId: 'ann',
  channelId: 'c1',
  feature: 'summary',
};
const estimate = { tokens: 100, usd: 0 };
const cap = 1_000;

/** Two processes with one store, and a cap for the whole bot. */
async function createProcesses(toHeld: (held: PendingCalls) => PendingCalls = held => held) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-caps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const create = async () => {
    const store = await openStore(`sqlite://${join(folder, 'store.sqlite')}`, { log });
    onTestFinished(() => store.close());
    return createLedger({
      store: store.usage,
      settings: createSettings(store.settings, usualDefaults),
      botCaps: { usd: 0, tokens: cap },
      pendingCalls: toHeld(store.pendingCalls),
      now: () => '2026-03-09T12:00:00Z',
      log,
    });
  };
  return [await create(), await create()] as const;
}

test('calls of several processes at once never go over a cap together', async () => {
  const ledgers = await createProcesses();
  const asked = Array.from({ length: 15 }, () => ledgers.map(ledger => ledger.reserve(payer, estimate)));
  const begun = (await Promise.all(asked.flat())).filter(each => each !== null);
  expect(begun).toHaveLength(cap / estimate.tokens);
});

test('what one process spent counts in the other at once, and what it gave back does not', async () => {
  const [one, other] = await createProcesses();
  // Read before anything is spent.
  await (await other.reserve(payer, estimate))?.settle(null);
  const begun: (Reservation | null)[] = [];
  for (let count = 0; count < 10; count++) begun.push(await one.reserve(payer, estimate));
  expect(await other.reserve(payer, estimate)).toBeNull();
  for (const each of begun.slice(0, 9)) await each?.settle({ ...noSpending, calls: 1, output: 100 });
  expect(await other.reserve(payer, estimate)).toBeNull();
  await begun[9]?.settle(null);
  expect(await other.reserve(payer, estimate)).not.toBeNull();
  expect(await one.reserve(payer, estimate)).toBeNull();
});

test('while the shared calls cannot be reached, each process counts its own', async () => {
  const fail = () => Promise.reject(new Error('away'));
  const ledgers = await createProcesses(() => ({ add: fail, end: fail }));
  for (const ledger of ledgers) {
    const begun = await Promise.all(Array.from({ length: 15 }, () => ledger.reserve(payer, estimate)));
    expect(begun.filter(each => each !== null)).toHaveLength(10);
  }
});

test('calls of other processes that cannot be read are not overwritten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-caps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { pendingCalls, close } = await openStore(`sqlite://${join(folder, 'store.sqlite')}`, { log });
  onTestFinished(close);
  const call = { guildId: payer.guildId, personId: 'ann', feature: 'summary', spending: noSpending } as const;
  const add = (calls: number) =>
    pendingCalls.add({ ...call, spending: { ...noSpending, calls } }, () => true);
  expect(await add(-1)).not.toBeNull();
  expect(await add(1)).toBeNull();
  await pendingCalls.end('another', null);
  // If it had been overwritten, this call would be added.
  expect(await add(1)).toBeNull();
  // All of them are over then.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await add(1)).not.toBeNull();
});
