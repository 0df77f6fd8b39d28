import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DateOrder, dateOrders } from '../../../app/chats/ports.ts';
import { details } from '../../../core/claims/summary.ts';
import { UserError } from '../../../errors.ts';
import { checkSchema } from '../schemas/check.ts';
import { summarySchema } from '../schemas/summary.ts';

const channel = {
  channel_id: z
    .string()
    .regex(/^\d{15,20}$/, 'must be a Discord id: 15 to 20 digits')
    .describe('The Discord channel or thread to read.'),
};
const file = {
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
  max_size: z
    .number()
    .int()
    .min(1)
    .max(500)
    .optional()
    .describe('The largest file to read, in megabytes. Default: 16.'),
};
const range = {
  messages: z
    .number()
    .int()
    .min(1)
    .max(50_000)
    .optional()
    .describe('How many of the newest messages to read.'),
  since: z.string().min(1).max(200).optional().describe('Only messages since a time, such as "2 days ago".'),
};
const detail = { detail: z.enum(details).default('standard').describe('The level of detail.') };
const statements = {
  statements: z
    .array(z.string().trim().min(1).max(2_000))
    .min(1)
    .max(100)
    .describe('The statements to check, one sentence each.'),
};

export type McpRange = { readonly messages?: number | undefined; readonly since?: string | undefined };
/** How to read a file; a channel has none of these. */
export type McpReading = {
  readonly date_order?: DateOrder | undefined;
  readonly start?: string | undefined;
  readonly max_size?: number | undefined;
};
type SummarizeArguments = McpRange & McpReading & { readonly detail: (typeof details)[number] };
type CheckArguments = McpRange & McpReading & { readonly statements: readonly string[] };

/** A result for a model (Markdown with sources) and for programs (the public JSON document). */
export type McpResult = {
  readonly text: string;
  readonly document: object;
  /** Sentences about what was read. */
  readonly notices?: readonly string[];
};

/** A running call of a tool. */
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

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** The tools *summarize* and *check*, once for each kind of source that can be read. */
export function createMcpServer({ version, files, channels }: McpSources): McpServer {
  const server = new McpServer(
    { name: 'footnote', version },
    {
      instructions:
        'Summaries and checks of conversations. Every claim cites the messages behind it as [N]; repeat these numbers when you use a claim, and do not present a claim marked "needs clarification" as a fact.',
    },
  );
  if (files) {
    server.registerTool(
      'summarize_file',
      {
        title: 'Summarize a file',
        description:
          'Summarizes an exported conversation. Every claim cites its messages and has been checked against them.',
        inputSchema: z.strictObject({ ...file, ...range, ...detail }),
        outputSchema: summarySchema,
        annotations: readOnly,
      },
      ({ file: path, ...request }, { mcpReq }) =>
        answer(mcpReq, call => files.summarize(path, request, call)),
    );
    server.registerTool(
      'check_file',
      {
        title: 'Check statements against a file',
        description:
          'Checks whether an exported conversation supports each statement, and cites the messages.',
        inputSchema: z.strictObject({ ...file, ...range, ...statements }),
        outputSchema: checkSchema,
        annotations: readOnly,
      },
      ({ file: path, ...request }, { mcpReq }) => answer(mcpReq, call => files.check(path, request, call)),
    );
  }
  if (channels) {
    server.registerTool(
      'summarize_channel',
      {
        title: 'Summarize a Discord channel',
        description: 'Summarizes a channel or thread that the token’s owner can read.',
        inputSchema: z.strictObject({ ...channel, ...range, ...detail }),
        outputSchema: summarySchema,
        annotations: readOnly,
      },
      ({ channel_id: id, ...request }, { mcpReq }) =>
        answer(mcpReq, call => channels.summarize(id, request, call)),
    );
    server.registerTool(
      'check_channel',
      {
        title: 'Check statements against a Discord channel',
        description: 'Checks whether a channel or thread supports each statement, and cites the messages.',
        inputSchema: z.strictObject({ ...channel, ...range, ...statements }),
        outputSchema: checkSchema,
        annotations: readOnly,
      },
      ({ channel_id: id, ...request }, { mcpReq }) =>
        answer(mcpReq, call => channels.check(id, request, call)),
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
