import { z } from 'zod';
import { textField } from '../records.ts';
import { instantField } from '../times.ts';

const idExpectation = 'a text or a whole number';
const id = z.union([z.string().min(1), z.int()], idExpectation).transform(String);
const filledText = (expected: string) => z.string(expected).regex(/\S/, expected);
const flag = z.boolean('true or false').nullish();

const authorExpectation = 'a name, or an object with a "name"';
const author = z.union(
  [
    z
      .string()
      .regex(/\S/)
      .transform(name => ({ id: null, name, bot: null })),
    z.object({ id: id.nullish(), name: z.string().regex(/\S/), bot: flag }),
  ],
  authorExpectation,
);

const timeExpectation = 'an ISO date such as "2026-03-09T14:32:00Z" or a Unix time';
const time = instantField(z.union([z.string(), z.number()], timeExpectation), timeExpectation);

const attachment = z.union(
  [
    z.string().transform(name => ({ name })),
    z.object({ name: filledText('a file name'), type: z.string().nullish() }),
  ],
  'a file name, or an object with a "name"',
);

const count = z.int('a whole number').nonnegative('a whole number');
const reactions = z.union(
  [
    z
      .record(z.string(), count)
      .transform(counts => Object.entries(counts).map(([name, count]) => ({ name, count }))),
    z.array(z.object({ name: filledText('an emoji'), count })),
  ],
  'counts by emoji such as {"👍": 2}, or a list of {"name", "count"}',
);

const place = z.union(
  [
    id.transform(name => ({ id: name, title: name })),
    z.object({ id, title: z.string().nullish() }).transform(({ id, title }) => ({ id, title: title || id })),
  ],
  'a name, or an object with "id" and "title"',
);

/** One message of a JSON Lines file. */
export const jsonLinesRecord = z.object(
  {
    author,
    time,
    text: textField,
    id: id.nullish(),
    reply_to: id.nullish(),
    author_id: id.nullish(),
    bot: flag,
    edited: z.union([z.boolean(), time], `true, false or ${timeExpectation}`).nullish(),
    url: z.unknown().optional(),
    attachments: z.array(attachment, 'a list').nullish(),
    reactions: reactions.nullish(),
    channel: place.nullish(),
    thread: place.nullish(),
  },
  'an object with "author", "time" and "text"',
);

export type JsonLinesRecord = z.infer<typeof jsonLinesRecord>;

/** The fields that every message has. */
const jsonLinesKeys = ['author', 'time', 'text'] as const;

/** A valid line, as an example for error messages. */
export const exampleLine = '{"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}';

const otherNames: Readonly<Record<(typeof jsonLinesKeys)[number], readonly string[]>> = {
  author: ['user', 'username', 'sender', 'from', 'name'],
  time: ['timestamp', 'date', 'datetime', 'created_at', 'ts'],
  text: ['content', 'message', 'body', 'msg'],
};

/** A more precise reason than `reason` for some invalid records. */
export function explain(value: unknown, field: string, reason: string): string {
  if (isConversation(value)) {
    return 'it holds a whole conversation in "messages", while each line must be one message';
  }
  if (typeof value !== 'object' || value === null || field in value) return reason;
  const key = jsonLinesKeys.find(each => each === field);
  const other = key && otherNames[key].find(name => name in value);
  return other ? `${reason} (rename "${other}" to "${field}")` : reason;
}

/** Whether an invalid record seems meant as a message: it has at least two of the fields, or other names for them. */
export function isLikeMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const found = jsonLinesKeys.filter(key => [key, ...otherNames[key]].some(name => name in value));
  return found.length >= 2;
}

/** Whether a record is a whole conversation, as in many datasets. */
export function isConversation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages);
}
