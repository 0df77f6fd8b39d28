import { expect, test } from 'vitest';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { noSpending } from '../../../src/core/claims/usage.ts';
import { entrySchema } from '../../../src/core/decisions/entry.ts';
import { parseExport } from '../../../src/io/import/import-chat.ts';
import type { Store } from '../../../src/io/keyv/open-store.ts';
import { sure } from '../../sure.ts';
import { formerRows as fixture, openFile, type Row } from './sqlite-file.ts';
import { keep, summaryOf } from './stored-summaries.ts';

const guildId = fixture.find(({ namespace }) => namespace === 'guilds')?.key ?? '';

/** Objects whose keys are ids or names of checks, and where the messages of a chat are, which each write decides anew. */
const maps: ReadonlySet<string> = new Set(['covered', 'parts', 'places', 'rejected', 'steps']);

/** The value with a field that nobody knows in each object. */
function withUnknown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map(each => withUnknown(each));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, withUnknown(each, key)] as const);
  return { ...Object.fromEntries(fields), ...(!maps.has(name) && { newer: 'kept' }) };
}

/** The paths of objects without that field. */
function findStripped(value: unknown, path: string, name = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) || maps.has(name) || 'newer' in value ? [] : [path];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, each]) => findStripped(each, `${path}.${key}`, key)),
  ];
}

const [summaryId = ''] = fixture
  .filter(({ namespace }) => namespace === `summaries:guild:${guildId}`)
  .map(({ key }) => key);
const usageDay = '2026-03-09';
const spent = { ...noSpending, calls: 1, personId: 'mia', channelId: 'c1', feature: 'summary' } as const;
const pendingCall = { guildId, personId: 'mia', feature: 'summary', spending: noSpending } as const;

/** Creates the kinds of records that the fixture lacks. */
async function fill(store: Store): Promise<void> {
  const at = new Date().toISOString();
  // The parts of the indexes to which all that is stored today is added.
  await store.summaries.put(keep(guildId, summaryOf('s1')));
  const entry = fixture.find(({ namespace }) => namespace === `entries:guild:${guildId}`);
  if (entry) await store.entries.put(entrySchema.parse(JSON.parse(entry.value).value.entry));
  await store.tokens.put({
    tokenId: 'ab'.repeat(8),
    guildId,
    userId: guildId,
    secretHash: 'cd'.repeat(32),
    createdAt: at,
  });
  const { conversation } = parseExport(
    '25/03/2026, 09:00 - Mia: One\n25/03/2026, 09:01 - Tom: Two',
    'Trip.txt',
  );
  await store.chats.put('mia', 'trip', conversation, at);
  await store.chats.putSummary('mia', 'trip', summaryOf('s9'));
  await store.feedback.put(guildId, summaryId, [{ personId: 'mia', isHelpful: true, at }], at);
  await store.usage.add(guildId, usageDay, spent);
  await store.runs.add('mia', usageDay, 1);
  await store.zones.set('mia', 'Europe/Berlin');
  await store.privacy.setOptedOut('zoe', true);
  await store.pendingCalls.add(pendingCall, () => true);
  await store.apiJobs.put({ id: 'j1', tokenId: 't1', references: null, status: 'done', summaryId: 's1' });
  await store.apiJobs.putResult('j1', summaryOf('s8'));
}

/** Reads every record and writes it back, with a change where only changes are written. */
async function writeBack(store: Store): Promise<void> {
  for (const id of await store.summaries.ids(guildId)) {
    const stored = await store.summaries.get(guildId, id);
    if (!stored) continue;
    await store.summaries.put({ ...stored, isOutdated: true });
    // Also added to the lists of what cites its messages.
    await store.summaries.put({ ...stored, summary: { ...stored.summary, id: `${id}-2` } as Summary });
  }
  for (const { id } of await store.digests.list(guildId))
    await store.digests.update(guildId, id, digest => ({ ...digest, lastRunAt: new Date().toISOString() }));
  for (const entry of await store.entries.list(guildId)) await store.entries.put({ ...entry });
  await store.settings.change(guildId, before => ({ ...before, dailyRuns: 5 }));
  for (const token of await store.tokens.list()) await store.tokens.put({ ...token });
  const chat = sure(await store.chats.get('mia', 'trip'));
  // Its summaries are written with it.
  await store.chats.put('mia', 'trip', chat.conversation, new Date().toISOString());
  const apiJob = await store.apiJobs.get('j1');
  if (apiJob) await store.apiJobs.put({ ...apiJob });
  const at = new Date().toISOString();
  const feedback = await store.feedback.get(guildId, summaryId);
  await store.feedback.put(
    guildId,
    summaryId,
    feedback.map(each => ({ ...each, isHelpful: false })),
    at,
  );
  await store.usage.add(guildId, usageDay, spent);
  await store.runs.add('mia', usageDay, 1);
  await store.zones.set('mia', 'Europe/Paris');
  await store.privacy.setOptedOut('zoe', true);
  await store.pendingCalls.end('another', null);
  const result = await store.apiJobs.getResult('j1');
  if (result) await store.apiJobs.putResult('j1', result);
}

test('a record that is read and written back keeps the fields of a newer version, at every level', async () => {
  const { store, database } = await openFile();
  await fill(store);
  const insert = database.prepare(
    'INSERT OR REPLACE INTO keyv (key, value, namespace, expires) VALUES (?, ?, ?, NULL)',
  );
  const written = database.prepare('SELECT key, value, namespace FROM keyv').all() as unknown as Row[];
  for (const { key, value, namespace } of [...fixture, ...written]) {
    const record = JSON.parse(value) as { readonly value: unknown };
    insert.run(key, JSON.stringify({ ...record, value: withUnknown(record.value) }), namespace);
  }

  await writeBack(store);

  const kinds =
    /^(summaries|digests|entries|settings|api-tokens|chats|api-jobs|summary-index|entry-index|feedback|usage|runs|zones|guilds|opt-outs|held-calls)\b/;
  const after = database.prepare('SELECT key, value, namespace FROM keyv').all() as unknown as Row[];
  const checked = after.filter(({ namespace }) => kinds.test(namespace));
  expect(new Set(checked.map(({ namespace }) => kinds.exec(namespace)?.[0])).size).toBe(16);
  const stripped = checked.flatMap(({ namespace, value }) =>
    findStripped((JSON.parse(value) as { readonly value: unknown }).value, namespace.split(':')[0] ?? ''),
  );
  expect([...new Set(stripped)]).toEqual([]);
});
