import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import type { PrivacyAsk, SlashCommand } from '../src/io/discord/command.ts';
import { describe } from './options/localized.ts';

const asks: Readonly<Record<string, PrivacyAsk>> = {
  show: 'show',
  delete: 'delete',
  'opt-out': 'opt_out',
  'opt-in': 'opt_in',
};

export const privacyCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'privacy',
    ...describe(words => words.privacy.description),
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'show',
        ...describe(words => words.privacy.show),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'delete',
        ...describe(words => words.privacy.delete),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'opt-out',
        ...describe(words => words.privacy.optOut),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'opt-in',
        ...describe(words => words.privacy.optIn),
      },
    ],
  },
  execute: (interaction, bot) => bot.privacy(asks[interaction.options.getSubcommand()] ?? 'show'),
} satisfies SlashCommand;
