import { createMcpHandler } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Caller, SourceResult } from '../../../app/api/ports.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import { UserError } from '../../../errors.ts';
import { toCheckDocument } from '../../../render/json/check-json.ts';
import { toDocument } from '../../../render/json/json.ts';
import { render } from '../../../render/render.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { createMcpServer, type McpResult, type McpSource } from './mcp-server.ts';

/** MCP over HTTP: one server per request, which reads channels as the owner of the token. */
export function mcpRoute({ source, version }: HttpParts) {
  const app = new Hono<ApiEnv>();
  app.all('/mcp', async context => {
    const channels = toChannels(source, context.get('caller'));
    const handler = createMcpHandler(() => createMcpServer({ version, channels }));
    const { raw } = context.req;
    const body = raw.body === null ? null : await context.req.arrayBuffer();
    return handler.fetch(body === null ? raw : new Request(raw, { body }));
  });
  return app;
}

function toChannels(source: HttpParts['source'], caller: Caller): McpSource {
  const ignore = () => {};
  return {
    summarize: async (channelId, request, signal) =>
      toResult(await source.summarize(caller, { channelId, ...request }, ignore, signal)),
    check: async (channelId, request, signal) =>
      toResult(await source.check(caller, { channelId, ...request }, ignore, signal)),
  };
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
