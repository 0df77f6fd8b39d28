import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import type { SlashCommand } from '../src/io/discord/interaction/route-command.ts';
import { toHelp } from '../src/render/embed/help.ts';
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
  execute: ({ interaction, t }) => replyPrivately(interaction, toHelp(t)),
} satisfies SlashCommand;
