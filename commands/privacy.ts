import { ApplicationCommandOptionType as Type } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { setOwnZone, suggestOwnZones } from '../src/io/discord/settings/settings.ts';
import { describe, everywhere, option } from './localized.ts';

const message = option(Type.String, 'message', 'bot.privacy.commands.message', { max_length: 200 });

export const privacyCommand = {
  kind: 'slash',
  definition: {
    ...everywhere,
    name: 'privacy',
    ...describe('bot.privacy.commands.description'),
    options: [
      option(Type.Subcommand, 'show', 'bot.privacy.commands.show'),
      option(Type.Subcommand, 'delete', 'bot.privacy.commands.delete'),
      option(Type.Subcommand, 'opt-out', 'bot.privacy.commands.optOut', { options: [message] }),
      option(Type.Subcommand, 'opt-in', 'bot.privacy.commands.optIn', { options: [message] }),
      option(Type.Subcommand, 'timezone', 'bot.privacy.commands.timezone', {
        options: [
          option(Type.String, 'zone', 'bot.privacy.commands.zone', {
            required: true,
            autocomplete: true,
            max_length: 64,
          }),
        ],
      }),
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    const subcommand = options.getSubcommand();
    return subcommand === 'timezone'
      ? setOwnZone(context, options.getString('zone', true).trim())
      : answerPrivacy(context, subcommand, options.getString('message'));
  },
  suggest: suggestOwnZones,
} satisfies SlashCommand;
