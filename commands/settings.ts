import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import { settingEntries } from '../src/core/settings.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { answerSettings, suggestSettingValues } from '../src/io/discord/settings/settings.ts';
import { describe, inServers, name } from './localized.ts';

const { Subcommand, String: Text } = ApplicationCommandOptionType;

const settings = settingEntries.map(([setting, { option }]) => ({
  ...name(`bot.settings.names.${setting}`),
  value: option,
}));
const setting = {
  type: ApplicationCommandOptionType.String as const,
  name: 'setting',
  ...describe('bot.commands.settings.setting'),
  required: true,
};

export const settingsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'settings',
    ...describe('bot.commands.settings.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: [
      { type: Subcommand, name: 'show', ...describe('bot.commands.settings.show') },
      {
        type: Subcommand,
        name: 'set',
        ...describe('bot.commands.settings.set'),
        options: [
          { ...setting, choices: settings },
          {
            type: Text,
            name: 'value',
            ...describe('bot.commands.settings.value'),
            required: true,
            autocomplete: true,
            max_length: 64,
          },
        ],
      },
      { type: Subcommand, name: 'access', ...describe('bot.privacy.commands.access') },
      { type: Subcommand, name: 'erase', ...describe('bot.privacy.commands.erase') },
      {
        type: Subcommand,
        name: 'reset',
        ...describe('bot.commands.settings.reset'),
        options: [
          {
            ...setting,
            choices: [...settings, { ...name('bot.commands.settings.all'), value: 'all' }],
          },
        ],
      },
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    const subcommand = options.getSubcommand();
    if (subcommand === 'access' || subcommand === 'erase') return answerPrivacy(context, subcommand);
    return answerSettings(context, {
      subcommand,
      option: options.getString('setting'),
      value: options.getString('value'),
    });
  },
  suggest: suggestSettingValues,
} satisfies SlashCommand;
