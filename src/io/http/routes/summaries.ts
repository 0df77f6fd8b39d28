import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { etag } from 'hono/etag';
import { parseAccept } from 'hono/utils/accept';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ListPlace, SourceResult } from '../../../app/api-ports.ts';
import { renderMessagePage } from '../../../render/formats/html.ts';
import { english, findTexts } from '../../../render/texts.ts';
import { type ApiEnv, toSeconds } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toErrorRefusal, toInvalid } from '../problem.ts';
import type { RenderPage } from '../render-page.ts';
import { documentQuery, idParams, pageQuery } from '../requests.ts';
import { document, json, sendDocument, tokenRoute } from '../responses.ts';

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

const page = { description: 'The page.', content: { 'text/html': { schema: z.string() } } };
const openingsPerMinute = 60;

export function summaryRoutes({ source, renderPage }: Pick<HttpParts, 'source' | 'renderPage'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.use('/summaries/*', etag());
  app.openapi(
    tokenRoute('get', '/summaries', {
      summary: 'List the summaries that the token’s owner asked for, newest first',
      tags: ['Summaries'],
      request: { query: pageQuery },
      responses: {
        200: json(listed, 'A page of summaries.'),
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
          next_cursor:
            last !== undefined && hasMore
              ? Buffer.from(`${last.createdAt} ${last.summary.id}`).toString('base64url')
              : null,
        },
        200,
      );
    },
  );
  app.openapi(
    tokenRoute('get', '/summaries/{id}', {
      summary: 'Get a stored summary',
      description: 'Access is checked again, and claims whose messages have been deleted are left out.',
      tags: ['Summaries'],
      request: { params: idParams, query: documentQuery },
      responses: {
        200: document,
        304: { description: 'Not changed since the given ETag.' },
      },
    }),
    async context => {
      const { stored } = await source.open(context.get('caller'), context.req.valid('param').id);
      return sendDocument(context, stored.summary, context.req.valid('query'), null) as never;
    },
  );
  app.openapi(
    tokenRoute('get', '/summaries/{id}/viewer', {
      summary: 'A stored summary beside its conversation, as a page',
      tags: ['Summaries'],
      request: { params: idParams },
      responses: {
        200: page,
        304: { description: 'Not changed since the given ETag.' },
      },
    }),
    async context => {
      const opened = await source.openPage(context.get('caller'), context.req.valid('param').id);
      return (await sendPage(context, opened, renderPage)) as never;
    },
  );
  return app;
}

function parseCursor(cursor: string): ListPlace {
  const [createdAt = '', summaryId = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (Number.isNaN(Date.parse(createdAt)) || summaryId === '')
    throw new ProblemError([400, 'invalid', '"cursor" must be the next_cursor of an earlier page.']);
  return { createdAt, summaryId };
}

/** The page of a summary for a person with a signed link, who may read it if Discord lets them read its channel now. */
export function openRoutes({ source, viewerLinks, renderPage }: HttpParts) {
  const app = new OpenAPIHono({ defaultHook: toInvalid });
  const openings = new RateLimiterMemory({ points: openingsPerMinute, duration: 60 });
  app.openapi(
    tokenRoute('get', '/open/{link}', {
      summary: 'The page that a link from Discord opens',
      description: 'The link is signed, for one person, and expires after an hour.',
      tags: ['Summaries'],
      security: [],
      request: { params: z.object({ link: z.string().max(600) }) },
      responses: { 200: page },
    }),
    async context => {
      const refuseLink = (why: keyof typeof refusals, retryAfter?: string) =>
        renderLinkRefusal(context, why, retryAfter) as never;
      const target = viewerLinks?.read(context.req.valid('param').link) ?? null;
      if (target === null) return refuseLink('incomplete');
      if (target === 'expired') return refuseLink('expired');
      const limit = await openings.consume(target.userId).catch((reason: RateLimiterRes) => reason);
      if (limit.consumedPoints > openingsPerMinute) return refuseLink('limited', toSeconds(limit));
      const { userId, guildId, summaryId } = target;
      const opened = await source
        .openPage({ tokenId: '', userId, guildId }, summaryId)
        .catch((error: unknown) => {
          const refusal = toErrorRefusal(error);
          if (refusal === null) throw error;
          return refusal;
        });
      if ('reason' in opened)
        return opened.reason === 'unavailable' ? refuseLink('unavailable', '60') : refuseLink('refused');
      return (await sendPage(context, opened, renderPage)) as never;
    },
  );
  return app;
}

const refusals = { incomplete: 404, expired: 410, refused: 404, limited: 429, unavailable: 503 } as const;

/** A page in the reader's language. */
function renderLinkRefusal(context: Context, why: keyof typeof refusals, retryAfter?: string): Response {
  if (retryAfter !== undefined) context.header('retry-after', retryAfter);
  const asked = parseAccept(context.req.header('accept-language') ?? '');
  const t = asked.map(({ type }) => findTexts(type)).find(known => known !== undefined) ?? english;
  const page = renderMessagePage(t.discordLocale, t('bot.openLinks.title'), t(`bot.openLinks.${why}`));
  return context.html(page, refusals[why], { 'cache-control': 'private, no-store', vary: 'Accept-Language' });
}

async function sendPage(
  context: Context,
  { stored, ...shown }: SourceResult,
  renderPage: RenderPage,
): Promise<Response> {
  return context.body(await renderPage(stored.summary, shown), 200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
}
