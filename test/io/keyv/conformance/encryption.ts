import { describe, expect, onTestFinished, test } from 'vitest';
import { createEncryption } from '../../../../src/io/keyv/encryption.ts';
import type { Store, StoreOptions } from '../../../../src/io/keyv/open-store.ts';
import { createKey, guild, keep, openLogged, summaryOf } from '../stored-summaries.ts';

export const [first, second] = [createKey(1), createKey(2)];
const [, idOfSecond = ''] = createEncryption([first, second]).keyIds;
const unavailable = { name: 'UserError', code: 'store_unavailable' };

type Stored = ReadonlyMap<string, string>;

/** A store, and what is stored seen without it, by namespace and key. */
export type Place = {
  readonly url: string;
  readonly read: () => Promise<Stored> | Stored;
  readonly write: (key: string, text: string) => Promise<void> | void;
  /** When each value expires, in whole minutes; null for never. */
  readonly expires: () => Promise<ReadonlyMap<string, number | null>>;
  readonly remove: (key: string) => Promise<void> | void;
};

export async function open(place: Place, ...keys: NonNullable<StoreOptions['keys']>) {
  const { store, logged } = await openLogged(place.url, { keys });
  onTestFinished(store.close);
  return { store, logged };
}

// Another retention than before: all that is stored of the server is written again.
const settings = { language: 'plover', zone: 'Asia/Kolkata', retentionDays: 60 };

export async function fill(store: Store): Promise<void> {
  const at = new Date().toISOString();
  for (const id of ['s1', 's2']) await store.summaries.put(keep(guild, summaryOf(id, `${id} xyzzy`)));
  await store.feedback.put(guild, 's1', [{ personId: 'ann', isHelpful: false, reason: 'plugh', at }], at);
  await store.settings.set(guild, settings);
  await store.runs.add('ann', '2026-03-09', 3);
}

/** A place that was filled under these keys, and is closed. */
async function fillPlace(
  createPlace: () => Promise<Place> | Place,
  ...keys: NonNullable<StoreOptions['keys']>
) {
  const place = await createPlace();
  const { store } = await open(place, ...keys);
  await fill(store);
  await store.close();
  return place;
}

/** What `fill` has put, read again. */
export async function readAll(store: Store) {
  const says = async (id: string) => (await store.summaries.get(guild, id))?.summary.footnotes[0]?.text;
  return [
    await says('s1'),
    await says('s2'),
    (await store.feedback.list(guild)).map(({ reason }) => reason),
    await store.settings.get(guild),
    await store.runs.get('ann', '2026-03-09'),
    (await store.summaries.citing(guild, ['1099000000000000042'])).toSorted(),
  ];
}

const all = ['s1 xyzzy', 's2 xyzzy', ['plugh'], settings, 3, ['s1', 's2']];
const summaryKey = (id: string) => `summaries:guild:${guild}::${id}`;
export const clear = /xyzzy|plugh|plover|Kolkata|Ann told/;

async function readText(place: Place): Promise<string> {
  return [...(await place.read()).values()].join('\n');
}

async function refusal(place: Place, ...keys: NonNullable<StoreOptions['keys']>) {
  return openLogged(place.url, { keys }).then(
    () => ({ code: 'opened', message: '' }),
    error => error,
  );
}

/** What encryption does, wherever things are kept. */
export function describeEncryption(name: string, createPlace: () => Promise<Place> | Place): void {
  describe(`encryption in ${name}`, () => {
    test('leaves no word of what is stored, only ids and times', async () => {
      const place = await createPlace();
      const { store } = await open(place, first);
      await fill(store);
      expect(await readAll(store)).toEqual(all);
      const stored = await place.read();
      expect(stored.size).toBeGreaterThan(8);
      for (const [key, text] of stored) {
        if (key.startsWith('key-ids')) continue;
        expect(text, key).toMatch(/^\{"value":"[\w+/=]+"(?:,"expires":\d+)?\}$/);
        const { value } = JSON.parse(text);
        expect(Buffer.from(value, 'base64').toString('latin1'), key).not.toMatch(clear);
      }
    });

    test('never writes the same value twice alike', async () => {
      const place = await createPlace();
      const { store } = await open(place, first);
      await store.zones.set('ann', 'Europe/Berlin');
      const before = (await place.read()).get('zones::ann');
      await store.zones.set('ann', 'Europe/Berlin');
      expect((await place.read()).get('zones::ann')).not.toBe(before);
    });

    test('takes a value that was changed or moved for a damaged one', async () => {
      const place = await createPlace();
      const { store, logged } = await open(place, first);
      await fill(store);
      const stored = await place.read();
      const moved = stored.get(summaryKey('s2')) ?? '';
      const changed = moved.replace(/(.)(?=.{40}")/, letter => (letter === 'A' ? 'B' : 'A'));
      const cut = moved.replace(/.{8}"/, '"');
      expect(new Set([moved, changed, cut]).size).toBe(3);
      for (const text of [moved, changed, cut, '{"value":""}', '{"value":"AQ=="}', '{"value":"xyzzy"}']) {
        await place.write(summaryKey('s1'), text);
        expect(await store.summaries.get(guild, 's1'), text).toBeNull();
      }
      await place.write(summaryKey('s2'), changed);
      expect(await store.summaries.get(guild, 's2')).toBeNull();
      expect(logged).toHaveLength(7);
      expect(logged.at(-1)).toMatchObject({ msg: 'record-unreadable', kind: 'summaries', count: 7 });
      await place.write('zones::ann', stored.get(`zones::${guild}`) ?? '');
      expect(await store.zones.get('ann')).toBeNull();
    });

    test('refuses to start with another key or with none, and changes nothing', async () => {
      const place = await fillPlace(createPlace, second);
      const before = await place.read();
      for (const keys of [[], [first]]) {
        const problem = await refusal(place, ...keys);
        expect(problem).toMatchObject({ name: 'UserError', code: 'bad_environment' });
        expect(problem.message).toMatch(
          /^Neither the .key file beside an SQLite store nor STORE_KEY has the key .* Nothing was changed\. /,
        );
        expect(problem.message).toContain(`key id ${idOfSecond}`);
        expect(await place.read()).toEqual(before);
      }
      const { store: again } = await open(place, second);
      expect(await readAll(again)).toEqual(all);
    });

    test('reads what was written before there was a key, and encrypts it', async () => {
      const place = await fillPlace(createPlace);
      expect(await readText(place)).toMatch(clear);
      const expires = new Map(await place.expires());
      // The store's own mark has no words to encrypt.
      expires.delete('key-ids::store');
      const { store: encrypted, logged } = await open(place, first);
      expect(await readAll(encrypted)).toEqual(all);
      expect(logged).toMatchObject([{ msg: 'records-encrypted', count: expires.size }]);
      expect(await readText(place)).not.toMatch(clear);
      const after = new Map(await place.expires());
      for (const name of ['all', 'store']) after.delete(`key-ids::${name}`);
      expect(after).toEqual(expires);
    });

    test('needs the old key no more once it was started with a new one in front', async () => {
      const place = await fillPlace(createPlace, first);
      const { store: rotated } = await open(place, second, first);
      expect(await readAll(rotated)).toEqual(all);
      await rotated.close();
      const { store: later, logged } = await open(place, second);
      expect(await readAll(later)).toEqual(all);
      expect(logged).toEqual([]);
      expect((await refusal(place, first)).code).toBe('bad_environment');
    });

    test('needs the old key until a rotation that was interrupted is done', async () => {
      const place = await fillPlace(createPlace, first);
      const old = (await place.read()).get(summaryKey('s1')) ?? '';
      const { store: rotated } = await open(place, second, first);
      await rotated.close();
      // As if it had ended before the last value.
      const { keyIds } = createEncryption([second, first]);
      await place.write(summaryKey('s1'), old);
      await place.write('key-ids::all', JSON.stringify({ value: { version: 1, keyIds } }));
      expect((await refusal(place, second)).code).toBe('bad_environment');
      const { store: resumed } = await open(place, second, first);
      await resumed.close();
      const { store: later } = await open(place, second);
      expect(await readAll(later)).toEqual(all);
    });

    test('loses nothing when the list of keys is lost', async () => {
      const place = await fillPlace(createPlace, first);
      await place.remove('key-ids::all');
      const { store: bare } = await open(place);
      await expect(bare.settings.get(guild)).rejects.toMatchObject(unavailable);
      await expect(bare.settings.set(guild, { retentionDays: 1 })).rejects.toMatchObject(unavailable);
      await expect(bare.summaries.get(guild, 's1')).rejects.toMatchObject(unavailable);
      await bare.close();
      expect((await refusal(place, second)).message).toMatch(
        /^Neither the .key file beside an SQLite store nor STORE_KEY has the key /,
      );
      await place.remove('key-ids::all');
      const { store: again } = await open(place, first);
      expect(await readAll(again)).toEqual(all);
    });

    test('erases a server also where its values cannot be decrypted', async () => {
      const place = await fillPlace(createPlace, first);
      await place.remove('key-ids::all');
      const { store: bare } = await open(place);
      expect(await bare.summaries.eraseGuild(guild)).toBe(2);
      const left = [...(await place.read()).keys()].sort();
      expect(left).toEqual(['key-ids::store', 'runs::ann.2026-03-09']);
    });
  });
}
