import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import type { MarkupNames } from '../../../core/conversation/discord.ts';
import { UserError } from '../../../errors.ts';
import { checkRecords, toSkippedNotices } from '../records/record-check.ts';
import { toRawRecords } from '../records/record-list.ts';
import { toDisplayName, toMessage } from './discord-message.ts';
import { toDiscordPlace } from './discord-place.ts';
import { type DiscordHeader, type DiscordRecord, discordHeader, discordRecord } from './discord-record.ts';

type DiscordExport = { readonly messages: readonly unknown[] };

/** Whether a parsed file is an export of DiscordChatExporter and no other kind of conversation. */
export function isDiscordExport(value: object): value is DiscordExport {
  if (!('messages' in value) || !Array.isArray(value.messages)) return false;
  if ('guild' in value || 'channel' in value) return true;
  const first: unknown = value.messages[0];
  return typeof first === 'object' && first !== null && 'timestamp' in first && 'author' in first;
}

/** Reads a well-formed export. */
export function readDiscordExport(value: DiscordExport, text: string, fileName: string): ReadResult {
  const header = discordHeader.parse(value);
  const place = toDiscordPlace(header, fileName);
  const records = toRawRecords(value.messages, text, 'messages');
  const { sound, skipped } = checkRecords(records, discordRecord);
  const notices = toSkippedNotices(fileName, skipped);
  if (sound.length === 0) throw new UserError('no_messages', toEmptyWords(fileName, notices));
  const names = gatherNames(
    sound.map(({ value: record }) => record),
    header,
  );
  return {
    conversation: {
      source: place.source,
      messages: sound.map(({ value: record }) => toMessage(record, place, names)),
      unreadable: skipped.length,
    },
    notices,
  };
}

function toEmptyWords(fileName: string, notices: readonly ReadNotice[]): string {
  if (notices.length > 0) return `${fileName} contains no readable message. ${notices.join(' ')}`;
  return `${fileName} is a DiscordChatExporter export without messages. Export the channel again with a wider --after and --before.`;
}

/** Collects the names in an export by id: authors, mentioned people, their roles, the channel. */
function gatherNames(records: Iterable<DiscordRecord>, { channel }: DiscordHeader): MarkupNames {
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
