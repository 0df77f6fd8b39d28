import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Caller, ChannelRange } from '../../../app/api/ports.ts';
import { check } from '../../../app/check.ts';
import type { ApiEnv } from '../authenticate.ts';
import { answerJob } from '../job-answer.ts';
import type { ApiJobWork } from '../jobs/job.ts';
import type { HttpParts } from '../parts.ts';
import { checkBody, idempotencyHeader, waitQuery } from '../schemas/requests.ts';
import { selectRange } from '../select-range.ts';
import { toInvalid } from '../validation.ts';
import { toJobResult } from './channels.ts';
import { requireOwner } from './chat-access.ts';
import { jobResponses } from './responses.ts';

export function checkRoutes(parts: HttpParts) {
  const { source, jobs } = parts;
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/check',
      summary: 'Check statements against a channel or an uploaded conversation',
      tags: ['Check'],
      request: {
        query: waitQuery,
        headers: idempotencyHeader,
        body: { required: true, content: { 'application/json': { schema: checkBody } } },
      },
      responses: jobResponses,
    }),
    async context => {
      const caller = context.get('caller');
      const body = context.req.valid('json');
      const { channel_id: channelId, conversation, ...request } = body;
      const key = context.req.valid('header')['idempotency-key'];
      if (channelId === undefined) await requireOwner(source, caller);
      const work: ApiJobWork =
        channelId === undefined
          ? checkUpload(parts, caller, request, conversation ?? [])
          : async (onProgress, signal) =>
              toJobResult(await source.check(caller, { channelId, ...request }, onProgress, signal));
      const job = await jobs.start({ caller, references: null, key, content: ['check', body] }, work);
      return (await answerJob(context, job, context.req.valid('query'), source)) as never;
    },
  );
  return app;
}

/** Of an uploaded conversation, only the result is stored, for an hour. */
function checkUpload(
  { source, importChat, newId, judge, log }: HttpParts,
  caller: Caller,
  { statements, ...range }: Omit<ChannelRange, 'channelId'> & { readonly statements: readonly string[] },
  conversation: readonly object[],
): ApiJobWork {
  const { guildId, userId: personId } = caller;
  return (onProgress, signal) =>
    source.countRun(caller, async onRead => {
      const bytes = Buffer.from(JSON.stringify(conversation));
      const read = await importChat(bytes, '"conversation"', { zone: 'UTC', signal });
      const selected = selectRange(read.conversation, range, 'UTC');
      onRead();
      onProgress({
        messagesRead: selected.conversation.messages.length,
        claims: 0,
        judging: judge !== undefined,
      });
      const summary = await check(
        selected.conversation,
        {
          statements: statements.map(text => ({ text })),
          zone: 'UTC',
          window: selected.window,
          payer: { guildId, personId, channelId: null, feature: 'api' },
        },
        { newId, log, ...(judge && { judge }) },
        signal,
      );
      return (await source.checkOwner(caller)) ?? { ok: true, summary };
    });
}
