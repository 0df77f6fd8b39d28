import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import type { ListPlace } from '../../../app/api-ports.ts';
import type { StoredSummary } from '../../../app/ports.ts';
import type { ApiEnv } from '../authenticate.ts';
import { sendDocument } from '../document.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, refuse, toProblem, toRefusalProblem } from '../problem.ts';
import { documentQuery, idParams, pageQuery } from '../schemas/requests.ts';
import { toInvalid } from '../validation.ts';
import { document, jobProblems } from './responses.ts';

const listed = z
  .object({
    summaries: z.array(
      z.object({
        summary_id: z.string(),
        title: z.string(),
        created_at: z.string().openapi({ format: 'date-time' }),
        message_count: z.number().int(),
        links: z.object({ self: z.string() }),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .openapi('SummaryList');

export function summaryRoutes({ source }: Pick<HttpParts, 'source'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.use('/summaries/*', etag());
  app.openapi(
    createRoute({
      method: 'get',
      path: '/summaries',
      summary: 'List the summaries that the token’s owner asked for, newest first',
      tags: ['Summaries'],
      request: { query: pageQuery },
      responses: {
        200: { description: 'A page of summaries.', content: { 'application/json': { schema: listed } } },
        ...jobProblems,
      },
    }),
    async context => {
      const { limit, cursor } = context.req.valid('query');
      const after = cursor === undefined ? null : parseCursor(cursor);
      const { summaries, hasMore } = await source.list(context.get('caller'), after, limit);
      const last = summaries.at(-1);
      return context.json(
        {
          summaries: summaries.map(({ summary, createdAt }) => ({
            summary_id: summary.id,
            title: summary.source.title,
            created_at: createdAt,
            message_count: summary.coverage.read,
            links: { self: `/summaries/${summary.id}` },
          })),
          next_cursor: last !== undefined && hasMore ? toCursor(last) : null,
        },
        200,
      );
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/summaries/{id}',
      summary: 'Get a stored summary',
      description: 'Access is checked again, and claims whose messages have been deleted are left out.',
      tags: ['Summaries'],
      request: { params: idParams, query: documentQuery },
      responses: {
        200: document,
        304: { description: 'Not changed since the given ETag.' },
        ...jobProblems,
      },
    }),
    async context => {
      const opened = await source.open(context.get('caller'), context.req.valid('param').id);
      if (!opened.ok) return refuse(context, toRefusalProblem(opened)) as never;
      return sendDocument(context, opened.stored.summary, context.req.valid('query'), null) as never;
    },
  );
  return app;
}

function toCursor({ createdAt, summary }: StoredSummary): string {
  return Buffer.from(`${createdAt} ${summary.id}`).toString('base64url');
}

function parseCursor(cursor: string): ListPlace {
  const [createdAt = '', summaryId = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (Number.isNaN(Date.parse(createdAt)) || summaryId === '')
    throw new ProblemError(toProblem(400, 'invalid', '"cursor" must be the next_cursor of an earlier page.'));
  return { createdAt, summaryId };
}
