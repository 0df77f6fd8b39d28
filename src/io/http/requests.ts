import { z } from '@hono/zod-openapi';
import { details } from '../../core/claims/summary.ts';
import { longestQuestion } from '../../core/prompt/answer.ts';
import { apiFormats } from './responses.ts';

/** Of its own: a schema that was made before `@hono/zod-openapi` was loaded has no `openapi`. */
const snowflake = z.string().regex(/^\d{15,20}$/, 'must be a Discord id: 15 to 20 digits');
const flag = z.enum(['true', 'false']).transform(words => words === 'true');

const mostMessages = 50_000;

/** In UTF-16 units. */
const longestStatement = 2_000;

/** The number comes first: to say of thousands what is wrong with each would hold the event loop. */
export const statementList = z
  .array(z.unknown().meta({ type: 'string', minLength: 1, maxLength: longestStatement }))
  .min(1)
  .max(100)
  .pipe(z.array(z.string().trim().min(1).max(longestStatement)));

export const channelParams = z.object({
  channelId: snowflake.openapi({
    param: { name: 'channelId', in: 'path' },
    description: 'The id of a channel or thread.',
  }),
});

/** Clients leave "." and ".." out of addresses. */
export const chatId = /^(?!\.{1,2}$)[\w@.-]{1,100}$/;

export const chatParams = z.object({
  chat: z
    .string()
    .regex(chatId, 'must be the id of a chat')
    .openapi({ param: { name: 'chat', in: 'path' } }),
});

export const idParams = z.object({
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be an id')
    .openapi({ param: { name: 'id', in: 'path' } }),
});

export const documentQuery = z.object({
  format: z
    .enum(apiFormats)
    .optional()
    .openapi({ description: 'Overrides the Accept header. Default: json.' }),
  references: flag.optional().openapi({
    type: 'boolean',
    description:
      'Whether each claim comes with the messages it cites; otherwise only its text is returned. Default: what the endpoint says, or else true for json and html, and false for markdown and plain.',
  }),
});

export const waitQuery = documentQuery.extend({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .optional()
    .openapi({ description: 'How many seconds to wait for the result before answering 202. Default: 0.' }),
});

export const range = {
  messages: z.number().int().min(1).max(mostMessages).optional().openapi({
    description:
      'How many of the newest messages to read. Default: all since `since`; without it, 100 of a channel, and all of an imported chat or a `conversation`.',
  }),
  since: z.string().min(1).max(200).optional().openapi({
    description:
      'A time in words, such as "2 hours ago", or a link to a message of the channel. In an imported chat or a `conversation`, counted back from its newest message.',
  }),
};

export const summarizeBody = z
  .strictObject({
    detail: z.enum(details).default('standard'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,3}$/, 'must be a BCP 47 tag, such as de')
      .optional(),
    focus: z.string().min(1).max(300).optional(),
    ...range,
  })
  .openapi('SummarizeRequest');

/** To rank more would hold the event loop. */
const mostSearched = z.number().int().min(1).max(5_000).optional().openapi({
  description: 'How many of the newest messages to search. Default: 2,000.',
});

export const askBody = z
  .strictObject({
    question: z.string().trim().min(1).max(longestQuestion),
    channel_id: snowflake,
    language: summarizeBody.shape.language,
    since: range.since,
    messages: mostSearched,
  })
  .openapi('AskRequest');

/** Is checked where it is read. */
const record = z.unknown().openapi({
  type: 'object',
  description: 'A message: {id?, author, time, text, reply_to?, …}, as in the JSON Lines that the CLI reads.',
});

export const checkBody = z
  .strictObject({
    statements: statementList,
    channel_id: snowflake.optional(),
    ...range,
    conversation: z.array(record).optional().openapi({ minItems: 1 }),
  })
  .refine(
    ({ channel_id, conversation }) => (channel_id === undefined) !== (conversation === undefined),
    'give either channel_id or conversation',
  )
  .openapi('CheckRequest');

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional().openapi({ description: 'The `next_cursor` of the previous page.' }),
});

export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .openapi({
      description:
        'A key of your choice. A request repeated with the same key and body starts no second job.',
    }),
});
