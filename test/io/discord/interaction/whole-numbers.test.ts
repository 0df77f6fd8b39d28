import { ApplicationCommandOptionType as Type } from 'discord.js';
import { expect, test } from 'vitest';
import { settingsCommand } from '../../../../commands/settings.ts';
import { summarizeCommand } from '../../../../commands/summarize.ts';
import { findWrongNumber } from '../../../../src/io/discord/interaction/route-command.ts';

const messages = (value: number) => [{ name: 'messages', type: Type.Integer, value }];

test.each([1.5, 0, -1, 50_001, Number.NaN])('%s is not a number of messages', value => {
  const wrong = { name: 'messages', min: 1, max: 50_000 };
  expect(findWrongNumber(messages(value), summarizeCommand.definition.options)).toEqual(wrong);
});

test.each([1, 50_000])('%s is a number of messages', value => {
  expect(findWrongNumber(messages(value), summarizeCommand.definition.options)).toBeNull();
});

test('numbers of subcommands are checked too', () => {
  const given = [
    {
      name: 'set',
      type: Type.Subcommand,
      options: [{ name: 'retention', type: Type.Integer, value: 2.5 }],
    },
  ];
  expect(findWrongNumber(given, settingsCommand.definition.options)).toMatchObject({ name: 'retention' });
});
