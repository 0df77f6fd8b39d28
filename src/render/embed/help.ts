import type { Texts } from '../texts.ts';

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
