import { expect, test } from 'vitest';
import { createEnsureEntryJobs, type EntryChanges } from '../../../src/app/decisions/entry-changes.ts';
import type { DecisionPorts } from '../../../src/app/decisions/ports.ts';
import { workEntryJobs } from '../../../src/app/decisions/work-entry-jobs.ts';
import type { JobWork } from '../../../src/app/jobs.ts';
import { type LogEntry, toNextWork } from '../../../src/core/decisions/entry.ts';
import { UserError } from '../../../src/errors.ts';

test('unreadable settings of a server post no decision of it, and lose no job of another', async () => {
  const time = '2026-03-02T09:00:00.000Z';
  const sources = [{ messageId: 'm1', placeId: 'c1' }];
  const entries = ['broken', 'whole'].flatMap(guildId => [
    { kind: 'decision', id: 'd1', guildId, sources, post: { state: 'ready' } },
    { kind: 'action', id: 'a1', guildId, sources, reminders: [{ personId: 'ann', at: time }] },
  ]) as unknown as readonly LogEntry[];
  const ensured: string[] = [];
  const list = async (guildId: string) => entries.filter(each => each.guildId === guildId);
  const settings = { of: readSettings };
  const ensure = createEnsureEntryJobs({ list }, settings, async ({ kind, guildId }) => {
    ensured.push(`${kind} ${guildId}`);
  });
  for (const guildId of ['broken', 'whole']) await ensure(guildId);
  expect(ensured).toEqual(['action broken', 'decision whole', 'action whole']);
});

test.each([
  ['an edit, which may remove deleted words, before a comparison', 'post', { isOutdated: true }, 1, true],
  ['the edit of a post whose messages are gone', 'post', { isOutdated: true }, 0, true],
  ['a comparison before the first post', 'compare', {}, 1, true],
  ['a post that may be posted', 'post', {}, 1, false],
  ['nothing where somebody has to confirm', null, { state: 'waiting' }, 1, false],
  ['nothing but an edit without messages', null, {}, 0, true],
])('the next work on a decision is %s', (_, work, post, count, isUncompared) => {
  const sources = [{ messageId: 'm1' }].slice(0, count);
  const entry = { kind: 'decision', sources, post: { state: 'ready', ...post }, isUncompared };
  expect(toNextWork(entry as unknown as LogEntry)).toBe(work);
});

test('a reminder is sent unless the item is done, and waits while settings that may forbid it are unreadable', async () => {
  const at = '2026-03-02T09:00:00.000Z';
  const entry = {
    kind: 'action',
    id: 'a1',
    reminders: [{ personId: 'ann', at }],
  } as unknown as LogEntry;
  const sent: string[] = [];
  const run = async (guildId: string, done: object | null = null) => {
    const stored = { ...entry, guildId, done };
    const works: JobWork[] = [];
    const places = {
      refresh: async () => {},
      writeReminder: async () => ({ content: 'Book the tent', wordsHash: '' }),
      sendReminder: async ({ guildId }: LogEntry) => void sent.push(guildId),
    };
    const parts = {
      entries: { get: async () => stored },
      places,
      settings: { of: readSettings },
      clock: { now: () => at },
      jobs: { work: (work: JobWork) => void works.push(work) },
    } as unknown as DecisionPorts;
    const change = async (_: string, __: string, work: (entry: LogEntry) => LogEntry) =>
      work(stored as unknown as LogEntry);
    workEntryJobs(parts, { change } as unknown as EntryChanges);
    const job = { id: `entry_${guildId}_a1`, dueAt: at, attempt: 1 };
    return works[0]?.run(job, new AbortController().signal);
  };
  await expect(run('broken')).rejects.toThrow('damaged');
  expect(sent).toEqual([]);
  expect(await run('whole')).toBeNull();
  expect(sent).toEqual(['whole']);
  expect(await run('whole', { at, by: 'bob' })).toBeNull();
  expect(sent).toEqual(['whole']);
});

async function readSettings(guildId: string | null) {
  if (guildId === 'broken') throw new UserError('settings_unreadable', 'damaged');
  return { decisions: 'log', decisionChannel: 'log' } as never;
}
