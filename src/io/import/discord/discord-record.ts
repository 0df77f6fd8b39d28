import { z } from 'zod';
import { instantField } from '../records/instants.ts';
import { textField } from '../records/text-field.ts';

// The layout of DiscordChatExporter's JsonMessageWriter, without fields that we do not use.

const optionalWords = textField.nullish();
const id = z.string('an id in quotes').min(1, 'an id in quotes');
const flag = z.boolean('true or false').nullish();
const listOf = <T extends z.ZodType>(element: T) => z.array(element, 'a list').nullish();
const time = instantField(textField, 'a time such as "2026-03-09T14:32:00+00:00"');

const named = z.object({ id, name: optionalWords }, 'an object with "id" and "name"');
const user = z.object(
  { id, name: optionalWords, nickname: optionalWords, isBot: flag, roles: listOf(named) },
  'an object with "id" and "name"',
);

const attachment = z.object({ fileName: textField }, 'an object with "fileName"');
const sticker = z.object({ name: textField }, 'an object with "name"');
const embed = z.object(
  {
    title: optionalWords,
    url: optionalWords,
    description: optionalWords,
    author: z.object({ name: optionalWords }, 'an object').nullish(),
    fields: listOf(z.object({ name: optionalWords, value: optionalWords }, 'an object')),
  },
  'an object',
);
const reaction = z.object(
  {
    emoji: z.object({ name: optionalWords, code: optionalWords }, 'an object with "name"'),
    count: z.int('a whole number'),
  },
  'an object with "emoji" and "count"',
);

const body = {
  content: optionalWords,
  attachments: listOf(attachment),
  embeds: listOf(embed),
  stickers: listOf(sticker),
};

/** One message of a DiscordChatExporter JSON export. */
export const discordRecord = z.object(
  {
    ...body,
    id,
    type: z.union([z.string(), z.number()], 'a message type such as "Default"').nullish(),
    timestamp: time,
    timestampEdited: time.nullish(),
    author: user,
    reactions: listOf(reaction),
    mentions: listOf(user),
    reference: z
      .object({ type: optionalWords, messageId: optionalWords, channelId: optionalWords }, 'an object')
      .nullish(),
    forwardedMessage: z.object(body, 'an object').nullish(),
  },
  'an object with "id", "timestamp", "author" and "content"',
);

export type DiscordRecord = z.infer<typeof discordRecord>;
export type DiscordUser = z.infer<typeof user>;
export type DiscordBody = Pick<DiscordRecord, keyof typeof body>;

/** The fields of an export about its source. */
export const discordHeader = z.object({
  guild: z.object({ id: z.string() }).nullish().catch(null),
  channel: z
    .object({
      id: z.string(),
      name: z.string(),
      type: z.union([z.string(), z.number()]).nullish(),
      categoryId: z.string().nullish(),
      category: z.string().nullish(),
    })
    .nullish()
    .catch(null),
});

export type DiscordHeader = z.infer<typeof discordHeader>;
