import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import type { ApiEnv } from '../authenticate.ts';
import type { ApiJob, JobState } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toInvalid, toProblem } from '../problem.ts';
import { documentQuery, idParams } from '../requests.ts';
import { answerResult, document, jobProblems, jobSchema, toJobDocument } from '../responses.ts';

const heartbeatMs = 15_000;

export function jobRoutes({ jobs, source }: Pick<HttpParts, 'jobs' | 'source'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  const find = async (
    context: { get: (name: 'caller') => ApiEnv['Variables']['caller'] },
    id: string,
  ): Promise<ApiJob> => {
    const job = await jobs.find(context.get('caller'), id);
    if (job !== null) return job;
    throw new ProblemError(
      toProblem(
        404,
        'not_found',
        'There is no such job. Jobs are deleted after a day; send the request again.',
      ),
    );
  };
  const job = { description: 'The job.', content: { 'application/json': { schema: jobSchema } } };

  app.openapi(
    createRoute({
      method: 'get',
      path: '/jobs/{id}',
      summary: 'Get the status of a job',
      tags: ['Jobs'],
      request: { params: idParams },
      responses: { 200: job, ...jobProblems },
    }),
    async context => {
      const found = await find(context, context.req.valid('param').id);
      return context.json(toJobDocument(found, found.state()), 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path: '/jobs/{id}',
      summary: 'Cancel a job',
      tags: ['Jobs'],
      request: { params: idParams },
      responses: { 200: job, ...jobProblems },
    }),
    async context => {
      const found = await find(context, context.req.valid('param').id);
      found.cancel();
      await found.ended;
      return context.json(toJobDocument(found, found.state()), 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/jobs/{id}/result',
      summary: 'Get the result of a job',
      tags: ['Jobs'],
      request: { params: idParams, query: documentQuery },
      responses: { 200: document, ...jobProblems },
    }),
    async context =>
      (await answerResult(
        context,
        await find(context, context.req.valid('param').id),
        context.req.valid('query'),
        source,
      )) as never,
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/jobs/{id}/events',
      summary: 'Follow a job through server-sent events',
      description:
        'Each event is named for the status, with the job as its data. The stream ends with the job.',
      tags: ['Jobs'],
      request: { params: idParams },
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: z.string() } } },
        ...jobProblems,
      },
    }),
    async context => {
      const found = await find(context, context.req.valid('param').id);
      return streamSSE(context, async stream => {
        const leaving = new AbortController();
        stream.onAbort(() => leaving.abort());
        const states: JobState[] = [found.state()];
        let wake = () => {};
        const stop = found.follow(state => {
          // Only the newest progress is worth sending.
          states.splice(0, states.length, state);
          wake();
        });
        try {
          while (!leaving.signal.aborted) {
            const state = states.shift();
            if (state === undefined) {
              const woken = new Promise<void>(resolve => {
                wake = resolve;
              });
              const pause = new AbortController();
              const signal = AbortSignal.any([pause.signal, leaving.signal]);
              const beat = sleep(heartbeatMs, 'beat', { signal }).catch(() => 'woken');
              if ((await Promise.race([woken, beat])) === 'beat') await stream.write(': still running\n\n');
              pause.abort();
              continue;
            }
            await stream.writeSSE({
              event: state.status,
              data: JSON.stringify(toJobDocument(found, state)),
            });
            if (state.status !== 'running') return;
          }
        } finally {
          stop();
        }
      }) as never;
    },
  );
  return app;
}
