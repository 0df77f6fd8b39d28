import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { HttpParts } from '../parts.ts';
import { refuse } from '../problem.ts';
import { json } from '../responses.ts';

const health = z.object({ status: z.string() });
const readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  store: z.boolean(),
  discord: z.boolean(),
  queue: z.boolean().optional(),
});
const answers = (check: () => Promise<void>) =>
  check().then(
    () => true,
    () => false,
  );

export function healthRoutes({ source, checkStore, checkQueue, receiptKeys }: HttpParts) {
  const app = new OpenAPIHono();
  app.openapi(
    createRoute({
      method: 'get',
      path: '/healthz',
      summary: 'Check that the process answers',
      tags: ['Health'],
      responses: { 200: json(health, 'It does.') },
    }),
    context => context.json({ status: 'ok' }, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/readyz',
      summary: 'Check that everything this process needs can be reached: store, Discord and shared queue',
      tags: ['Health'],
      responses: {
        200: json(readiness, 'Everything can be reached.'),
        503: json(readiness, 'Something cannot be reached.'),
      },
    }),
    async context => {
      const [store, queue] = await Promise.all([answers(checkStore), checkQueue && answers(checkQueue)]);
      const found = { store, discord: source.isReady(), ...(queue !== undefined && { queue }) };
      return Object.values(found).every(Boolean)
        ? context.json({ status: 'ready' as const, ...found }, 200)
        : context.json({ status: 'not_ready' as const, ...found }, 503);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/receipts/keys',
      summary: 'List the public keys of receipts, the one in use first (Ed25519, base64url)',
      tags: ['Receipts'],
      responses: { 200: json(z.object({ keys: z.array(z.string()) }), 'The keys.') },
    }),
    context => context.json({ keys: [...receiptKeys] }, 200),
  );
  return app;
}

/** Metrics for Prometheus. They are of the whole bot, so no API token opens them. */
export function metricsRoutes({ metrics, metricsToken }: Pick<HttpParts, 'metrics' | 'metricsToken'>) {
  const app = new OpenAPIHono();
  if (metrics === undefined || metricsToken === undefined) return app;
  const words = 'Send HTTP_METRICS_TOKEN: "Authorization: Bearer …".';
  const refused = { message: (context: Context) => refuse(context, [401, 'unauthorized', words]) };
  const secured = bearerAuth({
    token: metricsToken,
    noAuthenticationHeader: refused,
    invalidAuthenticationHeader: refused,
    invalidToken: refused,
  });
  app.get('/metrics', secured, async context => {
    const { contentType, body } = await metrics.read();
    return context.body(body, 200, { 'content-type': contentType });
  });
  return app;
}
