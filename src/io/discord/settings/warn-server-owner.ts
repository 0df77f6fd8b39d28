import type { Client } from 'discord.js';
import type { Logger } from '../../../log.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toTexts } from '../../../render/texts.ts';
import { noMentions } from '../interaction/message-body.ts';
import { postOnce } from '../summarize/send-message.ts';

/** Tells the owner of a server that its settings are unreadable. Others who manage it read it when they ask for anything. */
export async function warnServerOwner(client: Client<true>, guildId: string, log: Logger): Promise<void> {
  log.error({ guild: guildId }, 'settings-unreadable');
  try {
    const { name, ownerId, preferredLocale } = await client.guilds.fetch(guildId);
    const content = `**${escapeDiscord(name)}**: ${toTexts(preferredLocale)('bot.settings.unreadable')}`;
    const message = { content, allowedMentions: noMentions };
    await postOnce(await client.users.createDM(ownerId), message, `settings-unreadable:${guildId}`);
  } catch (error) {
    log.warn({ guild: guildId, name: error instanceof Error ? error.name : '' }, 'server-owner-unwarned');
  }
}
