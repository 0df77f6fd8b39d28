import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';
import type { SlashCommand } from '../src/io/discord/interaction/route-command.ts';
import { answerStats } from '../src/io/discord/usage/stats.ts';
import { describe } from './options/localized.ts';

export const statsCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'stats',
    ...describe('bot.stats.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  },
  execute: answerStats,
} satisfies SlashCommand;
