import { describe, expect, test } from 'vitest';
import { findLanguage, suggestLanguages } from '../../src/app/languages.ts';
import { createSettings, parseSetting } from '../../src/app/settings.ts';
import type { SettingsStore } from '../../src/app/store-ports.ts';
import { type GuildSettings, usualDefaults } from '../../src/core/settings.ts';

const defaults = { ...usualDefaults, minConfidence: 0.2 };

function createStore(): SettingsStore {
  const cache = new Map<string, GuildSettings>();
  return {
    get: async guildId => cache.get(guildId) ?? {},
    set: async (guildId, settings) => void cache.set(guildId, settings),
    change: async (guildId, change) => void cache.set(guildId, change(cache.get(guildId) ?? {})),
    zone: async guildId => cache.get(guildId)?.zone ?? null,
  };
}

describe('what a server has set', () => {
  test('stands before the defaults, each setting for itself, in that server alone', async () => {
    const settings = createSettings(createStore(), defaults);
    await settings.change('7', { dailyRuns: 0, zone: 'Asia/Tokyo' });
    await settings.change('7', { minConfidence: 0 });
    expect(await settings.of('7')).toEqual({
      ...usualDefaults,
      minConfidence: 0,
      dailyRuns: 0,
      retentionDays: 30,
      review: 'off',
      zone: 'Asia/Tokyo',
    });
    expect(await settings.of('8')).toEqual(defaults);
    expect(await settings.of(null)).toEqual(defaults);
  });

  test('loses none of two changes that are made at once', async () => {
    const settings = createSettings(createStore(), defaults);
    await Promise.all([settings.change('7', { dailyRuns: 3 }), settings.change('7', { language: 'ja' })]);
    await Promise.all([settings.change('7', { minConfidence: 0.5 }), settings.reset('7', 'language')]);
    expect(await settings.own('7')).toEqual({ dailyRuns: 3, minConfidence: 0.5 });
  });
});

describe('what is given for a setting', () => {
  test.each([
    ['minConfidence', '0.5', 0.5],
    ['language', ' Deutsch ', 'de'],
    ['zone', 'America/St_Johns', 'America/St_Johns'],
    ['dailyRuns', '0', 0],
    ['decisionChannel', '<#1200000000000000001>', '1200000000000000001'],
  ] as const)('is taken where it is one: %s %s', (name, given, value) => {
    expect(parseSetting(name, given)).toEqual({ [name]: value });
  });

  test.each([
    ['minConfidence', '1.01'],
    ['minConfidence', 'high'],
    ['dailyRuns', ' '],
    ['language', 'Klingon'],
    ['zone', 'Mars/Olympus'],
    ['dailyRuns', '1.5'],
    ['retentionDays', '0'],
    ['retentionDays', '91'],
    ['decisionRole', '@everyone'],
  ] as const)('is refused where it is none: %s %s', (name, given) => {
    expect(parseSetting(name, given)).toBeNull();
  });

  test('may name a language as anybody calls it', () => {
    for (const name of ['de', 'German', 'deutsch', 'allemand', 'alemán', 'ドイツ語'])
      expect(findLanguage(name), name).toBe('de');
    for (const [name, tag] of [
      ['Português', 'pt'],
      ['Koreanisch', 'ko'],
      ['pt-br', 'pt-BR'],
      ['zh-TW', 'zh-TW'],
      ['tlh', 'tlh'],
      ['en-ignoreme-x-orders', 'en'],
    ] as const)
      expect(findLanguage(name), name).toBe(tag);
    for (const name of ['d', 'xx', 'Klingonish', 'the', '', '@everyone'])
      expect(findLanguage(name), name).toBeNull();
  });

  test('is a language that is suggested by its own name, its name for the reader, and its tag', () => {
    expect(suggestLanguages('', 'en-US')).toHaveLength(25);
    expect(suggestLanguages('', 'en-US')[0]).toEqual({ name: 'English', value: 'en' });
    expect(suggestLanguages('niederl', 'de')).toEqual([{ name: 'Niederländisch · Nederlands', value: 'nl' }]);
    expect(suggestLanguages('neder', 'ja')[0]?.value).toBe('nl');
    expect(suggestLanguages('de-at', 'en-US')[0]).toMatchObject({ value: 'de-AT' });
    expect(suggestLanguages('xyz', 'en-US')).toEqual([]);
    for (const { value } of suggestLanguages('', 'fr')) expect(findLanguage(value)).toBe(value);
  });
});
