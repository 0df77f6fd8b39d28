import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Caller } from '../../../app/api/ports.ts';
import { check } from '../../../app/check.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { Idempotency } from '../idempotency.ts';
import { answerJob, jobSchema } from '../job-answer.ts';
import type { JobWork } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { checkBody, idempotencyHeader, waitQuery } from '../schemas/requests.ts';
import { toInvalid } from '../validation.ts';
import { toJobResult } from './channels.ts';
import { document, jobProblems } from './responses.ts';

export function checkRoutes(parts: HttpParts, once: Idempotency) {
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
        body: { content: { 'application/json': { schema: checkBody } } },
      },
      responses: {
        200: document,
        202: { description: 'The job goes on.', content: { 'application/json': { schema: jobSchema } } },
        ...jobProblems,
      },
    }),
    async context => {
      const caller = context.get('caller');
      const body = context.req.valid('json');
      const { channel_id: channelId, conversation, ...request } = body;
      const key = context.req.valid('header')['idempotency-key'];
      const work: JobWork =
        channelId === undefined
          ? checkUpload(parts, caller, request.statements, conversation ?? [])
          : async (onProgress, signal) =>
              toJobResult(await source.check(caller, { channelId, ...request }, onProgress, signal));
      const job = once(caller, key, ['check', body], () => jobs.start(caller, null, work));
      return (await answerJob(context, job, context.req.valid('query'), source)) as never;
    },
  );
  return app;
}

/** Nothing of an uploaded conversation is stored. */
function checkUpload(
  { readUpload, newId, judge, log }: HttpParts,
  { guildId, userId: personId }: Caller,
  statements: readonly string[],
  conversation: readonly object[],
): JobWork {
  return async (onProgress, signal) => {
    const bytes = new TextEncoder().encode(JSON.stringify(conversation));
    const read = await readUpload(bytes, '"conversation"');
    onProgress({ messagesRead: read.conversation.messages.length, claims: 0, judging: judge !== undefined });
    const summary = await check(
      read.conversation,
      {
        statements: statements.map(text => ({ text })),
        zone: 'UTC',
        window: {},
        payer: { guildId, personId, channelId: null, feature: 'api' },
      },
      { newId, log, ...(judge && { judge }) },
      signal,
    );
    return { ok: true, summary };
  };
}
