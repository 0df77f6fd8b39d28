import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ApiSource, Caller, Refusal } from '../../../app/api-ports.ts';
import type { ChatStore, StoredChat } from '../../../app/chats/ports.ts';
import { selectRange } from '../../../app/select-range.ts';
import { summarize } from '../../../app/summarize.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { JobResult } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toInvalid, toProblem, toRefusalProblem } from '../problem.ts';
import { chatParams, idempotencyHeader, summarizeBody, waitQuery } from '../requests.ts';
import { answerJob, jobResponses } from '../responses.ts';

/** The messages of a chat have no address, so its summaries list their sources. */
const referencesOfChat = true;

/** Summaries of imported chats. */
export function chatSummaryRoutes({ chats, jobs, source, writers, newId, log }: HttpParts) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
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
      await requireOwner(source, caller);
      const { conversation, id } = await findChat(chats, userId, context.req.valid('param').chat);
      const { since, messages, detail, language, focus } = summarizeBody.parse(context.req.valid('json'));
      const request = {
        detail,
        ...(language !== undefined && { language }),
        ...(focus !== undefined && { focus }),
      };
      const { conversation: read, window } = await selectRange(conversation, { messages, since }, 'UTC');
      const messagesRead = read.messages.length;
      const key = context.req.valid('header')['idempotency-key'];
      const job = await jobs.start(
        { caller, references: referencesOfChat, key, content: ['chat', id, since, messages, request] },
        (onProgress, signal) =>
          source.countRun<JobResult | Refusal>(caller, async onRead => {
            onRead();
            onProgress({ messagesRead, claims: 0, judging: false });
            const summary = await summarize(
              read,
              {
                ...request,
                zone: 'UTC',
                window,
                payer: { guildId, personId: userId, channelId: null, feature: 'api' },
              },
              {
                ...writers,
                newId,
                log,
                onVerified: ({ verified, judging }) =>
                  onProgress({ messagesRead, claims: verified, judging }),
              },
              signal,
            );
            const refusal = await source.checkOwner(caller);
            if (refusal !== null) return refusal;
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

/** Chats belong to a person, so tokens that are limited to channels reach none. */
export const refuseLimitedTokens: MiddlewareHandler<ApiEnv> = async (context, next) => {
  if (context.get('caller').channelIds === undefined) return next();
  throw new ProblemError(
    toProblem(404, 'not_found', 'This token is limited to channels. Create one without --channel for chats.'),
  );
};

/** For requests that cost the server something and read no channel, so that no channel permission limits them. */
export async function requireOwner(source: Pick<ApiSource, 'checkOwner'>, caller: Caller): Promise<void> {
  const refusal = await source.checkOwner(caller);
  if (refusal !== null) throw new ProblemError(toRefusalProblem(refusal));
}

export async function findChat(
  chats: Pick<ChatStore, 'get'>,
  ownerId: string,
  id: string,
): Promise<StoredChat> {
  const chat = await chats.get(ownerId, id);
  if (chat !== null) return chat;
  throw new ProblemError(
    toProblem(404, 'not_found', 'There is no such chat, or it has expired. Import it again.'),
  );
}
