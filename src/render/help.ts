import type { HelpWords } from './words/bot/help/words.ts';

/** The answer to `/help`, as Discord's Markdown. */
export function toHelp({ title, what, whoTitle, who, examplesTitle, examples }: HelpWords): string {
  return [
    `**${title}**`,
    what,
    '',
    `**${whoTitle}**`,
    who,
    '',
    `**${examplesTitle}**`,
    ...examples.map(({ command, does }) => `- \`${command}\`: ${does}`),
  ].join('\n');
}
