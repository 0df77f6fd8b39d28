import { ApplicationCommandOptionType } from 'discord.js';
import type { PrivacyAsk } from '../src/io/discord/command.ts';
import type { SlashCommand } from '../src/io/discord/interaction/routes.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { describe, everywhere } from './options/localized.ts';

const asks: Readonly<Record<string, PrivacyAsk>> = {
  show: 'show',
  delete: 'delete',
  'opt-out': 'opt_out',
  'opt-in': 'opt_in',
};

export const privacyCommand = {
  kind: 'slash',
  definition: {
    ...everywhere,
    name: 'privacy',
    ...describe('bot.privacy.commands.description'),
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'show',
        ...describe('bot.privacy.commands.show'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'delete',
        ...describe('bot.privacy.commands.delete'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'opt-out',
        ...describe('bot.privacy.commands.optOut'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'opt-in',
        ...describe('bot.privacy.commands.optIn'),
      },
    ],
  },
  execute: context => answerPrivacy(context, asks[context.interaction.options.getSubcommand()] ?? 'show'),
} satisfies SlashCommand;
