import { expect, test } from 'vitest';
import { startDecisionLog } from '../../../src/app/decisions/decision-log.ts';
import { createEntryChanges, type EntryChanges } from '../../../src/app/decisions/entry-changes.ts';
import type { DecisionPorts } from '../../../src/app/decisions/ports.ts';
import { workEntryJobs } from '../../../src/app/decisions/work-entry-jobs.ts';
import type { JobWork } from '../../../src/app/jobs.ts';
import type { StoredSummary } from '../../../src/app/store-ports.ts';
import { applyFindings, forgetMessages } from '../../../src/core/decisions/apply-findings.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import { type Decision, type LogEntry, toNextWork } from '../../../src/core/decisions/entry.ts';
import { UserError } from '../../../src/errors.ts';
import { summaryOf } from '../../core/decisions/log-input.ts';

test.each([
  ['an edit, which may remove deleted words, before a comparison', 'post', { isOutdated: true }, 1, true],
  ['the edit of a post whose messages are gone', 'post', { isOutdated: true }, 0, true],
  ['a comparison before the first post', 'compare', {}, 1, true],
  ['a post that may be posted', 'post', {}, 1, false],
  ['nothing where somebody has to confirm', null, { state: 'waiting' }, 1, false],
  ['nothing but an edit without messages', null, {}, 0, true],
])('the next work on a decision is %s', (_, work, post, count, isUncompared) => {
  const sources = [{ messageId: 'm1' }].slice(0, count);
  const entry = { kind: 'decision', sources, reminders: [], post: { state: 'ready', ...post }, isUncompared };
  expect(toNextWork(entry as unknown as LogEntry)).toBe(work);
});

test('a reminder is sent unless the item is done; it and a post wait while settings that may forbid them are unreadable', async () => {
  const at = '2026-03-02T09:00:00.000Z';
  const entry = {
    kind: 'action',
    id: 'a1',
    done: null,
    sources: [{ messageId: 'm1' }],
    reminders: [{ personId: 'ann', at }],
  } as unknown as LogEntry;
  const sent: string[] = [];
  const run = async (guildId: string, changes: object = {}) => {
    const stored = { ...entry, guildId, ...changes };
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
  const unposted = { kind: 'decision', reminders: [], post: { state: 'ready' } };
  await expect(run('broken', unposted)).rejects.toThrow('damaged');
  expect(sent).toEqual([]);
  expect(await run('whole')).toBeNull();
  expect(sent).toEqual(['whole']);
  expect(await run('whole', { done: { at, by: 'bob' } })).toBeNull();
  // Its messages were deleted before it was compared: nothing is left to be done.
  expect(await run('whole', { reminders: [], sources: [], isUncompared: true })).toBeNull();
  expect(sent).toEqual(['whole']);
});

test.each([
  ['edited', { postedAs: { channelId: 'log', messageId: '1' }, isOutdated: true, changes: 1 }],
  ['sent', {}],
])(
  'the post of a decision that is %s while a linked one loses its messages is edited once more',
  async (_, more) => {
    let count = 0;
    const said = ['16:00', '17:00'].map((time, index) => ({
      text: `They close at ${time}.`,
      cites: [index + 1],
    }));
    const log = applySummary([], summaryOf('s1', said), () => `e${++count}`).put as readonly Decision[];
    const post = { state: 'ready', ...more } as const;
    const stored = new Map(
      applyFindings(
        log,
        'e2',
        { replaced: [{ entryId: 'e1', impacts: [] }], contradicted: [], sameAs: null },
        '2026-03-02T10:00:00.000Z',
      ).put.map((each): [string, LogEntry] => [
        each.id,
        each.id === 'e2' ? ({ ...each, post } as unknown as Decision) : each,
      ]),
    );
    const entries = {
      get: async (_guildId: string, id: string) => stored.get(id) ?? null,
      put: async (entry: LogEntry) => void stored.set(entry.id, entry),
      citing: async () => [],
    } as unknown as DecisionPorts['entries'];
    const changes = createEntryChanges(entries, async () => {});
    const forget = async () =>
      void (await changes.change('g1', 'e1', each => forgetMessages(each, new Set(['m1']))));
    const works: JobWork[] = [];
    const now = '2026-03-02T10:00:00.000Z';
    workEntryJobs(
      {
        entries,
        places: {
          refresh: async () => {},
          mayPost: async () => true,
          findPost: async () => null,
          post: async () => {
            await forget();
            return { channelId: 'log', messageId: '1' };
          },
          editPost: forget,
        },
        settings: { of: async () => ({ decisions: 'log', decisionChannel: 'log' }) },
        clock: { now: () => now },
        jobs: { work: (work: JobWork) => void works.push(work) },
      } as unknown as DecisionPorts,
      changes,
    );
    const run = () =>
      works[0]?.run({ id: 'entry_g1_e2', dueAt: now, attempt: 1 }, new AbortController().signal);
    expect(await run()).toBe(now);
    expect(stored.get('e2')).toMatchObject({ post: { state: 'posted', isOutdated: true } });
    expect(await run()).toBeNull();
    expect(stored.get('e2')).toMatchObject({ post: { state: 'posted' } });
    expect((stored.get('e2') as Decision).post).not.toHaveProperty('isOutdated');
  },
);

test('a decision is compared again with an earlier one that is entered while the model is asked', async () => {
  const times = ['16:00', '17:00', '18:00'];
  const said = times.map((time, index) => ({ text: `They close at ${time}.`, cites: [index + 1] }));
  let count = 0;
  const [first, second, last] = applySummary([], summaryOf('s1', said), () => `e${++count}`).put;
  if (!first || !second || !last) throw new Error('no entries');
  const stored = new Map<string, LogEntry>([
    ['e1', first],
    ['e3', { ...last, isUncompared: true } as LogEntry],
  ]);
  const entries = {
    get: async (_: string, id: string) => stored.get(id) ?? null,
    list: async () => [...stored.values()],
    put: async (entry: LogEntry) => void stored.set(entry.id, entry),
    citing: async () => [],
  } as unknown as DecisionPorts['entries'];
  const asked: number[] = [];
  const compare = async ({ earlier }: { readonly earlier: readonly unknown[] }) => {
    asked.push(earlier.length);
    stored.set('e2', second);
    return { comparisons: [], failure: null };
  };
  const works: JobWork[] = [];
  const now = '2026-03-02T10:00:00.000Z';
  workEntryJobs(
    {
      entries,
      judge: { compare },
      settings: { zoneOf: async () => 'UTC' },
      places: { refresh: async () => {} },
      clock: { now: () => now },
      jobs: { work: (work: JobWork) => void works.push(work) },
    } as unknown as DecisionPorts,
    createEntryChanges(entries, async () => {}),
  );
  const run = () =>
    works[0]?.run({ id: 'entry_g1_e3', dueAt: now, attempt: 1 }, new AbortController().signal);
  expect(await run()).toBe(now);
  expect(stored.get('e3')).toHaveProperty('isUncompared');
  expect(await run()).toBeNull();
  expect(stored.get('e3')).not.toHaveProperty('isUncompared');
  expect(asked).toEqual([1, 2]);
});

test('a summary whose decisions cannot be entered fails nothing else, and is logged', async () => {
  const logged: string[] = [];
  const full = () => Promise.reject(new Error('full'));
  const stop = async () => {};
  const { observe } = startDecisionLog({
    entries: { citing: full, guildIds: full },
    jobs: { work: () => ({ stop }) },
    clock: { now: () => '2026-03-02T09:00:00.000Z', sleepUntil: () => new Promise(() => {}) },
    log: { warn: (_: object, message: string) => void logged.push(message) },
  } as unknown as Parameters<typeof startDecisionLog>[0]);
  const summary = { id: 's1', source: { type: 'discord' }, claims: [], rejected: [] };
  await observe({ summary, guildId: 'g1' } as unknown as StoredSummary);
  expect(logged).toContain('decisions-unentered');
});

async function readSettings(guildId: string | null) {
  if (guildId === 'broken') throw new UserError('settings_unreadable', 'damaged');
  return { decisions: 'log', decisionChannel: 'log' } as never;
}
