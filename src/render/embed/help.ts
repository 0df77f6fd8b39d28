import type { Texts } from '../texts.ts';
import { escapeDiscord } from './discord-markup.ts';

const examples = ['newest', 'yesterday', 'everywhere'] as const;

/** The answer to `/help`, as Discord's Markdown. */
export function toHelp(t: Texts): string {
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
        `- \`${t(`bot.help.examples.${example}.command`)}\`: ${t(`bot.help.examples.${example}.does`)}`,
    ),
    '',
    t('bot.help.more'),
  ].join('\n');
}

/** The direct message to the person who added the bot to a server. */
export function toWelcome(t: Texts, server: string): string {
  return `${t('bot.help.welcome', { server: escapeDiscord(server) })}\n\n${toHelp(t)}`;
}
