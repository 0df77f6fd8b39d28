import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Refusal } from '../../../app/api-ports.ts';
import { summarize } from '../../../app/summarize.ts';
import type { ApiEnv } from '../authenticate.ts';
import { answerJob } from '../job-answer.ts';
import type { JobResult } from '../jobs/job.ts';
import type { HttpParts } from '../parts.ts';
import { chatParams, idempotencyHeader, summarizeBody, waitQuery } from '../schemas/requests.ts';
import { selectRange } from '../select-range.ts';
import { toInvalid } from '../validation.ts';
import { findChat, requireOwner } from './chat-access.ts';
import { jobResponses } from './responses.ts';

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
      const { conversation: read, window } = selectRange(conversation, { messages, since }, 'UTC');
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
