import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { details } from '../../../core/claims/summary/summary.ts';
import { UserError } from '../../../errors.ts';

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
type SummarizeArguments = McpRange & { readonly detail: (typeof details)[number] };
type CheckArguments = McpRange & { readonly statements: readonly string[] };

/** A result for a model (Markdown with sources) and for programs (the public JSON document). */
export type McpResult = { readonly text: string; readonly document: object };

/** Reads one kind of source: files on this machine, or channels under the permissions of a token's owner. */
export type McpSource = {
  readonly summarize: (
    source: string,
    request: SummarizeArguments,
    signal: AbortSignal,
  ) => Promise<McpResult>;
  readonly check: (source: string, request: CheckArguments, signal: AbortSignal) => Promise<McpResult>;
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
        inputSchema: z.object({ ...file, ...range, ...detail }),
        annotations: readOnly,
      },
      ({ file: path, ...request }, { mcpReq }) => answer(files.summarize(path, request, mcpReq.signal)),
    );
    server.registerTool(
      'check_file',
      {
        title: 'Check statements against a file',
        description:
          'Checks whether an exported conversation supports each statement, and cites the messages.',
        inputSchema: z.object({ ...file, ...range, ...statements }),
        annotations: readOnly,
      },
      ({ file: path, ...request }, { mcpReq }) => answer(files.check(path, request, mcpReq.signal)),
    );
  }
  if (channels) {
    server.registerTool(
      'summarize_channel',
      {
        title: 'Summarize a Discord channel',
        description: 'Summarizes a channel or thread that the token’s owner can read.',
        inputSchema: z.object({ ...channel, ...range, ...detail }),
        annotations: readOnly,
      },
      ({ channel_id: id, ...request }, { mcpReq }) => answer(channels.summarize(id, request, mcpReq.signal)),
    );
    server.registerTool(
      'check_channel',
      {
        title: 'Check statements against a Discord channel',
        description: 'Checks whether a channel or thread supports each statement, and cites the messages.',
        inputSchema: z.object({ ...channel, ...range, ...statements }),
        annotations: readOnly,
      },
      ({ channel_id: id, ...request }, { mcpReq }) => answer(channels.check(id, request, mcpReq.signal)),
    );
  }
  return server;
}

/** A failure that a person can act on becomes the tool's error, which the model reads. */
async function answer(result: Promise<McpResult>) {
  try {
    const { text, document } = await result;
    return {
      content: [{ type: 'text' as const, text }],
      structuredContent: document as Record<string, unknown>,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}
