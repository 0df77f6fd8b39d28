import type { SlashCommand } from '../src/io/discord/bot.ts';
import { readsContent } from '../src/io/discord/client.ts';
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
  execute: ({ client, interaction, t }) => {
    const hidden = readsContent(client.application.flags.bitfield) ? '' : t('bot.contentHidden');
    const help = hidden === '' ? toHelp(t) : `${hidden}\n\n${toHelp(t)}`;
    return replyPrivately(interaction, isForUserOnly(interaction) ? t('bot.forUserOnly') : help);
  },
} satisfies SlashCommand;
