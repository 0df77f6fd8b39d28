import { createSecretKey, type KeyObject } from 'node:crypto';
import { pino } from 'pino';
import type { StoredSummary } from '../../../src/app/store-ports.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { openStore, type StoreOptions } from '../../../src/io/keyv/open-store.ts';
import { tellSummary } from '../../render/summaries.ts';

export const guild = '1099000000000000007';
export const otherGuild = '10990000000000000070';

/** A small summary under an id, in which one message says something. */
export function summaryOf(id: string, says = 'The tent costs 450.'): Summary {
  return tellSummary({
    messages: [{ by: 'Ann', text: says, at: '2026-03-09T09:00:00.000Z' }],
    claims: [{ text: 'Ann told a price.', cites: [1] }],
    frame: { id },
  });
}

export function keep(guildId: string | null, summary: Summary): StoredSummary {
  return {
    summary,
    request: { detail: 'standard', language: 'de', messages: 200 },
    requesterId: '1099000000000000001',
    guildId,
    channelId: '1099000000000000042',
    createdAt: new Date().toISOString(),
  };
}

/** A key of the store, made of one byte. */
export function createKey(byte: number): KeyObject {
  return createSecretKey(Buffer.alloc(32, byte));
}

/** Opens a store, and keeps what it logs. */
export async function openLogged(url: string, options: Omit<StoreOptions, 'log'> = {}) {
  const logged: { readonly msg: string; readonly kind?: string; readonly count?: number }[] = [];
  const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) });
  return { store: await openStore(url, { ...options, log }), logged };
}
