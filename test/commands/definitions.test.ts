import { type APIApplicationCommandOption, ApplicationCommandOptionType } from 'discord.js';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { suggestZones } from '../../src/io/discord/settings/own-zone.ts';

const definitions = commands.map(({ definition }) => definition);
const languages = ['de', 'es-ES', 'fr', 'ja'];

type Node = { readonly [key: string]: unknown };

/** A definition with all options and choices in it. */
function toNodes(node: Node): readonly Node[] {
  const inner = [node['options'], node['choices']].flatMap(list => (Array.isArray(list) ? list : []));
  return [node, ...inner.flatMap(each => toNodes(each as Node))];
}

const nodes = definitions.flatMap(each => toNodes(each as unknown as Node));

test('the definitions are those that were agreed on', () => {
  const english = JSON.stringify(definitions, (key, value) =>
    key.endsWith('_localizations') ? undefined : value,
  );
  expect(JSON.parse(english)).toMatchSnapshot();
});

test('every description is there in every language and within 100 characters', () => {
  const described = nodes.filter(node => typeof node['description'] === 'string');
  expect(described.length).toBeGreaterThan(9);
  for (const { description, description_localizations: others } of described) {
    const localized = others as Readonly<Record<string, string>>;
    expect(Object.keys(localized).sort()).toEqual(languages);
    for (const text of [String(description), ...Object.values(localized)]) {
      expect(text.length, text).toBeGreaterThan(0);
      expect(text.length, text).toBeLessThanOrEqual(100);
    }
  }
});

test('every name shown in a menu or list is within its limit, in every language', () => {
  for (const { name, name_localizations: others, value } of nodes) {
    const localized = Object.values((others ?? {}) as Readonly<Record<string, string>>);
    const limit = value === undefined ? 32 : 100;
    for (const text of [String(name), ...localized]) {
      expect(text.trim(), text).toBe(text);
      expect(text.length, text).toBeGreaterThan(0);
      expect(text.length, text).toBeLessThanOrEqual(limit);
    }
  }
});

test('all text of a command together stays within 8000 characters, in the longest language', () => {
  for (const definition of definitions) {
    const total = toNodes(definition as unknown as Node).reduce((sum, node) => {
      const longest = (text: unknown, others: unknown) =>
        Math.max(
          String(text ?? '').length,
          ...Object.values((others ?? {}) as object).map(each => each.length),
        );
      return (
        sum +
        longest(node['name'], node['name_localizations']) +
        longest(node['description'], node['description_localizations']) +
        String(node['value'] ?? '').length
      );
    }, 0);
    expect(total).toBeLessThanOrEqual(8_000);
  }
});

test('only three commands can be used where the bot is not installed, and no two share a name', () => {
  const keys = definitions.map(({ type, name }) => `${type} ${name}`);
  expect(new Set(keys).size).toBe(keys.length);
  const personal = definitions.filter(({ integration_types }) => integration_types?.includes(1));
  expect(personal.map(({ name }) => name)).toEqual(['summarize', 'Check sources', 'help']);
  for (const { integration_types } of definitions) expect(integration_types).toContain(0);
});

test('zones are suggested by city first, at most 25, for any input', () => {
  expect(suggestZones('new y')[0]).toBe('America/New_York');
  expect(suggestZones('  BERLIN ')).toEqual(['Europe/Berlin']);
  expect(suggestZones('')).toHaveLength(25);
  expect(suggestZones('(.*')).toEqual([]);
  for (const zone of suggestZones('a')) expect(zone.length).toBeLessThanOrEqual(64);
  for (const [city, zone] of [
    ['Zürich', 'Europe/Zurich'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['kyiv', 'Europe/Kyiv'],
    ['ho chi minh', 'Asia/Ho_Chi_Minh'],
  ] as const)
    expect(suggestZones(city)).toEqual([zone]);
});

/** The most that a person should have to learn: slash commands, and the options of them and their subcommands. */
const mostCommands = 9;
const mostOptions = 40;

test('commands are few enough to learn', () => {
  const slash = commands.flatMap(each => (each.kind === 'slash' ? [each.definition] : []));
  const toOptions = (all: readonly APIApplicationCommandOption[] = []): readonly string[] =>
    all.flatMap(each =>
      each.type === ApplicationCommandOptionType.Subcommand ? toOptions(each.options) : [each.name],
    );
  expect(slash.length).toBeLessThanOrEqual(mostCommands);
  expect(slash.flatMap(({ options }) => toOptions(options)).length).toBeLessThanOrEqual(mostOptions);
});
