import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { dateOrders, type ListedChat, mostChats, toListedChat } from '../../../app/chats-ports.ts';
import { serverSettings } from '../../../core/settings.ts';
import { isZone } from '../../../core/time.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toInvalid, toProblem } from '../problem.ts';
import { chatId, chatParams } from '../requests.ts';
import { json, tokenRoute } from '../responses.ts';
import { noChat } from './summarize.ts';

const tooManyChats = `The owner of this token has ${mostChats} imported chats, the limit. Delete one first.`;

/** Its boundaries would be read as messages, and its other fields too. */
const form = toProblem(
  415,
  'form',
  'The body must be the file itself, not a form. With curl: --data-binary @chat.txt instead of -F.',
);

const zone = z.string().max(100).refine(isZone, 'must be an IANA time zone, such as Europe/Berlin');

const importQuery = z.object({
  chat: z
    .string()
    .regex(chatId, 'must be 1 to 100 letters, digits, @, ., - or _, and not only one or two dots')
    .openapi({ description: 'An id of your choice. To add a later export of the same chat, use it again.' }),
  name: z.string().min(1).max(200).default('chat.txt').openapi({ description: 'The name of the file.' }),
  zone: zone.openapi({ description: 'The time zone of the phone that made the export.' }),
  retention_days: z.coerce.number().int().min(1).max(serverSettings.retentionDays.max).optional().openapi({
    description: 'How many days to keep the chat after this import; never longer than summaries.',
  }),
  date_order: z
    .enum(dateOrders)
    .optional()
    .openapi({ description: 'Needed if the dates can be read in two ways.' }),
});

const chatSchema = z
  .object({
    chat: z.string(),
    title: z.string(),
    imported_at: z.string().openapi({ format: 'date-time' }),
    message_count: z.number().int(),
    links: z.object({ summarize: z.string() }),
  })
  .openapi('Chat');

const importedSchema = chatSchema
  .extend({
    file: z.object({
      messages: z.number().int(),
      people: z.number().int(),
      omitted: z.array(z.object({ reason: z.string(), count: z.number().int() })),
      problems: z.array(z.string()).openapi({ description: 'What could not be read, in sentences.' }),
    }),
  })
  .openapi('ImportedChat');

/** Chats and digests belong to a person, so tokens that are limited to channels reach none. */
export const refuseLimitedTokens: MiddlewareHandler<ApiEnv> = async (context, next) => {
  if (context.get('caller').channelIds === undefined) return next();
  throw new ProblemError([
    404,
    'not_found',
    'This token is limited to channels. Create one without --channel for this.',
  ]);
};

/** Imported chats of the token's owner: nobody else can read them. */
export function chatRoutes(parts: HttpParts) {
  const { chats, importChat, source, now } = parts;
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.openapi(
    tokenRoute('post', '/whatsapp/chats', {
      summary: 'Import an exported chat',
      description:
        'The body is the file: WhatsApp .txt or .zip, or any other format that the CLI reads. Phone numbers are masked. A later export of the same chat replaces the messages of the period it covers.',
      tags: ['Chats'],
      request: {
        query: importQuery,
        body: {
          content: {
            'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) },
            'text/plain': { schema: z.string() },
            'application/zip': { schema: z.string().openapi({ format: 'binary' }) },
          },
        },
      },
      responses: {
        201: json(importedSchema, 'The chat.'),
      },
    }),
    async context => {
      const caller = context.get('caller');
      const { userId } = caller;
      if (/^multipart\//i.test(context.req.header('content-type') ?? '')) throw new ProblemError(form);
      await source.checkOwner(caller);
      const asked = context.req.valid('query');
      const bytes = Buffer.from(await context.req.arrayBuffer());
      const options = {
        zone: asked.zone,
        numberKey: await chats.numberKey(userId, asked.chat),
        ...(asked.date_order && { dateOrder: asked.date_order }),
        signal: context.get('ending'),
        bounds: chats.bounds,
      };
      const { conversation, counts, problems, isCut } = await importChat(bytes, asked.name, options);
      context.get('ending').throwIfAborted();
      const stored = await chats.put(userId, asked.chat, conversation, now(), {
        retentionDays: asked.retention_days,
        isCut,
      });
      if (stored === null) throw new ProblemError([409, 'too_many_chats', tooManyChats]);
      const { messages, people, omitted } = counts;
      const cut = `Only the newest ${stored.conversation.messages.length} messages of this chat are stored.`;
      const file = {
        messages,
        people,
        omitted: [...omitted],
        problems: [...problems, ...(stored.isCut ? [cut] : [])],
      };
      return context.json({ ...toChatDocument(toListedChat(stored)), file }, 201);
    },
  );
  app.openapi(
    tokenRoute('get', '/whatsapp/chats', {
      summary: 'List imported chats',
      tags: ['Chats'],
      responses: {
        200: json(z.object({ chats: z.array(chatSchema) }), 'All imported chats.'),
      },
    }),
    async context => {
      const all = await chats.list(context.get('caller').userId);
      return context.json({ chats: all.map(toChatDocument) }, 200);
    },
  );
  app.openapi(
    tokenRoute('delete', '/whatsapp/chats/{chat}', {
      summary: 'Delete an imported chat',
      tags: ['Chats'],
      request: { params: chatParams },
      responses: { 204: { description: 'Deleted.' } },
    }),
    async context => {
      const { userId } = context.get('caller');
      if (!(await chats.remove(userId, context.req.valid('param').chat))) throw noChat();
      return context.body(null, 204);
    },
  );
  return app;
}

function toChatDocument({ id, title, importedAt, messageCount }: ListedChat) {
  return {
    chat: id,
    title,
    imported_at: importedAt,
    message_count: messageCount,
    links: { summarize: `/whatsapp/chats/${encodeURIComponent(id)}/summarize` },
  };
}
