import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import { render } from '../../../render/render.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { refuse, toProblem, toRefusalProblem } from '../problem.ts';
import { idParams } from '../schemas/requests.ts';
import { toInvalid } from '../validation.ts';
import { jobProblems } from './responses.ts';

const page = { description: 'The page.', content: { 'text/html': { schema: z.string() } } };
const openingsPerMinute = 60;

/** The page of a summary with its cited messages, for the owner of a token. */
export function viewerRoutes({ source }: Pick<HttpParts, 'source'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.openapi(
    createRoute({
      method: 'get',
      path: '/summaries/{id}/viewer',
      summary: 'A stored summary beside the messages it cites, as a page',
      tags: ['Summaries'],
      request: { params: idParams },
      responses: {
        200: page,
        304: { description: 'It has not changed since the ETag sent.' },
        ...jobProblems,
      },
    }),
    async context => {
      const opened = await source.open(context.get('caller'), context.req.valid('param').id);
      if (!opened.ok) return refuse(context, toRefusalProblem(opened)) as never;
      return sendPage(context, opened.stored.summary) as never;
    },
  );
  return app;
}

/** The same for a person with a signed link, who may read it if Discord lets them read its channel now. */
export function openRoutes({ source, viewerLinks }: Pick<HttpParts, 'source' | 'viewerLinks'>) {
  const app = new OpenAPIHono({ defaultHook: toInvalid });
  const openings = new RateLimiterMemory({ points: openingsPerMinute, duration: 60 });
  app.openapi(
    createRoute({
      method: 'get',
      path: '/open/{link}',
      summary: 'The page that a link from Discord opens',
      description: 'The link is signed, for one person, and expires after an hour.',
      tags: ['Summaries'],
      security: [],
      request: { params: z.object({ link: z.string().max(600) }) },
      responses: { 200: page, ...jobProblems },
    }),
    async context => {
      const target = viewerLinks?.read(context.req.valid('param').link) ?? null;
      if (target === null)
        return refuse(context, toProblem(404, 'not_found', 'This link is incomplete.')) as never;
      if (target === 'expired')
        return refuse(
          context,
          toProblem(410, 'expired', 'This link has expired. In Discord, press More again for a new one.'),
        ) as never;
      const left = await openings.consume(target.userId).catch(() => null);
      if (left === null)
        return refuse(
          context,
          toProblem(429, 'rate_limited', 'You opened too many pages. Try again in a minute.'),
        ) as never;
      const { userId, guildId, summaryId } = target;
      const opened = await source.open({ tokenId: '', userId, guildId }, summaryId);
      if (!opened.ok)
        return refuse(
          context,
          toProblem(
            404,
            'not_found',
            'This summary has been deleted, or you can no longer read its channel.',
          ),
        ) as never;
      return sendPage(context, opened.stored.summary) as never;
    },
  );
  return app;
}

function sendPage(context: Context, summary: Summary): Response {
  return context.body(render(summary, 'html'), 200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
}
