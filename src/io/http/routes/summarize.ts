import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { RequestRefused, type SourceResult } from '../../../app/api-ports.ts';
import type { ChatStore, StoredChat } from '../../../app/chats-ports.ts';
import { messagesSearched } from '../../../app/engine-request.ts';
import { selectRange } from '../../../app/select-range.ts';
import { summarize } from '../../../app/summarize.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { ApiJob, ApiJobWork } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toInvalid } from '../problem.ts';
import {
  askBody,
  channelParams,
  chatParams,
  idempotencyHeader,
  summarizeBody,
  waitQuery,
} from '../requests.ts';
import { answerJob, jobResponses, jsonBody, tokenRoute } from '../responses.ts';

/** What each request that starts a job has beside its body. */
export const jobRequest = { query: waitQuery, headers: idempotencyHeader } as const;

type JobRequestValues = {
  readonly query: z.output<typeof waitQuery>;
  readonly header: z.output<typeof idempotencyHeader>;
};

/** Starts a job, or finds that of the same `Idempotency-Key`, and answers with it or its result. */
export async function answerWithJob(
  context: Context<ApiEnv, string, { out: JobRequestValues }>,
  { jobs, source }: Pick<HttpParts, 'jobs' | 'source'>,
  request: Pick<ApiJob, 'references'> & { readonly content: unknown },
  work: ApiJobWork,
): Promise<never> {
  const key = context.req.valid('header')['idempotency-key'];
  const job = await jobs.start({ ...request, caller: context.get('caller'), key }, work);
  return (await answerJob(context, job, context.req.valid('query'), { jobs, source })) as never;
}

export function summarizeRoutes(parts: HttpParts) {
  const { chats, source, writers, newId, log } = parts;
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  const body = { content: { 'application/json': { schema: summarizeBody } } };
  app.openapi(
    tokenRoute('post', '/discord/channels/{channelId}/summarize', {
      summary: 'Summarize a channel or thread',
      description:
        'Reads what the token’s owner may read now. References are left out unless ?references=true.',
      tags: ['Summaries'],
      request: { ...jobRequest, params: channelParams, body },
      responses: jobResponses,
    }),
    context => {
      const caller = context.get('caller');
      const { channelId } = context.req.valid('param');
      // A request may have no body, which is not validated.
      const request = { channelId, ...summarizeBody.parse(context.req.valid('json')) };
      // Consumers of flat lists expect claims of a channel as plain texts.
      const job = { references: false, content: ['summarize', request] };
      return answerWithJob(context, parts, job, (onProgress, signal) =>
        source.summarize(caller, request, onProgress, signal),
      );
    },
  );
  app.openapi(
    tokenRoute('post', '/ask', {
      summary: 'Ask about a channel or thread',
      description:
        'The claims of the result answer the question. If nobody said it, `engine.reason` is `unanswered`, and the claims are the nearest quotes.',
      tags: ['Summaries'],
      request: { ...jobRequest, body: jsonBody(askBody) },
      responses: jobResponses,
    }),
    context => {
      const caller = context.get('caller');
      const { channel_id: channelId, messages = messagesSearched, ...asked } = context.req.valid('json');
      const request = { channelId, messages, ...asked, detail: 'brief' as const };
      const job = { references: null, content: ['ask', request] };
      return answerWithJob(context, parts, job, (onProgress, signal) =>
        source.summarize(caller, request, onProgress, signal),
      );
    },
  );
  app.openapi(
    tokenRoute('post', '/whatsapp/chats/{chat}/summarize', {
      summary: 'Summarize an imported chat',
      description:
        'The summary is stored as long as the chat, for its owner only. It is deleted with the chat, and loses the claims of people who opt out.',
      tags: ['Chats'],
      request: { ...jobRequest, params: chatParams, body },
      responses: jobResponses,
    }),
    async context => {
      const caller = context.get('caller');
      const { guildId, userId } = caller;
      await source.checkOwner(caller);
      const { conversation, id } = await findChat(chats, userId, context.req.valid('param').chat);
      const { since, messages, ...asked } = summarizeBody.parse(context.req.valid('json'));
      const { conversation: read, window } = await selectRange(conversation, { messages, since }, 'UTC');
      const payer = { guildId, personId: userId, channelId: null, feature: 'api' } as const;
      const messagesRead = read.messages.length;
      // The messages of a chat have no address, so its summaries list their sources.
      const job = { references: true, content: ['chat', id, since, messages, asked] };
      return answerWithJob(context, parts, job, (onProgress, signal) =>
        source.countRun<SourceResult>(caller, async onRead => {
          onRead();
          onProgress({ messagesRead, claims: 0, judging: false });
          const summary = await summarize(
            read,
            { ...asked, zone: 'UTC', window, payer },
            {
              ...{ ...writers, newId, log },
              onVerified: ({ verified, judging }) => onProgress({ messagesRead, claims: verified, judging }),
            },
            signal,
          );
          await source.checkOwner(caller);
          if (await chats.putSummary(userId, id, summary)) return { stored: { summary } };
          throw new RequestRefused('not_found', 'The chat was deleted in the meantime.');
        }),
      );
    },
  );
  return app;
}

async function findChat(chats: Pick<ChatStore, 'get'>, ownerId: string, id: string): Promise<StoredChat> {
  const chat = await chats.get(ownerId, id);
  if (chat !== null) return chat;
  throw noChat();
}

export function noChat(): ProblemError {
  return new ProblemError([404, 'not_found', 'There is no such chat, or it has expired. Import it again.']);
}
