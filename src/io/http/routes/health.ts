import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { HttpParts } from '../parts.ts';

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
const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

export function healthRoutes({
  source,
  checkStore,
  checkQueue,
}: Pick<HttpParts, 'source' | 'checkStore' | 'checkQueue'>) {
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
  return app;
}
