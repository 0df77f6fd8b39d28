import type { SlashCommand } from '../src/io/discord/bot.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import { toHelp } from '../src/render/embed/help.ts';
import { describe, everywhere } from './localized.ts';

export const helpCommand = {
  kind: 'slash',
  definition: {
    ...everywhere,
    name: 'help',
    ...describe('bot.help.description'),
  },
  execute: ({ interaction, t }) => replyPrivately(interaction, toHelp(t)),
} satisfies SlashCommand;
