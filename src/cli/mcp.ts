import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import packageJson from '../../package.json' with { type: 'json' };
import { check } from '../app/check.ts';
import { extractiveEngine } from '../app/extractive.ts';
import { selectRange } from '../app/select-range.ts';
import { type SummaryProgress, summarize } from '../app/summarize.ts';
import { connectEngines, connectJudgeAlone } from '../engines.ts';
import { toFieldNames, UserError } from '../errors.ts';
import {
  createMcpServer,
  type McpCall,
  type McpReading,
  type McpSource,
  toMcpResult,
  toProgressWords,
} from '../io/http/routes/mcp.ts';
import { readConversation } from '../io/import/import-chat.ts';
import { createLogger } from '../log.ts';
import { readEngineEnvironment, readGrade, toMessageCount } from './run-command.ts';

export type McpOptions = {
  readonly engine: 'extractive' | 'claude';
  readonly zone: string;
};

export async function serveMcp(options: McpOptions): Promise<void> {
  const files = createFiles(options);
  serveStdio(() => createMcpServer({ version: packageJson.version, files }));
  // A file, such as /dev/null, only ends.
  await new Promise<void>(resolve => process.stdin.once('close', resolve).once('end', resolve));
}

function createFiles({ engine, zone }: McpOptions): McpSource {
  const log = createLogger('silent');
  const { claude } = readEngineEnvironment(engine === 'claude');
  const read = async (
    path: string,
    { date_order: dateOrder, start, max_size: megabytes, ...range }: McpReading,
    { signal, onProgress }: McpCall,
  ) => {
    const options = { signal, zone, dateOrder, start, megabytes };
    const fail = (error: unknown): never => {
      throw error instanceof UserError
        ? new UserError(error.code, toFieldNames(error.message), { cause: error })
        : error;
    };
    const { conversation, notices } = await readConversation(path, options).catch(fail);
    const selected = await selectRange(conversation, range, zone).catch(fail);
    onProgress(`${toMessageCount(selected.conversation.messages.length)} read`);
    return { ...selected, notices: notices.map(toFieldNames) };
  };
  return {
    async summarize(path, { detail, question, ...asked }, call) {
      const { signal, onProgress } = call;
      const { conversation, window, notices } = await read(path, asked, call);
      const engines =
        engine === 'claude'
          ? await connectEngines(claude, log, signal, { gradeOf: readGrade })
          : { engine: extractiveEngine };
      const messagesRead = conversation.messages.length;
      const ports = {
        ...engines,
        log,
        newId: randomUUID,
        onVerified: ({ verified, judging }: SummaryProgress) =>
          onProgress(toProgressWords({ messagesRead, claims: verified, judging })),
      };
      const summary = await summarize(conversation, { detail, question, zone, window }, ports, signal);
      return { ...toMcpResult(summary), notices };
    },
    async check(path, { statements, ...asked }, call) {
      const { signal, onProgress } = call;
      const { conversation, window, notices } = await read(path, asked, call);
      const { judge } = engine === 'claude' ? await connectJudgeAlone(claude, log, signal, readGrade) : {};
      const request = { statements: statements.map(text => ({ text })), zone, window };
      const onChecked = (checked: number) =>
        onProgress(`${checked} of ${statements.length} statements checked`);
      const ports = { newId: randomUUID, onChecked, judge };
      return { ...toMcpResult(await check(conversation, request, ports, signal)), notices };
    },
  };
}
