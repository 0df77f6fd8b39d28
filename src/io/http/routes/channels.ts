import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Refusal, SourceResult } from '../../../app/api-ports.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { JobResult } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { toInvalid } from '../problem.ts';
import { channelParams, idempotencyHeader, summarizeBody, waitQuery } from '../requests.ts';
import { answerJob, jobResponses } from '../responses.ts';

/** Consumers of flat lists expect claims of a channel as plain texts. */
const referencesOfChannel = false;

export function toJobResult(result: SourceResult): JobResult | Refusal {
  return result.ok ? { ok: true, summaryId: result.stored.summary.id } : result;
}

export function channelRoutes({ source, jobs }: HttpParts) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/discord/channels/{channelId}/summarize',
      summary: 'Summarize a channel or thread',
      description:
        'Reads what the token’s owner may read now. References are left out unless ?references=true.',
      tags: ['Summaries'],
      request: {
        params: channelParams,
        query: waitQuery,
        headers: idempotencyHeader,
        body: { content: { 'application/json': { schema: summarizeBody } } },
      },
      responses: jobResponses,
    }),
    async context => {
      const caller = context.get('caller');
      const { channelId } = context.req.valid('param');
      // A request may have no body, which is not validated.
      const request = { channelId, ...summarizeBody.parse(context.req.valid('json')) };
      const key = context.req.valid('header')['idempotency-key'];
      const job = await jobs.start(
        { caller, references: referencesOfChannel, key, content: ['summarize', request] },
        async (onProgress, signal) =>
          toJobResult(await source.summarize(caller, request, onProgress, signal)),
      );
      return (await answerJob(context, job, context.req.valid('query'), source)) as never;
    },
  );
  return app;
}
