import { expect, onTestFinished, test } from 'vitest';
import { deriveTokenKey } from '../../../src/io/keyv/stores/open-run-store.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { openFile, formerRows as rows } from './sqlite-file.ts';
import { keep, openLogged, summaryOf } from './stored-summaries.ts';

const guildId = rows.find(({ namespace }) => namespace === 'guilds')?.key ?? '';

const keysOf = (kind: string) => rows.filter(each => each.namespace === kind).map(({ key }) => key);

async function open() {
  const options = { tokenKey: deriveTokenKey('k') };
  // An empty store first: the table is the one of this version.
  const { store: empty, database, path } = await openFile(options);
  await empty.settings.get('1');
  const insert = database.prepare('INSERT INTO keyv (key, value, namespace, expires) VALUES (?, ?, ?, NULL)');
  for (const { key, value, namespace } of rows) insert.run(key, value, namespace);
  const { store } = await openLogged(`sqlite://${path}`, options);
  onTestFinished(store.close);
  return store;
}

test('a store of version 0.2.0 is read with its summaries, settings, opt-outs, digests and entries', async () => {
  const store = await open();

  const ids = keysOf(`summaries:guild:${guildId}`).filter(key => /^[\da-f-]{36}$/.test(key));
  expect(ids.length).toBeGreaterThan(10);
  const summaries = await Promise.all(ids.map(id => store.summaries.get(guildId, id)));
  expect(summaries.filter(each => each === null)).toEqual([]);
  const shown = summaries.flatMap(each => each && toEmbedPages(each.summary));
  expect(JSON.stringify(shown)).toContain('Mollie is the payment provider');
  expect(JSON.stringify(shown)).toContain('The shop opens on 14 March. → ');
  expect(await store.settings.get(guildId)).toMatchObject({
    language: 'de',
    dailyRuns: 33,
    retentionDays: 60,
  });
  expect(await store.zones.get(guildId)).toBe('Europe/Berlin');
  const optedOut = keysOf('opt-outs').filter(key => key !== 'anybody');
  expect([...(await store.privacy.optedOut(optedOut))]).toEqual(optedOut);
  expect((await store.digests.list(guildId)).map(({ schedule }) => schedule)).toEqual([
    { kind: 'daily', time: '09:00', zone: 'UTC' },
  ]);
  expect((await store.entries.list(guildId)).length).toBe(keysOf(`entries:guild:${guildId}`).length);
});

test('its summaries and entries are found by what they cite, together with new ones', async () => {
  const store = await open();
  const find = {
    citing: (id: string) => store.summaries.citing(guildId, [id]),
    'entry-citing': (id: string) => store.entries.citing(guildId, [id]),
  };
  for (const [kind, citing] of Object.entries(find)) {
    const index = rows.filter(({ namespace }) => namespace === `${kind}:guild:${guildId}`);
    expect(index.length).toBeGreaterThan(10);
    for (const { key, value } of index) {
      const { summaryIds } = JSON.parse(value).value as { readonly summaryIds: readonly string[] };
      // Some records are gone, or lost the message since.
      const isLeft = (id: string) =>
        rows.some(row => row.key === id && /^summ|^entries/.test(row.namespace) && row.value.includes(key));
      const left = summaryIds.filter(isLeft);
      expect(await citing(key), key).toEqual(expect.arrayContaining(left));
    }
  }

  const [placeId = ''] = keysOf(`citing:guild:${guildId}`).slice(-1);
  const before = await find.citing(placeId);
  await store.summaries.put({ ...keep(guildId, summaryOf('new')), channelId: placeId });
  expect(before.length).toBeGreaterThan(0);
  expect(await find.citing(placeId)).toEqual(expect.arrayContaining([...before, 'new']));
  await store.summaries.eraseGuild(guildId);
  expect(await find.citing(placeId)).toEqual([]);
});

test('drafts that former versions kept are removed, since deletions would no longer reach them', async () => {
  const { store: empty, database, path } = await openFile();
  await empty.settings.get('1');
  const insert = database.prepare('INSERT INTO keyv (key, value, namespace, expires) VALUES (?, ?, ?, NULL)');
  for (const kind of ['window-drafts', 'window-draft-index', 'summaries'])
    insert.run('k1', JSON.stringify({ value: 'words of a message' }), `${kind}:guild:${guildId}`);
  const { store } = await openLogged(`sqlite://${path}`);
  onTestFinished(store.close);
  const left = database.prepare("SELECT namespace FROM keyv WHERE key = 'k1'").all();
  expect(left).toEqual([{ namespace: `summaries:guild:${guildId}` }]);
});
