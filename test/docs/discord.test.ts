import { readFileSync } from 'node:fs';
import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { english as t } from '../../src/render/texts.ts';
import { findTable } from './table.ts';

const page = readFileSync('docs/discord.md', 'utf8');

/** "summarize", "digest set", … with the names of their options. */
const slashCommands = commands
  .filter(({ kind }) => kind === 'slash')
  .flatMap(({ definition }) => {
    const options = 'options' in definition ? (definition.options ?? []) : [];
    const subcommands = options.flatMap(option =>
      option.type === ApplicationCommandOptionType.Subcommand ? [option] : [],
    );
    if (subcommands.length === 0)
      return [{ name: definition.name, options: options.map(({ name }) => name) }];
    return subcommands.map(subcommand => ({
      name: `${definition.name} ${subcommand.name}`,
      options: (subcommand.options ?? []).map(({ name }) => name),
    }));
  });

describe('the page on Discord', () => {
  test('names every command', () => {
    const table = findTable(page, 'command');
    expect(slashCommands.length).toBeGreaterThan(10);
    for (const { name } of slashCommands) {
      const [command = '', subcommand = ''] = name.split(' ');
      const rows = table.split('\n').filter(row => row.includes(`\`/${command}`));
      const pattern = subcommand === '' ? /./ : new RegExp(`[\`\\s]${subcommand}\``);
      expect(
        rows.filter(row => pattern.test(row.split('|')[1] ?? '')),
        name,
      ).toHaveLength(1);
    }
    for (const { kind, definition } of commands)
      if (kind === 'message') expect(table).toContain(`**${definition.name}**`);
  });

  test.each([
    ['summarize', 'command'],
    ['digest set', 'option'],
  ])('names every option of %s', (command, header) => {
    const { options = [] } = slashCommands.find(({ name }) => name === command) ?? {};
    expect(options.length).toBeGreaterThan(5);
    for (const option of options) expect(findTable(page, header)).toMatch(new RegExp(`\`${option}:`));
  });

  test('names every button of a summary', () => {
    for (const key of [
      ...(['share', 'again', 'delete', 'open', 'stop'] as const).map(name => `bot.buttons.${name}` as const),
      ...([
        'bot.review.open',
        'bot.review.publish',
        'summary.buttons.sources',
        'summary.buttons.why',
      ] as const),
    ])
      expect(page).toContain(`**${t(key)}**`);
  });
});
