import { setTimeout as sleep } from 'node:timers/promises';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ApiEnv } from '../authenticate.ts';
import type { ApiJob } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toInvalid } from '../problem.ts';
import { documentQuery, idParams } from '../requests.ts';
import { answerResult, document, jobSchema, json, toJobDocument, tokenRoute } from '../responses.ts';

const lookEveryMs = 1_000;
/** After this number of looks, a comment keeps the connection through a proxy alive. */
const heartbeatLooks = 15;

type JobContext = Context<ApiEnv, string, { out: { readonly param: { readonly id: string } } }>;

export function jobRoutes({ jobs, source }: Pick<HttpParts, 'jobs' | 'source'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  const find = async (context: JobContext): Promise<ApiJob> => {
    const job = await jobs.find(context.get('caller'), context.req.valid('param').id);
    if (job !== null) return job;
    throw new ProblemError([
      404,
      'not_found',
      'There is no such job. Jobs are deleted after a day; send the request again.',
    ]);
  };
  const one = { tags: ['Jobs'], request: { params: idParams } };
  const described = { ...one, responses: { 200: json(jobSchema, 'The job.') } };

  app.openapi(
    tokenRoute('get', '/jobs/{id}', { ...described, summary: 'Get the status of a job' }),
    async context => {
      const found = await find(context);
      return context.json(toJobDocument(found, found.state()), 200);
    },
  );
  app.openapi(
    tokenRoute('delete', '/jobs/{id}', { ...described, summary: 'Cancel a job' }),
    async context => {
      const found = await find(context);
      found.cancel();
      await found.follow();
      return context.json(toJobDocument(found, found.state()), 200);
    },
  );
  app.openapi(
    tokenRoute('get', '/jobs/{id}/result', {
      summary: 'Get the result of a job',
      tags: ['Jobs'],
      request: { params: idParams, query: documentQuery },
      responses: { 200: document },
    }),
    async context => {
      const found = await find(context);
      return (await answerResult(context, found, context.req.valid('query'), { jobs, source })) as never;
    },
  );
  app.openapi(
    tokenRoute('get', '/jobs/{id}/events', {
      ...one,
      summary: 'Follow a job through server-sent events',
      description:
        'Each event is named for the status, with the job as its data. The stream ends with the job.',
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: z.string() } } },
      },
    }),
    async context => {
      const found = await find(context);
      return streamSSE(context, async stream => {
        const ended = found.follow();
        let shown = '';
        for (let looks = 1; ; looks += 1) {
          const state = found.state();
          const data = JSON.stringify(toJobDocument(found, state));
          if (data !== shown) await stream.writeSSE({ event: state.status, data });
          else if (looks % heartbeatLooks === 0) await stream.write(': still running\n\n');
          if (state.status !== 'running' || stream.aborted) return;
          shown = data;
          await Promise.race([ended, sleep(lookEveryMs, undefined, { ref: false })]);
        }
      }) as never;
    },
  );
  return app;
}
