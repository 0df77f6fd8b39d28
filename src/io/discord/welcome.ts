import { AuditLogEvent, type Client, Events, type Guild, PermissionFlagsBits } from 'discord.js';
import type { Logger } from '../../log.ts';
import { toWelcome } from '../../render/embed/help.ts';
import { toTexts } from '../../render/texts.ts';
import { noMentions } from './components.ts';
import { postOnce } from './summarize/send-message.ts';

/** Sends what `/help` says to the person who added the bot to a server. The log has it if that fails. */
export function welcomeNewServers(client: Client<true>, log: Logger): void {
  // discord.js reports servers that were only unavailable as another event.
  client.on(Events.GuildCreate, guild => {
    void welcome(guild).catch((error: unknown) =>
      log.warn({ guild: guild.id, name: error instanceof Error ? error.name : '' }, 'welcome-failed'),
    );
  });
}

async function welcome(guild: Guild): Promise<void> {
  const direct = await guild.client.users.createDM(await findInviterId(guild));
  const content = toWelcome(toTexts(guild.preferredLocale), guild.name);
  await postOnce(direct, { content, allowedMentions: noMentions }, `welcome:${guild.joinedTimestamp}`);
}

/** The person who added the bot, where it may read the audit log, which alone names them; else the server's owner. */
async function findInviterId(guild: Guild): Promise<string> {
  if (!guild.members.me?.permissions.has(PermissionFlagsBits.ViewAuditLog)) return guild.ownerId;
  const { entries } = await guild.fetchAuditLogs({ type: AuditLogEvent.BotAdd, limit: 10 });
  const added = entries.find(({ targetId }) => targetId === guild.client.user.id);
  return added?.executorId ?? guild.ownerId;
}
