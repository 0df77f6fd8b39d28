import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/command.ts';
import { describe } from './options/localized.ts';

export const helpCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'help',
    ...describe('bot.help.description'),
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  },
  execute: (_, bot) => bot.help(),
} satisfies SlashCommand;
