import { type Script, startScript } from '../start-script.ts';

type Environment = Readonly<Record<string, string>>;

/** Starts the CLI as a person would, without the API key of the person who runs the tests. */
export function startFootnote(
  args: readonly string[],
  environment: Environment = {},
  stdin?: string | number,
  cwd?: string,
): Script {
  return startScript('src/cli.ts', { TZ: 'UTC', NO_COLOR: '1', ...environment }, args, { stdin, cwd });
}

export const runFootnote = (...given: Parameters<typeof startFootnote>) => startFootnote(...given).ended;
