import type { MarkupNames } from '../../../core/conversation/discord/markup.ts';
import { toDisplayName } from './discord-message.ts';
import type { DiscordHeader, DiscordRecord } from './discord-record.ts';

/** Collects the names in an export by id: authors, mentioned people, their roles, the channel. */
export function gatherNames(records: Iterable<DiscordRecord>, { channel }: DiscordHeader): MarkupNames {
  const users = new Map<string, string>();
  const roles = new Map<string, string>();
  const channels = new Map<string, string>();
  for (const record of records) {
    for (const user of [...(record.mentions ?? []), record.author]) {
      users.set(user.id, toDisplayName(user));
      for (const role of user.roles ?? []) if (role.name) roles.set(role.id, role.name);
    }
  }
  if (channel) channels.set(channel.id, channel.name);
  return {
    user: id => users.get(id),
    role: id => roles.get(id),
    channel: id => channels.get(id),
  };
}
