import { ApplicationCommandOptionType } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { setOwnZone, suggestOwnZones } from '../src/io/discord/settings/settings.ts';
import { describe, everywhere } from './localized.ts';

const { Subcommand, String: Text } = ApplicationCommandOptionType;

export const privacyCommand = {
  kind: 'slash',
  definition: {
    ...everywhere,
    name: 'privacy',
    ...describe('bot.privacy.commands.description'),
    options: [
      { type: Subcommand, name: 'show', ...describe('bot.privacy.commands.show') },
      { type: Subcommand, name: 'delete', ...describe('bot.privacy.commands.delete') },
      { type: Subcommand, name: 'opt-out', ...describe('bot.privacy.commands.optOut') },
      { type: Subcommand, name: 'opt-in', ...describe('bot.privacy.commands.optIn') },
      {
        type: Subcommand,
        name: 'timezone',
        ...describe('bot.privacy.commands.timezone'),
        options: [
          {
            type: Text,
            name: 'zone',
            ...describe('bot.privacy.commands.zone'),
            required: true,
            autocomplete: true,
            max_length: 64,
          },
        ],
      },
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    const subcommand = options.getSubcommand();
    return subcommand === 'timezone'
      ? setOwnZone(context, options.getString('zone', true).trim())
      : answerPrivacy(context, subcommand);
  },
  suggest: suggestOwnZones,
} satisfies SlashCommand;
