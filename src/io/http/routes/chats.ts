import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Refusal } from '../../../app/api/ports.ts';
import {
  dateOrders,
  type ListedChat,
  mostChats,
  type StoredChat,
  toListedChat,
} from '../../../app/chats/ports.ts';
import { summarize } from '../../../app/summarize.ts';
import { numberSettings } from '../../../core/settings.ts';
import { isZone } from '../../../core/time.ts';
import { parseSinceWords } from '../../../core/time-words.ts';
import type { ApiEnv } from '../authenticate.ts';
import { answerJob } from '../job-answer.ts';
import type { JobResult } from '../jobs/job.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toProblem } from '../problem.ts';
import { chatParams, idempotencyHeader, summarizeBody, waitQuery } from '../schemas/requests.ts';
import { toInvalid } from '../validation.ts';
import { jobProblems, jobResponses, problem } from './responses.ts';

/** The messages of a chat have no address, so its summaries list their sources. */
const referencesOfChat = true;

const tooManyChats = `The owner of this token has ${mostChats} imported chats, the limit. Delete one first.`;

const zone = z.string().max(100).refine(isZone, 'must be an IANA time zone, such as Europe/Berlin');

const importQuery = z.object({
  chat: z
    .string()
    .regex(/^[\w@.-]{1,100}$/, 'must be 1 to 100 letters, digits, @, ., - or _')
    .openapi({ description: 'An id of your choice. To add a later export of the same chat, use it again.' }),
  name: z.string().min(1).max(200).default('chat.txt').openapi({ description: 'The name of the file.' }),
  zone: zone.openapi({ description: 'The time zone of the phone that made the export.' }),
  retention_days: z.coerce.number().int().min(1).max(numberSettings.retentionDays.max).optional().openapi({
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

/** Imported chats of the token's owner: nobody else can read them. */
export function chatRoutes({ chats, importChat, jobs, source, writers, newId, now, log }: HttpParts) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.use('/whatsapp/*', async (context, next) => {
    if (context.get('caller').channelIds === undefined) return next();
    throw new ProblemError(
      toProblem(
        404,
        'not_found',
        'This token is limited to channels. Create one without --channel for chats.',
      ),
    );
  });
  const find = async (ownerId: string, id: string): Promise<StoredChat> => {
    const chat = await chats.get(ownerId, id);
    if (chat !== null) return chat;
    throw new ProblemError(
      toProblem(404, 'not_found', 'There is no such chat, or it has expired. Import it again.'),
    );
  };

  app.openapi(
    createRoute({
      method: 'post',
      path: '/whatsapp/chats',
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
        201: { description: 'The chat.', content: { 'application/json': { schema: importedSchema } } },
        ...jobProblems,
        409: problem(`The token’s owner has ${mostChats} chats, and this would be another.`),
      },
    }),
    async context => {
      const { userId } = context.get('caller');
      const asked = context.req.valid('query');
      const bytes = Buffer.from(await context.req.arrayBuffer());
      const options = {
        zone: asked.zone,
        ...(asked.date_order && { dateOrder: asked.date_order }),
        signal: context.req.raw.signal,
      };
      const { conversation, counts, problems } = await importChat(bytes, asked.name, options);
      const stored = await chats.put(userId, asked.chat, conversation, now(), asked.retention_days);
      if (stored === null) throw new ProblemError(toProblem(409, 'too_many_chats', tooManyChats));
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
    createRoute({
      method: 'get',
      path: '/whatsapp/chats',
      summary: 'List imported chats',
      tags: ['Chats'],
      responses: {
        200: {
          description: 'All imported chats.',
          content: { 'application/json': { schema: z.object({ chats: z.array(chatSchema) }) } },
        },
        ...jobProblems,
      },
    }),
    async context => {
      const all = await chats.list(context.get('caller').userId);
      return context.json({ chats: all.map(toChatDocument) }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path: '/whatsapp/chats/{chat}',
      summary: 'Delete an imported chat',
      tags: ['Chats'],
      request: { params: chatParams },
      responses: { 204: { description: 'Deleted.' }, ...jobProblems },
    }),
    async context => {
      const { userId } = context.get('caller');
      const { id } = await find(userId, context.req.valid('param').chat);
      await chats.remove(userId, id);
      return context.body(null, 204);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/whatsapp/chats/{chat}/opt-outs',
      summary: 'Leave out what a person wrote in a chat, now and in later imports',
      tags: ['Chats'],
      request: {
        params: chatParams,
        body: {
          required: true,
          content: {
            'application/json': {
              schema: z.object({ author: z.string().min(1).max(200), opted_out: z.boolean().default(true) }),
            },
          },
        },
      },
      responses: { 204: { description: 'Done.' }, ...jobProblems },
    }),
    async context => {
      const { userId } = context.get('caller');
      const { conversation, id } = await find(userId, context.req.valid('param').chat);
      const { author, opted_out: isOptedOut } = context.req.valid('json');
      const written = conversation.messages.find(each => [each.author.id, each.author.name].includes(author));
      await chats.setOptedOut(userId, id, written?.author.id ?? author, isOptedOut);
      return context.body(null, 204);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/whatsapp/chats/{chat}/summarize',
      summary: 'Summarize an imported chat',
      description:
        'The summary is stored as long as the chat, for its owner only. It is deleted with the chat, and loses the claims of people who opt out.',
      tags: ['Chats'],
      request: {
        params: chatParams,
        query: waitQuery,
        headers: idempotencyHeader,
        body: { content: { 'application/json': { schema: summarizeBody } } },
      },
      responses: jobResponses,
    }),
    async context => {
      const caller = context.get('caller');
      const { guildId, userId } = caller;
      const { conversation, id } = await find(userId, context.req.valid('param').chat);
      const { since, messages, detail, language, focus } = summarizeBody.parse(context.req.valid('json'));
      const request = {
        detail,
        ...(language !== undefined && { language }),
        ...(focus !== undefined && { focus }),
      };
      const newest = conversation.messages.at(-1)?.time ?? now();
      const from = since === undefined ? undefined : parseSinceWords(since, newest, 'UTC');
      if (from === null)
        throw new ProblemError(
          toProblem(400, 'invalid', '"since" is not a time, such as "2 days ago" or "2026-03-09".'),
        );
      const read = messages === undefined ? conversation.messages : conversation.messages.slice(-messages);
      const key = context.req.valid('header')['idempotency-key'];
      const job = await jobs.start(
        { caller, references: referencesOfChat, key, content: ['chat', id, since, messages, request] },
        (onProgress, signal) =>
          source.countRun<JobResult | Refusal>(caller, async onRead => {
            onRead();
            onProgress({ messagesRead: read.length, claims: 0, judging: false });
            const summary = await summarize(
              { ...conversation, messages: read },
              {
                ...request,
                zone: 'UTC',
                window: from === undefined ? {} : { from },
                payer: { guildId, personId: userId, channelId: null, feature: 'api' },
              },
              {
                ...writers,
                newId,
                log,
                onVerified: ({ verified, judging }) =>
                  onProgress({ messagesRead: read.length, claims: verified, judging }),
              },
              signal,
            );
            return (await chats.putSummary(userId, id, summary))
              ? { ok: true, summaryId: summary.id }
              : { ok: false, reason: 'not_found', detail: 'The chat was deleted in the meantime.' };
          }),
      );
      return (await answerJob(context, job, context.req.valid('query'), source)) as never;
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
