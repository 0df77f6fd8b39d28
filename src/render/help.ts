import { escapeDiscord } from './embed/discord-markup.ts';
import type { HelpWords } from './words/bot/help/words.ts';

/** The answer to `/help`, as Discord's Markdown. */
export function toHelp({ title, what, whoTitle, who, examplesTitle, examples, more }: HelpWords): string {
  return [
    `**${title}**`,
    what,
    '',
    `**${whoTitle}**`,
    who,
    '',
    `**${examplesTitle}**`,
    ...examples.map(({ command, does }) => `- \`${command}\`: ${does}`),
    '',
    more,
  ].join('\n');
}

/** The direct message to the person who added the bot to a server. */
export function toWelcome(help: HelpWords, server: string): string {
  return `${help.welcome(escapeDiscord(server))}\n\n${toHelp(help)}`;
}
