import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import { UserError } from '../../../errors.ts';
import { checkRecords, toSkippedNotices } from '../records/record-check.ts';
import { toRawRecords } from '../records/record-list.ts';
import { toMessage } from './discord-message.ts';
import { gatherNames } from './discord-names.ts';
import { toDiscordPlace } from './discord-place.ts';
import { discordHeader, discordRecord } from './discord-record.ts';

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
