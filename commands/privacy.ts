import { ApplicationCommandOptionType as Type } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
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
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    return answerPrivacy(context, options.getSubcommand(), options.getString('message'));
  },
} satisfies SlashCommand;
