import { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller, ChannelRange } from '../../../app/api-ports.ts';
import { check } from '../../../app/check.ts';
import { selectRange } from '../../../app/select-range.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { ApiJobWork } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { toInvalid } from '../problem.ts';
import { checkBody } from '../requests.ts';
import { jobResponses, jsonBody, tokenRoute } from '../responses.ts';
import { answerWithJob, jobRequest } from './summarize.ts';

export function checkRoutes(parts: HttpParts) {
  const { source } = parts;
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.openapi(
    tokenRoute('post', '/check', {
      summary: 'Check statements against a channel or an uploaded conversation',
      tags: ['Check'],
      request: { ...jobRequest, body: jsonBody(checkBody) },
      responses: jobResponses,
    }),
    async context => {
      const caller = context.get('caller');
      const body = context.req.valid('json');
      const { channel_id: channelId, conversation = [], ...request } = body;
      if (channelId === undefined) await source.checkOwner(caller);
      const work: ApiJobWork =
        channelId === undefined
          ? checkUpload(parts, caller, request, conversation)
          : (onProgress, signal) => source.check(caller, { channelId, ...request }, onProgress, signal);
      return answerWithJob(context, parts, { references: null, content: ['check', body] }, work);
    },
  );
  return app;
}

/** Of an uploaded conversation, only the result is stored, for an hour. */
function checkUpload(
  { source, importChat, newId, writers: { judge }, log, workers }: HttpParts,
  caller: Caller,
  { statements, ...range }: Omit<ChannelRange, 'channelId'> & { readonly statements: readonly string[] },
  conversation: readonly unknown[],
): ApiJobWork {
  const { guildId, userId: personId } = caller;
  return (onProgress, signal) =>
    source.countRun(caller, async onRead => {
      const bytes = Buffer.from(JSON.stringify(conversation));
      const read = await importChat(bytes, '"conversation"', { zone: 'UTC', signal });
      const selected = await selectRange(read.conversation, range, 'UTC');
      onRead();
      onProgress({
        messagesRead: selected.conversation.messages.length,
        claims: 0,
        judging: judge !== undefined,
      });
      const summary = await check(
        selected.conversation,
        {
          statements: statements.map(text => ({ text })),
          zone: 'UTC',
          window: selected.window,
          payer: { guildId, personId, channelId: null, feature: 'api' },
        },
        { newId, log, workers, judge },
        signal,
      );
      await source.checkOwner(caller);
      return { summary };
    });
}
