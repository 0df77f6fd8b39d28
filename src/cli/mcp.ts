import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import packageJson from '../../package.json' with { type: 'json' };
import { check } from '../app/check.ts';
import { extractiveEngine } from '../app/extractive.ts';
import { selectRange } from '../app/select-range.ts';
import { type SummaryProgress, summarize } from '../app/summarize.ts';
import { readShellConfig } from '../config.ts';
import { connectEngines, connectJudgeAlone } from '../engines.ts';
import { UserError } from '../errors.ts';
import type { JobDocument } from '../io/http/responses.ts';
import {
  createMcpServer,
  type McpCall,
  type McpReading,
  type McpResult,
  type McpSource,
  toMcpResult,
  toProgressListener,
  toProgressWords,
} from '../io/http/routes/mcp.ts';
import { readConversation } from '../io/import/import-chat.ts';
import { createLogger } from '../log.ts';
import { loadDotEnv, toMessageCount } from './run-command.ts';

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
  const read = async (
    path: string,
    { date_order: dateOrder, start, max_size: megabytes, ...range }: McpReading,
    { signal, onProgress }: McpCall,
  ) => {
    const options = { signal, zone, dateOrder, start, megabytes };
    const { conversation, notices } = await readConversation(path, options).catch((error: unknown) => {
      throw error instanceof UserError
        ? new UserError(error.code, toArgumentNames(error.message), { cause: error })
        : error;
    });
    const selected = await selectRange(conversation, range, zone);
    onProgress(`${toMessageCount(selected.conversation.messages.length, conversation.source)} read`);
    return { ...selected, notices: notices.map(toArgumentNames) };
  };
  return {
    async summarize(path, { detail, ...asked }, call) {
      const { signal, onProgress } = call;
      const { conversation, window, notices } = await read(path, asked, call);
      const engines =
        engine === 'claude' ? await connectEngines(claude, log, signal) : { engine: extractiveEngine };
      const messagesRead = conversation.messages.length;
      const ports = {
        ...engines,
        log,
        newId: randomUUID,
        onVerified: ({ verified, judging }: SummaryProgress) =>
          onProgress(toProgressWords({ messagesRead, claims: verified, judging })),
      };
      const summary = await summarize(conversation, { detail, zone, window }, ports, signal);
      return { ...toMcpResult(summary), notices };
    },
    async check(path, { statements, ...asked }, call) {
      const { signal, onProgress } = call;
      const { conversation, window, notices } = await read(path, asked, call);
      const { judge } = engine === 'claude' ? await connectJudgeAlone(claude, log, signal) : {};
      const request = { statements: statements.map(text => ({ text })), zone, window };
      const onChecked = (checked: number) =>
        onProgress(`${checked} of ${statements.length} statements checked`);
      const ports = { newId: randomUUID, onChecked, judge };
      return { ...toMcpResult(await check(conversation, request, ports, signal)), notices };
    },
  };
}

/** Errors of reading name the options of the command line; a tool has arguments instead. */
function toArgumentNames(words: string): string {
  return words
    .replaceAll('--date-order', 'date_order')
    .replaceAll('--max-size', 'max_size')
    .replaceAll('--start', 'start');
}

/** Channels through the HTTP API of a running bot. */
function createChannels(api: string, token: string): McpSource {
  const send = async (path: string, signal: AbortSignal, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { headers, signal, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
    const answer = await fetch(new URL(path, api), init).catch((cause: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new UserError('discord_unavailable', `The bot's HTTP API at ${api} does not answer.`, { cause });
    });
    if (answer.ok) return answer;
    const { detail } = (await answer.json()) as { readonly detail?: string };
    throw new UserError('bad_usage', detail ?? `The API answered ${answer.status}.`);
  };
  const ask = async (path: string, body: object, call: McpCall): Promise<McpResult> => {
    const { signal } = call;
    const job = (await (await send(path, signal, body)).json()) as JobDocument;
    await followJob(await send(job.links.events, signal), call);
    const result = `${job.links.self}/result?references=true`;
    const document = (await (await send(`${result}&format=json`, signal)).json()) as object;
    return { document, text: await (await send(`${result}&format=markdown`, signal)).text() };
  };
  return {
    summarize: (channelId, request, call) => ask(`/discord/channels/${channelId}/summarize`, request, call),
    check: (channelId, request, call) => ask('/check', { channel_id: channelId, ...request }, call),
  };
}

/** Reads the events of a job to their end, which is the end of the job. */
async function followJob({ body }: Response, call: McpCall): Promise<void> {
  const onProgress = toProgressListener(call);
  for await (const line of createInterface({ input: Readable.fromWeb(body as ReadableStream) })) {
    if (!line.startsWith('data:')) continue;
    const { progress } = JSON.parse(line.slice('data:'.length)) as JobDocument;
    if (progress) onProgress({ ...progress, messagesRead: progress.messages_read });
  }
}
