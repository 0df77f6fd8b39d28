import { toUtcWords } from '../time.ts';
import { markSpoilers } from './spoilers.ts';
import type { EmbedWords } from './text.ts';

/** Types of messages that people or bots write, by Discord's names and numbers; Discord itself makes all others. */
const saidTypes: ReadonlySet<string> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  '0',
  '19',
  '20',
  '23',
]);

const replyTypes: ReadonlySet<string> = new Set(['Reply', '19']);

/** Whether a message of this type was written, rather than made by Discord. */
export function isWritten(type: string | number): boolean {
  return saidTypes.has(String(type));
}

type Reference = {
  readonly messageId?: string | null | undefined;
  readonly channelId?: string | null | undefined;
};

/** The message that one of this type replies to in channel `here`. Crossposts and pins refer to one without replying. */
export function toReplyTarget(
  type: string | number,
  { messageId, channelId }: Reference,
  here: string | undefined,
): string | null {
  if (!messageId || !isWritten(type)) return null;
  const sameChannel = !channelId || channelId === here;
  return replyTypes.has(String(type)) || sameChannel ? messageId : null;
}

/** The address that opens a message on Discord; undefined if an id is invalid. Direct messages have no guild. */
export function toMessageUrl(guild: string | null, channel: string, message: string): string | undefined {
  const isId = (id: string) => /^\d{1,20}$/.test(id);
  const addressable = (guild === null || isId(guild)) && isId(channel) && isId(message);
  return addressable ? `https://discord.com/channels/${guild ?? '@me'}/${channel}/${message}` : undefined;
}

const messageLink =
  /https?:\/\/(?:www\.|ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(\d{15,20})\/(\d{15,20})\/(\d{15,20})(?!\d)/gi;

export type MessageLink = {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
};

/** The links to messages of servers in a text, in their order, each once. */
export function findMessageLinks(text: string): readonly MessageLink[] {
  const found = [...text.matchAll(messageLink)].map(([, guildId = '', channelId = '', messageId = '']) => ({
    guildId,
    channelId,
    messageId,
  }));
  return [...new Map(found.map(each => [each.messageId, each])).values()];
}

type Optional = string | null | undefined;

export type EmbedRecord = {
  readonly title?: Optional;
  readonly url?: Optional;
  readonly description?: Optional;
  readonly author?: { readonly name?: Optional } | null | undefined;
  readonly fields?: readonly { readonly name?: Optional; readonly value?: Optional }[] | null | undefined;
};

/** The words of embeds: all of a bot's. A person's are previews of links: only titles count, once, unless the message says the same. */
export function toEmbedsWords(
  embeds: readonly EmbedRecord[],
  content: string,
  bot: boolean,
  names: MarkupNames,
): readonly EmbedWords[] {
  if (!bot) return toPreviews(embeds, content, names);
  return embeds.map(embed => ({
    title: toPlainWords([embed.author?.name, embed.title].filter(Boolean).join(': '), names),
    description: toPlainWords(embed.description ?? '', names),
    fields: (embed.fields ?? []).map(field => ({
      name: toPlainWords(field.name ?? '', names),
      value: toPlainWords(field.value ?? '', names),
    })),
  }));
}

function toPreviews(
  embeds: readonly EmbedRecord[],
  content: string,
  names: MarkupNames,
): readonly EmbedWords[] {
  const titles = embeds
    .filter(({ url }) => !(url && content.includes(url.replace(/\/$/, ''))))
    .map(({ title }) => toPlainWords(title ?? '', names))
    .filter(title => title !== '' && !content.includes(title));
  return [...new Set(titles)].map(title => ({ title, description: '', fields: [] }));
}

/** Looks up the display names behind Discord ids; undefined where the name is unknown. */
export type MarkupNames = {
  readonly user: (id: string) => string | undefined;
  readonly role: (id: string) => string | undefined;
  readonly channel: (id: string) => string | undefined;
};

const markup =
  /<(?:(@[!&]?|#)(\d{1,20})|a?:(\w{1,32}):\d{1,20}|t:(-?\d{1,13})(?::[a-zA-Z])?|\/([^:<>]{1,100}):\d{1,20})>/g;

/** Renders mentions, channels, emoji and timestamps as names, and marks spoilers. */
export function toPlainWords(content: string, names: MarkupNames): string {
  return markSpoilers(content).replace(
    markup,
    (whole, sigil?: string, id = '', emoji?: string, seconds?: string, command?: string) => {
      if (emoji !== undefined) return `:${emoji}:`;
      if (seconds !== undefined) return toUtcWords(Number(seconds)) ?? whole;
      if (command !== undefined) return `/${command}`;
      if (sigil === '#') return `#${names.channel(id) ?? 'unknown-channel'}`;
      if (sigil === '@&') return `@${names.role(id) ?? 'unknown-role'}`;
      return `@${names.user(id) ?? 'member'}`;
    },
  );
}

const families = [
  ['image', /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|svg)$/i],
  ['video', /\.(?:mp4|mov|webm|mkv)$/i],
  ['audio', /\.(?:mp3|m4a|ogg|opus|wav|flac)$/i],
] as const;

/** What a file is by its name: only the family of its type counts. */
export function toMediaType(fileName: string): string {
  const family = families.find(([, endings]) => endings.test(fileName))?.[0];
  return family === undefined ? 'application/octet-stream' : `${family}/*`;
}
