import { expect, test } from 'vitest';
import { ensureEntryJobs } from '../../../src/app/decisions/entry-changes.ts';
import type { LogEntry } from '../../../src/core/decisions/entry.ts';
import { UserError } from '../../../src/errors.ts';

test('unreadable settings of a server post no decision of it, and lose no job of another', async () => {
  const time = '2026-03-02T09:00:00.000Z';
  const sources = [{ messageId: 'm1', placeId: 'c1' }];
  const entries = ['broken', 'whole'].flatMap(guildId => [
    { kind: 'decision', id: 'd1', guildId, sources, post: { state: 'ready' } },
    { kind: 'action', id: 'a1', guildId, sources, reminders: [{ personId: 'ann', at: time }] },
  ]) as unknown as readonly LogEntry[];
  const ensured: string[] = [];
  await ensureEntryJobs(
    {
      guildIds: async () => ['broken', 'whole'],
      list: async guildId => entries.filter(each => each.guildId === guildId),
    },
    {
      of: async guildId => {
        if (guildId === 'broken') throw new UserError('settings_unreadable', 'damaged');
        return { decisions: 'log', decisionChannel: 'log' } as never;
      },
    },
    async (kind, { guildId }) => void ensured.push(`${kind} ${guildId}`),
  );
  expect(ensured).toEqual(['remind broken', 'post whole', 'remind whole']);
});
