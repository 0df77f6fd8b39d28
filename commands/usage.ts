import { PermissionFlagsBits } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerUsage } from '../src/io/discord/usage.ts';
import { describe, inServers } from './localized.ts';

export const usageCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'usage',
    ...describe('bot.usage.command.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
  },
  execute: answerUsage,
} satisfies SlashCommand;
