import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import { toAtom } from '../../../render/exports/atom.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { refuse, toRefusalProblem } from '../problem.ts';
import { idParams } from '../schemas/requests.ts';
import { toInvalid } from '../validation.ts';
import { jobProblems } from './responses.ts';

/** The summaries of a digest for feed readers. */
export function feedRoutes({ source }: Pick<HttpParts, 'source'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.use('/digests/*', etag());
  app.openapi(
    createRoute({
      method: 'get',
      path: '/digests/{id}/feed.atom',
      summary: 'Get the newest summaries of a digest as an Atom feed',
      description: 'Contains what the token’s owner may read now. `/digest show` shows the address.',
      tags: ['Summaries'],
      request: { params: idParams },
      responses: {
        200: { description: 'The feed.', content: { 'application/atom+xml': { schema: z.string() } } },
        304: { description: 'Not changed since the given ETag.' },
        ...jobProblems,
      },
    }),
    async context => {
      const found = await source.feed(context.get('caller'), context.req.valid('param').id);
      if (!found.ok) return refuse(context, toRefusalProblem(found)) as never;
      return context.body(toAtom(found.feed), 200, {
        'content-type': 'application/atom+xml; charset=utf-8',
      }) as never;
    },
  );
  return app;
}
