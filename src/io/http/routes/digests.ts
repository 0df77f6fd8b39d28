import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Digest } from '../../../core/digests/digest.ts';
import { toScheduleWords } from '../../../render/embed/digest-text.ts';
import { english } from '../../../render/texts.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { toInvalid } from '../problem.ts';
import { idParams } from '../requests.ts';
import { json, jsonBody, tokenRoute } from '../responses.ts';

const listed = z
  .object({
    digests: z.array(
      z.object({
        digest_id: z.string(),
        schedule: z.string(),
        posts_in: z
          .string()
          .nullable()
          .openapi({ description: 'The id of a channel; null for direct messages.' }),
        webhook: z
          .string()
          .nullable()
          .openapi({ description: 'The address that summaries are also sent to.' }),
      }),
    ),
  })
  .openapi('DigestList');

const address = z.object({ url: z.string() });
const secret = z.object({
  secret: z.string().nullable().openapi({ description: 'Signs what is sent, and is given only now.' }),
});

/** The digests of the token's owner, and the addresses that these are also sent to. */
export function digestRoutes({ source }: Pick<HttpParts, 'source'>) {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.openapi(
    tokenRoute('get', '/digests', {
      summary: 'List the digests that the token’s owner created',
      tags: ['Digests'],
      responses: { 200: json(listed, 'All of them.') },
    }),
    async context => {
      const caller = context.get('caller');
      await source.checkOwner(caller);
      const digests = await source.listDigests(caller);
      return context.json({ digests: digests.map(toListed) }, 200);
    },
  );
  const path = '/digests/{id}/webhook';
  const shared = { tags: ['Digests'], responses: { 200: json(secret, 'Done.') } };
  app.openapi(
    tokenRoute('put', path, {
      ...shared,
      summary: 'Also send each summary of a digest to an address',
      description: 'Needs Manage Server. Setting it again makes a new secret.',
      request: { params: idParams, body: jsonBody(address) },
    }),
    async context => {
      const { url } = context.req.valid('json');
      const set = source.setWebhook(context.get('caller'), context.req.valid('param').id, url);
      return context.json({ secret: await set }, 200);
    },
  );
  app.openapi(
    tokenRoute('delete', path, {
      ...shared,
      summary: 'Send them there no longer',
      request: { params: idParams },
    }),
    async context => {
      const caller = context.get('caller');
      await source.checkOwner(caller);
      await source.setWebhook(caller, context.req.valid('param').id, null);
      return context.json({ secret: null }, 200);
    },
  );
  return app;
}

function toListed({ id, schedule, destination, webhook }: Digest) {
  return {
    digest_id: id,
    schedule: toScheduleWords(schedule, 'en', english),
    posts_in: destination.kind === 'dm' ? null : destination.channelId,
    webhook: webhook?.url ?? null,
  };
}
