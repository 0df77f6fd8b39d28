import type { SlashCommand } from '../src/io/discord/bot.ts';
import { isForUserOnly } from '../src/io/discord/interaction/context.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import { toHelp } from '../src/render/embed/help.ts';
import { describe, everywhere, forPeople } from './localized.ts';

export const helpCommand = {
  kind: 'slash',
  definition: {
    ...everywhere,
    ...forPeople,
    name: 'help',
    ...describe('bot.help.description'),
  },
  execute: ({ interaction, t }) =>
    replyPrivately(interaction, isForUserOnly(interaction) ? t('bot.forUserOnly') : toHelp(t)),
} satisfies SlashCommand;
