import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import packageJson from '../../package.json' with { type: 'json' };
import { check } from '../app/check.ts';
import { extractiveEngine } from '../app/extractive.ts';
import { summarize } from '../app/summarize.ts';
import { readShellConfig } from '../config.ts';
import { compare } from '../core/compare.ts';
import { connectEngines, connectJudgeAlone } from '../engines.ts';
import { UserError } from '../errors.ts';
import { toMcpResult } from '../io/http/mcp/mcp-route.ts';
import { createMcpServer, type McpRange, type McpResult, type McpSource } from '../io/http/mcp/mcp-server.ts';
import { readConversationFile } from '../io/import/read-conversation-file.ts';
import { selectRange } from '../io/terminal/range.ts';
import { createLogger } from '../log.ts';
import { loadDotEnv } from './input.ts';

export type McpOptions = {
  readonly engine: 'extractive' | 'claude';
  readonly zone: string;
  /** The address of a bot's HTTP API. */
  readonly api?: string;
};

/** Serves MCP on stdin and stdout until stdin ends. The token for `--api` is FOOTNOTE_API_TOKEN. */
export async function serveMcp(options: McpOptions): Promise<void> {
  if (options.engine === 'claude') loadDotEnv();
  const token = process.env['FOOTNOTE_API_TOKEN'];
  if (options.api !== undefined && !token)
    throw new UserError(
      'bad_environment',
      '--api needs a token in FOOTNOTE_API_TOKEN. To create one on the machine of the bot, run: npm run footnote -- token create',
    );
  const files = createFiles(options);
  const channels = options.api === undefined ? undefined : createChannels(options.api, token ?? '');
  serveStdio(() => createMcpServer({ version: packageJson.version, files, ...(channels && { channels }) }));
  await new Promise<void>(resolve => process.stdin.once('close', resolve));
}

function createFiles({ engine, zone }: McpOptions): McpSource {
  const log = createLogger('silent');
  const { claude } = readShellConfig(process.env);
  if (engine === 'claude' && claude.apiKey === undefined)
    throw new UserError(
      'bad_environment',
      '--engine claude needs an Anthropic API key. Set ANTHROPIC_API_KEY in .env or in the environment, or leave out --engine.',
    );
  const read = async (path: string, { messages, since }: McpRange, signal: AbortSignal) => {
    const { conversation } = await readConversationFile(path, { signal });
    const { range } = await selectRange(conversation, since === undefined ? {} : { since }, zone);
    const inOrder = conversation.messages.toSorted((a, b) => compare(a.time, b.time));
    const newest = messages === undefined ? inOrder : inOrder.slice(-messages);
    return { conversation: { ...conversation, messages: newest }, window: range };
  };
  return {
    async summarize(path, { detail, ...asked }, signal) {
      const { conversation, window } = await read(path, asked, signal);
      const engines =
        engine === 'claude' ? await connectEngines(claude, log, signal) : { engine: extractiveEngine };
      const ports = { ...engines, log, newId: randomUUID };
      return toMcpResult(await summarize(conversation, { detail, zone, window }, ports, signal));
    },
    async check(path, { statements, ...asked }, signal) {
      const { conversation, window } = await read(path, asked, signal);
      const { judge } = engine === 'claude' ? await connectJudgeAlone(claude, log, signal) : {};
      const request = { statements: statements.map(text => ({ text })), zone, window };
      return toMcpResult(
        await check(conversation, request, { newId: randomUUID, ...(judge && { judge }) }, signal),
      );
    },
  };
}

/** Channels through the HTTP API of a running bot. */
function createChannels(api: string, token: string): McpSource {
  const send = async (path: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      return await fetch(new URL(path, api), { ...init, headers, signal });
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw new UserError('discord_unavailable', `The bot's HTTP API at ${api} does not answer.`, { cause });
    }
  };
  const ask = async (path: string, body: object, signal: AbortSignal): Promise<McpResult> => {
    const started = await send(path, { method: 'POST', body: JSON.stringify(body) }, signal);
    const job = await readJson(started);
    const { links } = job as { links: { events: string; self: string } };
    // The stream ends with the job.
    await (await send(links.events, {}, signal)).text();
    const result = `${links.self}/result?references=true`;
    const document = await readJson(await send(`${result}&format=json`, {}, signal));
    return { document, text: await (await send(`${result}&format=markdown`, {}, signal)).text() };
  };
  return {
    summarize: (channelId, request, signal) =>
      ask(`/discord/channels/${channelId}/summarize`, request, signal),
    check: (channelId, { statements, ...request }, signal) =>
      ask('/check', { channel_id: channelId, statements, ...request }, signal),
  };
}

async function readJson(answer: Response): Promise<object> {
  const value = (await answer.json()) as { detail?: string };
  if (!answer.ok) throw new UserError('bad_usage', value.detail ?? `The API answered ${answer.status}.`);
  return value;
}
