import { createMcpHandler } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Caller, SourceProgress, SourceResult } from '../../../app/api-ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import { toCheckDocument } from '../../../render/json/check-json.ts';
import { toDocument } from '../../../render/json/json.ts';
import { render } from '../../../render/render.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import type { WatchToken } from '../token-watch.ts';
import { createMcpServer, type McpCall, type McpResult, type McpSource } from './mcp-server.ts';

/** MCP over HTTP: one server per request, which reads channels as the owner of the token. */
export function mcpRoute({ source, watchToken, version }: HttpParts) {
  const app = new Hono<ApiEnv>();
  app.all('/mcp', async context => {
    const channels = toChannels(source, watchToken, context.get('caller'));
    const handler = createMcpHandler(() => createMcpServer({ version, channels }));
    const { raw } = context.req;
    const body = raw.body === null ? null : await context.req.arrayBuffer();
    return handler.fetch(body === null ? raw : new Request(raw, { body }));
  });
  return app;
}

function toChannels(source: HttpParts['source'], watchToken: WatchToken, caller: Caller): McpSource {
  // The answer is streamed, so a tool may run after its request was answered.
  const run = async (signal: AbortSignal, work: (signal: AbortSignal) => Promise<SourceResult>) => {
    const watch = watchToken(caller.tokenId);
    try {
      return toResult(await work(AbortSignal.any([signal, watch.signal])));
    } finally {
      watch.end();
    }
  };
  const toListener = ({ onProgress }: McpCall) => {
    let last = '';
    return (progress: SourceProgress) => {
      const words = toProgressWords(progress);
      if (words !== last) onProgress(words);
      last = words;
    };
  };
  return {
    summarize: (channelId, request, call) =>
      run(call.signal, signal =>
        source.summarize(caller, { channelId, ...request }, toListener(call), signal),
      ),
    check: (channelId, request, call) =>
      run(call.signal, signal => source.check(caller, { channelId, ...request }, toListener(call), signal)),
  };
}

/** "120 messages read, 3 claims so far" */
export function toProgressWords({ messagesRead, claims, judging }: SourceProgress): string {
  const read = `${toCountWords(messagesRead, 'message', 'messages')} read`;
  if (claims === 0) return read;
  const counted = toCountWords(claims, 'claim', 'claims');
  return judging ? `${read}, checking the wording of ${counted}` : `${read}, ${counted} so far`;
}

function toResult(result: SourceResult): McpResult {
  if (!result.ok) throw new UserError('bad_usage', result.detail);
  return toMcpResult(result.stored.summary);
}

export function toMcpResult(summary: Summary): McpResult {
  return {
    text: render(summary, 'markdown', { references: true }),
    document: summary.checked ? toCheckDocument(summary, summary.checked) : toDocument(summary),
  };
}
