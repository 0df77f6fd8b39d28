import { PermissionFlagsBits, ApplicationCommandOptionType as Type } from 'discord.js';
import { usageRanges } from '../src/core/claims/usage.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerUsage } from '../src/io/discord/usage.ts';
import { describe, inServers, name, option } from './localized.ts';

export const usageCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'usage',
    ...describe('bot.usage.command.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: [
      option(Type.String, 'range', 'bot.usage.command.range', {
        choices: usageRanges.map(value => ({ ...name(`bot.usage.command.ranges.${value}`), value })),
      }),
    ],
  },
  execute: context => {
    const given = context.interaction.options.getString('range');
    return answerUsage(context, usageRanges.find(each => each === given) ?? 'month');
  },
} satisfies SlashCommand;
