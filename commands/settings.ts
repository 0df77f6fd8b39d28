import { PermissionFlagsBits, ApplicationCommandOptionType as Type } from 'discord.js';
import { mostGlossaryLength, settingEntries } from '../src/core/settings.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { answerSettings, suggestSettingValues } from '../src/io/discord/settings/settings.ts';
import { describe, inServers, name, option } from './localized.ts';

const settings = settingEntries.map(([setting, { option }]) => ({
  ...name(`bot.settings.names.${setting}`),
  value: option,
}));
const toSetting = (choices: typeof settings) =>
  option(Type.String, 'setting', 'bot.commands.settings.setting', {
    required: true,
    choices,
  });

export const settingsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'settings',
    ...describe('bot.commands.settings.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: [
      option(Type.Subcommand, 'show', 'bot.commands.settings.show'),
      option(Type.Subcommand, 'set', 'bot.commands.settings.set', {
        options: [
          toSetting(settings),
          option(Type.String, 'value', 'bot.commands.settings.value', {
            required: true,
            autocomplete: true,
            max_length: mostGlossaryLength,
          }),
        ],
      }),
      option(Type.Subcommand, 'access', 'bot.privacy.commands.access'),
      option(Type.Subcommand, 'erase', 'bot.privacy.commands.erase'),
      option(Type.Subcommand, 'reset', 'bot.commands.settings.reset', {
        options: [toSetting([...settings, { ...name('bot.commands.settings.all'), value: 'all' }])],
      }),
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
