import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { HttpParts } from '../parts.ts';

const health = z.object({ status: z.string() });
const readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  store: z.boolean(),
  discord: z.boolean(),
});
const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

export function healthRoutes({ source, checkStore }: Pick<HttpParts, 'source' | 'checkStore'>) {
  const app = new OpenAPIHono();
  app.openapi(
    createRoute({
      method: 'get',
      path: '/healthz',
      summary: 'Whether the process answers',
      tags: ['Health'],
      responses: { 200: json(health, 'It does.') },
    }),
    context => context.json({ status: 'ok' }, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/readyz',
      summary: 'Whether the store and Discord can be reached',
      tags: ['Health'],
      responses: {
        200: json(readiness, 'Both can be reached.'),
        503: json(readiness, 'One of them cannot be reached.'),
      },
    }),
    async context => {
      const store = await checkStore().then(
        () => true,
        () => false,
      );
      const discord = source.isReady();
      return store && discord
        ? context.json({ status: 'ready' as const, store, discord }, 200)
        : context.json({ status: 'not_ready' as const, store, discord }, 503);
    },
  );
  return app;
}
