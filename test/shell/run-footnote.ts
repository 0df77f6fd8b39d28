import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs the shell as a person would, in a process of its own. */
export function runFootnote(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  /** What is piped in: a text, or an open file. */
  stdin?: string | number,
  /** The folder that it runs in, with its `.env`. */
  cwd?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [resolve('src/cli.ts'), ...args], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'footnote-compile-cache'),
      TZ: 'UTC',
      NO_COLOR: '1',
      // Tests never use the API key of the person who runs them.
      ANTHROPIC_API_KEY: '',
      // The tests' own variable, which doctor would call unknown.
      DISCORD_OPENAPI: '',
      ...environment,
    },
    ...(cwd !== undefined && { cwd }),
    stdio: [typeof stdin === 'string' ? 'pipe' : (stdin ?? 'ignore'), 'pipe', 'pipe'],
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
  return new Promise((done, failed) => {
    child.on('error', failed).on('close', code => done({ code, stdout, stderr }));
  });
}
