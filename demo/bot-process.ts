import { spawn } from 'node:child_process';
import type { Playground } from '@footnote/playground/discord';

type BotProcessOptions = {
  /** The path of the program. */
  readonly script: string;
  /** Environment variables, besides those for the playground's address. */
  readonly env: Readonly<Record<string, string>>;
  /** The bot's output on stderr when it receives interactions; it may connect earlier. */
  readonly readyWords: string;
};

/** A running bot. */
type BotProcess = {
  /** Resolves when it receives interactions; rejects if it ends or takes longer than 90 s. */
  readonly ready: Promise<void>;
  /** Rejects if it ends by itself. */
  readonly ended: Promise<never>;
  readonly stop: () => Promise<void>;
};

const READY_WITHIN_MS = 90_000;

/** Starts a bot as usual, with the playground's address in its environment. */
export function startBotProcess(playground: Playground, options: BotProcessOptions): BotProcess {
  const bot = spawn(process.execPath, [options.script], {
    env: {
      ...process.env,
      DISCORD_TOKEN: playground.token,
      DISCORD_APPLICATION_ID: playground.applicationId,
      DISCORD_GUILD_ID: '',
      DISCORD_API_URL: `${playground.url}/api`,
      ...options.env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const heard = new Promise<void>(resolve => {
    bot.stderr.setEncoding('utf8').on('data', piece => {
      said += piece;
      if (said.includes(options.readyWords)) resolve();
    });
  });
  const ended = new Promise<never>((_, reject) => {
    bot.once('error', reject);
    bot.once('exit', code => reject(new Error(`the bot ended with ${code}: ${said.trim()}`)));
  });
  const ready = Promise.race([heard, ended, toDeadline()]);
  // A caller that stops the bot may not wait for either.
  for (const each of [ended, ready]) each.catch(() => undefined);
  return {
    ready,
    ended,
    stop: () =>
      new Promise<void>(resolve => {
        if (bot.exitCode !== null || bot.signalCode !== null) return resolve();
        bot.once('exit', () => resolve());
        bot.kill('SIGTERM');
      }),
  };
}

async function toDeadline(): Promise<never> {
  await new Promise(resolve => setTimeout(resolve, READY_WITHIN_MS).unref());
  throw new Error('the bot did not log in within 90 s');
}
