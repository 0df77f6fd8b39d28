import { createMcpHandler, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Caller, SourceProgress, SourceResult } from '../../../app/api-ports.ts';
import { dateOrders } from '../../../app/chats-ports.ts';
import { messagesSearched } from '../../../app/engine-request.ts';
import { details, type Summary } from '../../../core/claims/summary.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { longestQuestion } from '../../../core/prompt/answer.ts';
import { snowflake } from '../../../core/stored.ts';
import { UserError } from '../../../errors.ts';
import { toPublicDocument } from '../../../render/formats/check-document.ts';
import { checkSchema, summarySchema } from '../../../render/formats/document.ts';
import { render } from '../../../render/render.ts';
import type { ApiEnv } from '../authenticate.ts';
import type { HttpParts } from '../parts.ts';
import { range as newest, statementList } from '../requests.ts';
import type { WatchToken } from '../tokens.ts';

/** MCP over HTTP: one server per request, which reads channels as the owner of the token. */
export function mcpRoute({ source, watchToken, version }: HttpParts) {
  const app = new Hono<ApiEnv>();
  app.all('/mcp', context => {
    const channels = toChannels(source, watchToken, context.get('caller'));
    const handler = createMcpHandler(() => createMcpServer({ version, channels }));
    return handler.fetch(context.req.raw);
  });
  return app;
}

function toChannels(source: HttpParts['source'], watchToken: WatchToken, caller: Caller): McpSource {
  // The answer is streamed, so a tool may run after its request was answered.
  const run = async (signal: AbortSignal, work: (signal: AbortSignal) => Promise<SourceResult>) => {
    const watch = watchToken(caller.tokenId);
    try {
      const { stored } = await work(AbortSignal.any([signal, watch.signal]));
      return toMcpResult(stored.summary);
    } finally {
      watch.end();
    }
  };
  return {
    summarize: (channelId, request, call) =>
      run(call.signal, signal =>
        source.summarize(caller, { channelId, ...request }, toProgressListener(call), signal),
      ),
    check: (channelId, request, call) =>
      run(call.signal, signal =>
        source.check(caller, { channelId, ...request }, toProgressListener(call), signal),
      ),
  };
}

function toProgressListener({ onProgress }: McpCall): (progress: SourceProgress) => void {
  let last = '';
  return progress => {
    const words = toProgressWords(progress);
    if (words !== last) onProgress(words);
    last = words;
  };
}

/** "120 messages read, 3 claims so far" */
export function toProgressWords({ messagesRead, claims, judging }: SourceProgress): string {
  const read = `${toCountWords(messagesRead, 'message', 'messages')} read`;
  if (claims === 0) return read;
  const counted = toCountWords(claims, 'claim', 'claims');
  return judging ? `${read}, checking the wording of ${counted}` : `${read}, ${counted} so far`;
}

export function toMcpResult(summary: Summary): McpResult {
  return {
    text: render(summary, 'markdown', { references: true }),
    document: toPublicDocument(summary),
  };
}

const range = {
  messages: newest.messages.describe('How many of the newest messages to read.'),
  since: newest.since.describe('Only messages since a time, such as "2 days ago".'),
};
const channelArguments = {
  channel_id: snowflake.describe('The Discord channel or thread to read.'),
  ...range,
};
const megabytes = z.number().int().min(1).max(500).optional();
const fileArguments = {
  file: z
    .string()
    .min(1)
    .describe('The path of an exported conversation, such as a DiscordChatExporter JSON file.'),
  date_order: z
    .enum(dateOrders)
    .optional()
    .describe('The order of the dates of a WhatsApp export, if it can be read in two ways.'),
  start: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('When a transcript or document without dates begins, such as "2026-03-09 14:00".'),
  max_size: megabytes.describe('The largest file to read, in megabytes. Default: 16.'),
  ...range,
};
const detail = { detail: z.enum(details).default('standard').describe('The level of detail.') };
const question = {
  question: z.string().trim().min(1).max(longestQuestion).describe('What to find out.'),
};
const statements = {
  statements: statementList.describe('The statements to check, one sentence each.'),
};

type ValuesOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
/** Which messages to read, and how to read a file; a channel has only the first. */
export type McpReading = ValuesOf<typeof range> & Partial<Omit<ValuesOf<typeof fileArguments>, 'file'>>;
type SummarizeArguments = McpReading & ValuesOf<typeof detail> & Partial<ValuesOf<typeof question>>;
type CheckArguments = McpReading & ValuesOf<typeof statements>;

/** A result for a model (Markdown with sources) and for programs (the public JSON document). */
export type McpResult = {
  readonly text: string;
  readonly document: object;
  readonly notices?: readonly string[];
};

export type McpCall = {
  readonly signal: AbortSignal;
  /** Sends progress to the assistant if it asked for that. */
  readonly onProgress: (words: string) => void;
};

/** Reads one kind of source: files on this machine, or channels under the permissions of a token's owner. */
export type McpSource = {
  readonly summarize: (source: string, request: SummarizeArguments, call: McpCall) => Promise<McpResult>;
  readonly check: (source: string, request: CheckArguments, call: McpCall) => Promise<McpResult>;
};

type McpSources = {
  readonly version: string;
  readonly files?: McpSource;
  readonly channels?: McpSource;
};

/** Without their ids: MCP wants the properties in the schema itself, not in a definition that it refers to. */
const summaryOutput = z.object(summarySchema.shape);
const checkOutput = z.object(checkSchema.shape);

/** The tools *summarize*, *ask* and *check*, once for each kind of source that can be read. */
export function createMcpServer({ version, files, channels }: McpSources): McpServer {
  const server = new McpServer(
    { name: 'footnote', version },
    {
      instructions:
        'Summaries and checks of conversations. Every claim cites the messages behind it as [N]; repeat these numbers when you use a claim, and do not present a claim marked "unclear" as a fact.',
    },
  );
  const kinds = [
    { name: 'file', title: 'a file', what: 'an exported conversation', shape: fileArguments, source: files },
    {
      name: 'channel',
      title: 'a Discord channel',
      what: 'a channel or thread that the token’s owner can read',
      shape: channelArguments,
      source: channels,
    },
  ];
  for (const { name, title, what, shape, source } of kinds) {
    if (!source) continue;
    const register = <Arguments extends object>(
      tool: string,
      titles: { readonly title: string; readonly description: string },
      schemas: { readonly inputSchema: z.ZodObject; readonly outputSchema: z.ZodObject },
      run: (place: string, request: Arguments, call: McpCall) => Promise<McpResult>,
    ) =>
      server.registerTool(
        `${tool}_${name}`,
        { ...titles, ...schemas, annotations: { readOnlyHint: true, openWorldHint: false } },
        ({ file, channel_id, ...request }, { mcpReq }) =>
          answer(mcpReq, call => run(String(file ?? channel_id), request as Arguments, call)),
      );
    register(
      'summarize',
      {
        title: `Summarize ${title}`,
        description: `Summarizes ${what}. Every claim cites its messages and has been checked against them.`,
      },
      { inputSchema: z.strictObject({ ...shape, ...detail }), outputSchema: summaryOutput },
      source.summarize,
    );
    register<McpReading & ValuesOf<typeof question>>(
      'ask',
      {
        title: `Ask about ${title}`,
        description: `Answers a question from ${what}, in claims that cite its messages and have been checked against them, or says that nobody said it.`,
      },
      { inputSchema: z.strictObject({ ...shape, ...question }), outputSchema: summaryOutput },
      (place, { messages = messagesSearched, ...asked }, call) =>
        source.summarize(place, { ...asked, messages, detail: 'brief' }, call),
    );
    register(
      'check',
      {
        title: `Check statements against ${title}`,
        description: `Checks whether ${what} supports each statement, and cites the messages.`,
      },
      { inputSchema: z.strictObject({ ...shape, ...statements }), outputSchema: checkOutput },
      source.check,
    );
  }
  return server;
}

/** A failure that a person can act on becomes the tool's error, which the model reads. */
async function answer(
  { signal, notify, _meta }: ServerContext['mcpReq'],
  work: (call: McpCall) => Promise<McpResult>,
) {
  const progressToken = _meta?.progressToken;
  let told = 0;
  const onProgress = (message: string) => {
    if (progressToken === undefined) return;
    told += 1;
    const params = { progressToken, progress: told, message };
    // An assistant that has disconnected does not get it.
    void notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  try {
    const { text, document, notices = [] } = await work({ signal, onProgress });
    return {
      content: [text, ...notices].map(each => ({ type: 'text' as const, text: each })),
      structuredContent: document as Record<string, unknown>,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}
