import type { Message as DiscordMessage } from 'discord.js';
import { type MarkupNames, toPlainWords } from '../../../core/conversation/discord.ts';
import type { ReadableChannel } from '../access/places.ts';
import { toChannelContext, toMessageWords, withMentions } from '../history/message.ts';
import { type BodyRecord, toRecord } from '../history/record.ts';

/**
 * The text of a message to check, line by line: its own words, those of its embeds, which other bots use, and those of
 * its forwards. For our own summaries only the claims, without time range, sources and remarks.
 */
export function toCheckedText(message: DiscordMessage, channel: ReadableChannel): string {
  const record = toRecord(message);
  const isOurs = message.author.id === message.client.user.id;
  const forwarded = (record.message_snapshots ?? []).map(({ message: body }) => body);
  const names = withMentions(
    toChannelContext(channel).names,
    [record, ...forwarded].flatMap(({ mentions = [] }) => mentions),
  );
  return [record, ...forwarded]
    .flatMap(body => [toMessageWords(body, names), ...toEmbedTexts(body, names, isOurs)])
    .filter(text => text.trim() !== '')
    .join('\n\n');
}

function toEmbedTexts({ embeds }: BodyRecord, names: MarkupNames, isOurs: boolean): readonly string[] {
  return embeds.flatMap(({ title, description, fields }) => {
    if (isOurs) return [toPlainWords(withoutRemarks(description ?? ''), names)];
    const parts = (fields ?? []).map(({ name, value }) => toFieldText(name ?? '', value ?? ''));
    return [toHeading(title ?? ''), description ?? '', ...parts].map(part => toPlainWords(part, names));
  });
}

/** "Deadline: Friday" is a statement; above several lines, the name is a heading. */
function toFieldText(name: string, value: string): string {
  return /\n|^\s*[-*•]/.test(value) ? `${toHeading(name)}\n${value}` : `${name}: ${value}`;
}

function toHeading(title: string): string {
  return title.trim() === '' ? '' : `# ${title.replace(/\s+/g, ' ')}`;
}

/** Removes the line with the time range, and the remarks in italics after each claim. */
function withoutRemarks(description: string): string {
  return description
    .split('\n')
    .filter(line => !/<t:\d+:[ft]>/.test(line))
    .map(line => line.replace(/ \*\([^\n]*\)\*$/, ''))
    .join('\n');
}
