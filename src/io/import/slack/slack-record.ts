import { z } from 'zod';
import { textField } from '../records/text-field.ts';

// The layout of Slack's workspace exports; fields that no message needs are left out.

const words = textField.nullish().catch(null);

/** Seconds with a fraction that makes it the id of a message in its channel. */
const timestamp = z
  .string('a time such as "1773065520.000100"')
  .regex(/^\d{9,11}\.\d{1,6}$/, 'a time such as "1773065520.000100"');

const profile = z.object({ display_name: words, real_name: words, name: words }).nullish().catch(null);

/** One message of a day. */
export const slackRecord = z.object(
  {
    type: z.string('"message"'),
    subtype: words,
    ts: timestamp,
    thread_ts: timestamp.nullish().catch(null),
    user: words,
    username: words,
    bot_id: words,
    user_profile: profile,
    text: textField.nullish(),
    edited: z.object({ ts: timestamp }).nullish().catch(null),
    files: z
      .array(z.object({ name: words, title: words, mimetype: words }))
      .nullish()
      .catch(null),
    attachments: z
      .array(z.object({ title: words, text: words, fallback: words }))
      .nullish()
      .catch(null),
    reactions: z
      .array(z.object({ name: textField, count: z.int() }))
      .nullish()
      .catch(null),
  },
  'an object with "type" and "ts"',
);

export type SlackRecord = z.infer<typeof slackRecord>;

/** One entry of users.json. */
export const slackUser = z.object({
  id: z.string(),
  name: words,
  real_name: words,
  is_bot: z.boolean().nullish().catch(null),
  profile,
});

export type SlackUser = z.infer<typeof slackUser>;

/** One entry of channels.json, groups.json, dms.json or mpims.json. */
export const slackChannel = z.object({ id: z.string(), name: words });
