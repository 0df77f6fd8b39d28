import { hash } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller, ChannelRange } from '../../../app/api-ports.ts';
import { check } from '../../../app/check.ts';
import { selectRange } from '../../../app/select-range.ts';
import { UserError } from '../../../errors.ts';
import type { ApiEnv } from '../authenticate.ts';
import { checkBodyTaskName, type SplitCheckBody, splitCheckBody } from '../check-body.ts';
import type { ApiJobWork } from '../jobs.ts';
import type { HttpParts } from '../parts.ts';
import { ProblemError, toInvalid, toProblem } from '../problem.ts';
import { checkBody, mostMessages } from '../requests.ts';
import { jobResponses, jsonBody, tokenRoute } from '../responses.ts';
import { answerWithJob, jobRequest } from './summarize.ts';

/** To split such a body takes a few milliseconds. */
const smallBytes = 64 * 2 ** 10;

const tooLong = toProblem(413, 'too_large', 'The request is too long beside its conversation. Send less.');

export function checkRoutes(parts: HttpParts) {
  const { source, workers } = parts;
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: toInvalid });
  app.use('/check', async (context, next) => {
    if (context.req.raw.body === null) return next();
    const body = await context.req.arrayBuffer();
    if (body.byteLength === 0) return next();
    const { request, conversation } =
      body.byteLength <= smallBytes
        ? splitCheckBody(body)
        : await splitInWorker(workers, body, context.get('ending'));
    if (request === null) throw new ProblemError(tooLong);
    context.set('conversation', conversation);
    Object.assign(context.req.bodyCache, { arrayBuffer: Promise.resolve(Buffer.from(request)) });
    return next();
  });
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
      const { channel_id: channelId, conversation: _, ...request } = body;
      const conversation = context.get('conversation') ?? null;
      if (channelId === undefined) await source.checkOwner(caller);
      const work: ApiJobWork =
        channelId === undefined
          ? checkUpload(parts, caller, request, conversation)
          : (onProgress, signal) => source.check(caller, { channelId, ...request }, onProgress, signal);
      const content = ['check', request, channelId, conversation && hash('sha256', conversation)];
      return answerWithJob(context, parts, { references: null, content }, work);
    },
  );
  return app;
}

async function splitInWorker(
  { run }: HttpParts['workers'],
  body: ArrayBuffer,
  signal: AbortSignal,
): Promise<SplitCheckBody> {
  let split: SplitCheckBody | undefined;
  for await (const piece of run<ArrayBuffer, SplitCheckBody, undefined, void>(checkBodyTaskName, body, {
    signal,
  }))
    split = piece;
  if (split === undefined) throw new TypeError('the body was not split');
  return split;
}

/** Of an uploaded conversation, only the result is stored, for an hour. */
function checkUpload(
  { source, importChat, newId, writers: { judge }, log, workers }: HttpParts,
  caller: Caller,
  { statements, ...range }: Omit<ChannelRange, 'channelId'> & { readonly statements: readonly string[] },
  conversation: Uint8Array<ArrayBuffer> | null,
): ApiJobWork {
  const { guildId, userId: personId } = caller;
  return (onProgress, signal) =>
    source.countRun(caller, async onRead => {
      const bytes = Buffer.from(conversation ?? []);
      const read = await importChat(bytes, '"conversation"', { zone: 'UTC', signal });
      if (read.conversation.messages.length > mostMessages)
        throw new UserError('bad_usage', `"conversation" has more than ${mostMessages} messages.`);
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
