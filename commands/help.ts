import { PermissionFlagsBits } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { readsContent } from '../src/io/discord/client.ts';
import { isForUserOnly } from '../src/io/discord/interaction/context.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import type { Texts } from '../src/render/texts.ts';
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
    const canManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true;
    const help = [hidden, toHelp(t), canManage ? t('bot.help.manage') : ''].filter(Boolean).join('\n\n');
    return replyPrivately(interaction, isForUserOnly(interaction) ? t('bot.forUserOnly') : help);
  },
} satisfies SlashCommand;

const examples = ['newest', 'yesterday', 'everywhere', 'question'] as const;

function toHelp(t: Texts): string {
  return [
    `**${t('bot.help.title')}**`,
    t('bot.help.what'),
    '',
    `**${t('bot.help.whoTitle')}**`,
    t('bot.help.who'),
    '',
    `**${t('bot.help.examplesTitle')}**`,
    ...examples.map(
      example =>
        `- \`${t(`bot.help.examples.${example}.command`)}\`${t('summary.colon')} ${t(`bot.help.examples.${example}.does`)}`,
    ),
    '',
    t('bot.help.more'),
  ].join('\n');
}
