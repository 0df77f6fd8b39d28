import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Script = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => boolean;
  /** What it has said so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
};

type ScriptOptions = {
  /** Options of Node.js. */
  readonly nodeOptions?: readonly string[];
  /** The folder that it runs in, with its `.env`. */
  readonly cwd?: string | undefined;
  /** What is piped in: a text, or an open file. */
  readonly stdin?: string | number | undefined;
  /** Whether it can be sent messages. */
  readonly hasMessages?: boolean;
};

/** Starts a script of ours as npm does, with nothing in its environment but this. */
export function startScript(
  path: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { nodeOptions = [], cwd, stdin, hasMessages = false }: ScriptOptions = {},
): Script {
  const child = spawn(process.execPath, [...nodeOptions, resolve(path), ...args], {
    ...(cwd !== undefined && { cwd }),
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(tmpdir(), 'footnote-compile-cache'),
      ...environment,
    },
    stdio: [
      typeof stdin === 'string' ? 'pipe' : (stdin ?? 'ignore'),
      'pipe',
      'pipe',
      ...(hasMessages ? (['ipc'] as const) : []),
    ],
  });
  if (typeof stdin === 'string') child.stdin?.end(stdin);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', piece => {
    stdout += piece;
  });
  child.stderr?.setEncoding('utf8').on('data', piece => {
    stderr += piece;
  });
  const ended = new Promise<Ended>((done, failed) => {
    child.on('error', failed).on('close', code => done({ code, stdout, stderr }));
  });
  return { child, ended, kill: signal => child.kill(signal), stdout: () => stdout, stderr: () => stderr };
}
