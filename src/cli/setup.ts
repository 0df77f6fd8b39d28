import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { commands } from '../../commands/index.ts';
import { type Config, readConfig } from '../config.ts';
import { type Environment, environmentSchema, toSet } from '../environment.ts';
import { type Diagnosis, UserError } from '../errors.ts';
import { tryModel } from '../io/claude/models.ts';
import { deployCommands, identify, toDeployFailure } from '../io/discord/check-discord.ts';
import { checkStore } from '../io/keyv/check-store.ts';
import { toLine } from './doctor.ts';
import { dotEnv, readDotEnv, setVariables } from './dot-env.ts';
import type { Run } from './run-command.ts';
import { writeOutput } from './write-output.ts';

type Terminal = {
  /** The answer without surrounding spaces; rejects with an `AbortError` after Ctrl+C or Ctrl+D. */
  readonly ask: (question: string, options?: { readonly isHidden?: boolean }) => Promise<string>;
  readonly close: () => void;
};

/** Ctrl+C still arrives as SIGINT, which has to abort `signal`. @throws UserError `bad_usage` if nobody can answer. */
function openTerminal(nobody: string, signal: AbortSignal): Terminal {
  if (!process.stdin.isTTY) throw new UserError('bad_usage', nobody);
  let isMuted = false;
  const output = new Writable({
    write(piece, _, done) {
      if (!isMuted) process.stdout.write(piece);
      done();
    },
  });
  // With a history, the arrow keys would show what was typed hidden.
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const stop = AbortSignal.any([signal, closed.signal]);
  return {
    async ask(question, { isHidden = false } = {}) {
      isMuted = isHidden;
      if (isHidden) process.stdout.write(question);
      try {
        return (await lines.question(isHidden ? '' : question, { signal: stop })).trim();
      } finally {
        isMuted = false;
        if (isHidden) process.stdout.write('\n');
      }
    },
    close: () => lines.close(),
  };
}

export type SetupOptions = {
  readonly yes?: boolean;
};

type Step = {
  readonly name:
    | 'DISCORD_TOKEN'
    | 'ANTHROPIC_API_KEY'
    | 'FOOTNOTE_MONTHLY_USD'
    | 'FOOTNOTE_MEMBER_USD'
    | 'STORE_KEY';
  /** What it is, how to get it, and what it does. */
  readonly help: string;
  readonly isSecret: boolean;
  /** What Enter does where nothing is set; without it, something has to be typed. */
  readonly otherwise?: { readonly words: string; readonly value: () => string | undefined };
  readonly isSkipped?: (config: Config) => boolean;
  /** What is to be said of the value, the worst as a `UserError`. */
  readonly check?: (config: Config, signal: AbortSignal) => Promise<readonly Diagnosis[]>;
};

const steps: readonly Step[] = [
  {
    name: 'DISCORD_TOKEN',
    help: 'Create an application at https://discord.com/developers/applications. Under Bot, turn on Message Content Intent, press Reset Token and copy the token.',
    isSecret: true,
    check: async ({ discord }) => (await identifyBot(discord)).diagnoses,
  },
  {
    name: 'ANTHROPIC_API_KEY',
    help: 'With a key from https://platform.claude.com/settings/keys, Claude writes the summaries and conversations are sent to Anthropic. Without one, summaries are Highlights (selected quotes).',
    isSecret: true,
    otherwise: { words: 'none', value: () => undefined },
    check: async ({ claude: { apiKey, baseUrl, provider, model } }, signal) => {
      if (apiKey === undefined || provider !== 'anthropic') return [];
      const found = await tryModel({ apiKey, baseUrl }, model, signal);
      if (found.level === 'problem') throw new UserError('bad_environment', found.text);
      return [found];
    },
  },
  {
    name: 'FOOTNOTE_MONTHLY_USD',
    help: 'US dollars that the whole bot may spend in a calendar month. 0 = unlimited.',
    isSecret: false,
    otherwise: { words: '10', value: () => '10' },
    isSkipped: ({ claude }) => claude.apiKey === undefined,
  },
  {
    name: 'FOOTNOTE_MEMBER_USD',
    help: 'US dollars that a member of a server may spend in a day. 0 = unlimited. /settings can override it for a server.',
    isSecret: false,
    otherwise: { words: '0', value: () => '0' },
    isSkipped: ({ claude }) => claude.apiKey === undefined,
  },
  {
    name: 'STORE_KEY',
    help: 'Encrypts what is stored.',
    isSecret: true,
    otherwise: { words: 'a new key', value: () => randomBytes(32).toString('base64') },
    check: async ({ storeUrl, storeKeys = [], discord: { botId } }) => {
      const found = await checkStore(storeUrl, storeKeys, botId);
      if (found.level === 'problem') throw new UserError('bad_environment', found.text);
      return [found];
    },
  },
];

/** Asks for what the bot needs, checks it, writes it to `.env` and registers the commands. Can be repeated. */
export async function setUp({ yes = false }: SetupOptions, { signal }: Run): Promise<void> {
  const terminal = yes
    ? null
    : openTerminal(
        'This asks questions, so it needs a terminal. In a script, set DISCORD_TOKEN, then run: npm run setup -- --yes',
        signal,
      );
  try {
    const text = await readDotEnv();
    const file = toSet(parseEnv(text));
    const answers = await answer(file, terminal, signal);
    // The checks used these too.
    const given = Object.entries(toSet(process.env)).filter(
      ([name, value]) => name in environmentSchema.shape && !(name in answers.values) && file[name] !== value,
    );
    const { discord } = answers.config;
    const { id: applicationId } = await identifyBot(discord);
    const values = { ...Object.fromEntries(given), ...answers.values, DISCORD_APPLICATION_ID: applicationId };
    await writeOutput(setVariables(text, values), dotEnv, 0o600);
    const also = given.map(([name]) => name).join(', ');
    await say(
      `\nWrote ${dotEnv}, which only you can read${also === '' ? '' : `, also with what the environment sets: ${also}`}.`,
    );
    if (answers.values['STORE_KEY'] !== undefined)
      await say(`STORE_KEY is in ${dotEnv}. Keep a copy elsewhere: without it, stored data cannot be read.`);
    await register({ ...discord, applicationId });
    const start = await terminal?.ask('Start the bot now? [Y/n] ').catch(() => 'n');
    terminal?.close();
    if (start === undefined || /^n/i.test(start)) await say('Start the bot with: npm start');
    else await startBot();
  } finally {
    terminal?.close();
  }
}

/** The value of each step, and the configuration with all of them; without a terminal, what is set already. */
async function answer(file: Environment, terminal: Terminal | null, signal: AbortSignal) {
  const values: Record<string, string | undefined> = {};
  const known = { ...toSet(file), ...toSet(process.env) };
  const others = Object.fromEntries(
    Object.entries(known).filter(([name]) => !steps.some(step => step.name === name)),
  );
  let config = readConfig(others);
  for (const step of steps) {
    if (step.isSkipped?.(config)) continue;
    const isGiven = step.name in toSet(process.env);
    if (terminal) await say(`\n${step.help}${step.isSecret ? ' What you type is not shown.' : ''}`);
    for (;;) {
      const value = terminal && !isGiven ? await askFor(step, known[step.name], terminal) : known[step.name];
      try {
        const next = accept(step, value, { ...others, ...values });
        for (const each of (await step.check?.(next, signal)) ?? []) await say(toLine(each));
        values[step.name] = value;
        config = next;
        break;
      } catch (error) {
        if (!(error instanceof UserError) || !terminal || isGiven) throw error;
        await say(toLine({ level: 'problem', topic: 'Not accepted', text: error.message }));
        // What could not be checked may be right: Enter checks it again.
        if (error.code === 'discord_unavailable' && value !== undefined) known[step.name] = value;
      }
    }
  }
  return { values, config };
}

async function askFor(
  { name, isSecret, otherwise }: Step,
  known: string | undefined,
  terminal: Terminal,
): Promise<string | undefined> {
  const shown = isSecret ? `•••• ${known?.slice(-4)}` : known;
  const removal = otherwise && isSecret ? ', - removes it' : '';
  const hint =
    known !== undefined
      ? ` [${shown}: Enter keeps it${removal}]`
      : otherwise
        ? ` [Enter: ${otherwise.words}]`
        : '';
  const typed = await terminal.ask(`${name}${hint}: `, { isHidden: isSecret });
  if (typed === '-' && removal) return undefined;
  return typed || (known ?? otherwise?.value());
}

/** The configuration with this value; throws `UserError` if it is missing or not valid. */
function accept({ name, otherwise }: Step, value: string | undefined, others: Environment): Config {
  if (value === undefined && !otherwise)
    throw new UserError(
      'bad_environment',
      `${name} is missing. Set ${name} in the environment or .env, then run this again.`,
    );
  return readConfig({ ...others, [name]: value });
}

async function identifyBot({ token, apiUrl }: Config['discord']): ReturnType<typeof identify> {
  if (token === undefined) throw new UserError('bad_environment', 'DISCORD_TOKEN is missing.');
  return identify({ token, apiUrl });
}

async function register({
  token = '',
  applicationId,
  guildId,
  apiUrl,
}: Config['discord'] & { applicationId: string }) {
  const where = guildId === undefined ? 'for all servers' : `for server ${guildId}`;
  try {
    const count = await deployCommands(commands, { token, applicationId, guildId, apiUrl });
    await say(`Registered ${count} commands ${where}.`);
  } catch (cause) {
    throw new UserError('discord_unavailable', `${toDeployFailure(cause)} Try again with: npm run deploy`, {
      cause,
    });
  }
}

async function startBot(): Promise<void> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const bot = spawn(process.execPath, ['--max-semi-space-size=8', `--env-file=${dotEnv}`, main], {
    stdio: 'inherit',
  });
  // The terminal sends Ctrl+C to both, and the bot ends by itself.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  const [code] = await once(bot, 'exit');
  process.off('SIGINT', ignore);
  process.exitCode = code ?? 1;
}

function say(words: string): Promise<void> {
  return writeOutput(`${words}\n`, undefined);
}
