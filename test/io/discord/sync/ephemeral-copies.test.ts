import type { RepliableInteraction } from 'discord.js';
import { expect, test } from 'vitest';
import type { StoredSummary } from '../../../../src/app/ports.ts';
import { createClient } from '../../../../src/io/discord/client.ts';
import { toTextBody } from '../../../../src/io/discord/interaction/message-body.ts';
import { createEphemeralCopies, type Refuse } from '../../../../src/io/discord/sync/ephemeral-copies.ts';
import { createLogger } from '../../../../src/log.ts';

test('a copy shows no more than before until the check that failed was made', async () => {
  const shown: string[] = [];
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api' });
  client.token = 'token';
  const interaction = {
    client,
    locale: 'en-US',
    createdTimestamp: Date.now(),
    webhook: { editMessage: async (_: string, { content }: { content: string }) => shown.push(content) },
  } as unknown as RepliableInteraction;
  const stored = { summary: { id: 'a' } } as StoredSummary;
  const copies = createEphemeralCopies(Date.now, createLogger('silent'));
  await copies.follow(stored, interaction, '1', () => toTextBody('summary'));
  let checks = 0;
  const refuse: Refuse = async () => {
    checks += 1;
    if (checks === 1) throw Object.assign(new Error('no answer'), { code: 'ECONNRESET' });
    return checks === 2 ? null : 'refused';
  };
  await copies.redraw(stored, refuse);
  expect(shown).toEqual([]);
  await copies.redraw(stored);
  expect([checks, ...shown]).toEqual([2, 'summary']);
  await copies.redraw(stored);
  expect([checks, ...shown]).toEqual([2, 'summary', 'summary']);
  await copies.redraw(stored, refuse);
  await copies.redraw(stored);
  expect(shown.slice(2)).toEqual(['refused']);
});
