import { z } from 'zod';
import { hideText, withoutSpoilerMarks } from '../../../core/conversation/spoilers.ts';
import { instantField } from '../records/instants.ts';
import { maxCharacters, textField } from '../records/text-field.ts';

// The layout of result.json, as Telegram Desktop writes it; fields that no message needs are left out.

const words = textField.nullish().catch(null);
const id = z.union([z.int(), z.string().min(1)], 'a number').transform(String);
const time = instantField(textField, 'a time such as "2026-03-09T14:32:00"');
/** Text is a string, or a list of strings and of objects for links, mentions and styles. */
const text = z
  .union(
    [z.string(), z.array(z.union([z.string(), z.object({ text: z.string() }).loose()]))],
    'a text or a list',
  )
  .transform(value =>
    typeof value === 'string'
      ? withoutSpoilerMarks(value)
      : value.map(part => (typeof part === 'string' ? withoutSpoilerMarks(part) : toPart(part))).join(''),
  )
  .refine(
    value => value.length <= maxCharacters,
    `at most ${maxCharacters.toLocaleString('en-US')} characters long`,
  );

/** A link behind words is written out, and a spoiler marked, as in messages of other sources. */
function toPart(part: { readonly text: string; readonly [key: string]: unknown }): string {
  const { href, type } = part;
  if (type === 'spoiler') return part.text.trim() === '' ? part.text : hideText(part.text);
  const text = withoutSpoilerMarks(part.text);
  return type === 'text_link' && typeof href === 'string' ? `${text} (${href})` : text;
}

/** One message of an export. */
export const telegramRecord = z.object(
  {
    id,
    type: z.string('"message" or "service"'),
    date: time,
    date_unixtime: z
      .string()
      .regex(/^\d{1,12}$/)
      .nullish()
      .catch(null),
    edited: time.nullish().catch(null),
    from: words,
    from_id: words,
    actor: words,
    text: text.nullish(),
    reply_to_message_id: id.nullish().catch(null),
    /** Names another chat, in which the answered message is. */
    reply_to_peer_id: z.unknown().optional(),
    forwarded_from: z.unknown().optional(),
    saved_from: z.unknown().optional(),
    via_bot: words,
    file: words,
    file_name: words,
    photo: words,
    media_type: words,
    sticker_emoji: words,
    poll: z
      .object({
        question: textField,
        answers: z.array(z.object({ text: textField, voters: z.int().nullish().catch(null) })),
      })
      .nullish()
      .catch(null),
    reactions: z
      .array(z.object({ emoji: words, count: z.int() }))
      .nullish()
      .catch(null),
  },
  'an object with "id", "type" and "date"',
);

export type TelegramRecord = z.infer<typeof telegramRecord>;

const types = 'personal_chat|bot_chat|saved_messages|(?:private|public)_(?:group|supergroup|channel)';

/** An export of one chat. */
export const telegramHeader = z.object({
  name: z.string().nullish().catch(null),
  type: z.string().regex(new RegExp(`^(?:${types})$`)),
  id: id.nullish().catch(null),
});
