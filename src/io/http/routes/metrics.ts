import { hash, timingSafeEqual } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { HttpParts } from '../parts.ts';
import { refuse, toProblem } from '../problem.ts';

/** Metrics for Prometheus. They are of the whole bot, so no API token opens them. */
export function metricsRoutes({ metrics, metricsToken }: Pick<HttpParts, 'metrics' | 'metricsToken'>) {
  const app = new OpenAPIHono();
  if (metrics === undefined || metricsToken === undefined) return app;
  app.get('/metrics', async context => {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (!timingSafeEqual(toDigest(given), toDigest(metricsToken)))
      return refuse(
        context,
        toProblem(401, 'unauthorized', 'Send HTTP_METRICS_TOKEN: "Authorization: Bearer …".'),
        { 'www-authenticate': 'Bearer' },
      );
    const { contentType, body } = await metrics.read();
    return context.body(body, 200, { 'content-type': contentType });
  });
  return app;
}

/** Values of the same length can be compared in constant time. */
function toDigest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
