import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noSpending } from '../../../src/core/claims/usage.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import { toLogInput } from '../../../src/core/decisions/log-input.ts';
import { tellLines, tellSummary } from '../../render/summaries.ts';
import { openFile } from './sqlite-file.ts';
import { guild, keep, summaryOf } from './stored-summaries.ts';

/** A summary of 48 messages by eight people, with twelve claims that cite two messages each. */
function tellLong() {
  const kinds = ['decision', 'key_point', 'key_point', 'action', 'key_point', 'key_point'] as const;
  const claims = [...kinds, ...kinds].map((kind, index) => ({
    text: `They speak about item ${index}.`,
    kind,
    cites: [index * 4 + 1, index * 4 + 2],
  }));
  const items = Array.from({ length: 48 }, (_, item) => `Person ${item % 8}: Item ${item} has its price.`);
  const messages = tellLines(...items);
  return tellSummary({ messages, claims, frame: { id: 's1' } });
}

test('a summary with twelve claims is few records, with all that is kept beside it', async () => {
  const { store, database } = await openFile();
  const stored = keep(guild, tellLong());
  const { summary, createdAt } = stored;
  expect(summary.claims).toHaveLength(12);

  await store.summaries.put(stored);
  const input = toLogInput(stored);
  const entries = input ? applySummary([], input, randomUUID).put : [];
  for (const entry of entries) await store.entries.put(entry);
  const spent = { ...noSpending, calls: 1, personId: 'ann', channelId: '42', feature: 'summary' } as const;
  await store.usage.add(guild, createdAt.slice(0, 10), spent);
  await store.runs.add('ann', createdAt.slice(0, 10), 1);
  await store.feedback.put(guild, 's1', [{ personId: 'ann', isHelpful: true, at: createdAt }], createdAt);

  const rows = database.prepare('SELECT namespace, count(*) AS keys FROM keyv GROUP BY 1').all();
  const keys = Object.fromEntries(
    rows.map(row => [String(row['namespace']).replace(`:guild:${guild}`, ''), Number(row['keys'])]),
  );
  const total = Object.values(keys).reduce((sum, count) => sum + count, 0);
  expect(entries.length).toBeGreaterThan(2);
  expect(total, JSON.stringify(keys)).toBeLessThanOrEqual(14);
});

test('while a part of an index is unreadable, everything counts as found', async () => {
  const { store, database } = await openFile();
  for (const text of ['{"value":{"version":2}}', 'no JSON']) {
    await store.summaries.put({ ...keep(guild, summaryOf('s1')), channelId: '41' });
    database.prepare("UPDATE keyv SET value = ? WHERE namespace LIKE '%-index:%'").run(text);
    await store.summaries.put({ ...keep(guild, summaryOf('s2')), channelId: '40' });
    expect([...(await store.summaries.citing(guild, ['41']))].sort()).toEqual(['s1', 's2']);
    await store.summaries.eraseGuild(guild);
    expect(await store.summaries.citing(guild, ['41', '40'])).toEqual([]);
  }
});
