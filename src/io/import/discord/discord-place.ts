import { toMessageUrl } from '../../../core/conversation/discord.ts';
import type { Place, Source } from '../../../core/conversation/message.ts';
import { toOneLine } from '../../../core/conversation/text.ts';
import { toTitle } from '../records/title.ts';
import type { DiscordHeader } from './discord-record.ts';

/** The source of an export, and the address of each message in it. */
export type DiscordPlace = {
  readonly source: Source;
  readonly channel?: Place;
  readonly thread?: Place;
  /** The id of the exported channel or thread. */
  readonly exportedId?: string;
  readonly urlOf: (messageId: string) => string | undefined;
};

const threadType = /thread$|^1[012]$/i;
const directType = /^direct|^[13]$/i;

/** The guild id that the exporter writes for direct messages. */
const directGuild = '0';

export function toDiscordPlace({ guild, channel }: DiscordHeader, fileName: string): DiscordPlace {
  if (!channel) {
    const source: Source = { type: 'discord', title: toTitle(fileName), channelIds: [] };
    return { source: { ...source, ...toGuildId(guild?.id) }, urlOf: () => undefined };
  }
  const type = String(channel.type ?? '');
  const direct = directType.test(type) || guild?.id === directGuild;
  const name = toOneLine(channel.name);
  const guildPart = direct ? null : (guild?.id ?? '');
  const shared = {
    exportedId: channel.id,
    urlOf: (messageId: string) => toMessageUrl(guildPart, channel.id, messageId),
  };
  const base = { type: 'discord', ...toGuildId(direct ? undefined : guild?.id) } as const;
  if (threadType.test(type)) {
    const parent = channel.categoryId;
    const thread: Place = { id: channel.id, title: name };
    const source: Source = { ...base, title: name, channelIds: parent ? [parent] : [], threadId: channel.id };
    if (!parent) return { ...shared, source, thread };
    const title = `#${toOneLine(channel.category ?? '') || 'unknown-channel'}`;
    return { ...shared, source, thread, channel: { id: parent, title } };
  }
  const title = direct ? name : `#${name}`;
  return {
    ...shared,
    source: { ...base, title, channelIds: [channel.id] },
    channel: { id: channel.id, title },
  };
}

function toGuildId(id: string | undefined): { guildId?: string } {
  return id === undefined || id === directGuild ? {} : { guildId: id };
}
