import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { commands } from '../commands/index.ts';
import { storeSampleDigests } from './demo-digests.ts';
import { deployCommands } from './io/discord/deploy.ts';
import { startBotProcess } from './playground/bot-process.ts';
import { type Claude, createClaude } from './playground/claude/server.ts';
import { createNoisyWriter, noises } from './playground/claude/writers/noisy-writer.ts';
import { createScriptedWriter } from './playground/claude/writers/scripted-writer.ts';
import type { InteractionView } from './playground/interactions/view.ts';
import { createPage } from './playground/page/server.ts';
import { createSampleWorld, type SampleWorld } from './playground/samples/sample-world.ts';
import { createPlayground, type Playground } from './playground/server.ts';
import { toTerminal } from './playground/terminal.ts';

const { once: isOnce = false } = new Command('npm run demo --')
  .description('Starts a small Discord on this machine, with conversations in it and Footnote logged in.')
  .option('--once', 'end after the summary and its sources are shown, without the page')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('(npm run demo -- --help lists what can be given)')
  .parse()
  .opts<{ once?: boolean }>();
const reader = 'lars';
const readyWithinMs = 30_000;
const writtenWithinMs = 300_000;
/** Slow enough that one sees claims appear. */
const pace = { firstByteMs: 400, tokensPerSecond: 250 };

function print(text = ''): void {
  process.stdout.write(`${text}\n`);
}

function startBot() {
  return startBotProcess(playground, {
    script: fileURLToPath(new URL('main.ts', import.meta.url)),
    env: { STORE_URL: storeUrl, FOOTNOTE_CLOCK: 'playground', ...engineEnv },
    readyWords: 'is logged in',
  });
}

function show(view: InteractionView): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const columns = Math.min(100, process.stdout.columns ?? 100);
  if (view.isEphemeral) print('Only you can see this');
  if (view.message) print(toTerminal(view.message, { zone, locale: 'en', columns }));
  print();
}

function hasSources({ message }: InteractionView): boolean {
  return JSON.stringify(message?.components ?? []).includes('"Sources"');
}

async function play(playground: Playground, { users, channels }: SampleWorld): Promise<void> {
  const { actions } = playground;
  const user = users.get(reader);
  const channel = channels.get('engineering');
  if (!user || !channel) throw new Error('the samples have no engineering channel');
  print(`In #${channel.name}, Lars types: /summarize detail: brief\n`);
  const options = { detail: 'brief' };
  const summary = await actions.slash({ user, channel, command: 'summarize', options });
  // What is shown before that is on its way still.
  await summary.until(hasSources, writtenWithinMs);
  show(summary);
  const { message } = summary;
  if (!message) throw new Error('there is no summary');
  print('Lars presses: Sources\n');
  const sources = await actions.press({ user, message, label: 'Sources' });
  show(await sources.settled(readyWithinMs));
}

const next = `What to try next
- two digests:                    move the clock of the page to Monday 9:00, and look into #news
- the same on a file of your own:  npx footnote summarize export.json
- the bot on your own server:      README.md, "Run it for real"`;

/** From the very beginning, so that whatever is running by then is ended. */
const told = new Promise<'told'>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('told'));
});

const playground = await createPlayground({ botName: 'Footnote' });
const world = createSampleWorld(playground, playground.clock.now());
await deployCommands(commands, {
  token: playground.token,
  applicationId: playground.applicationId,
  apiUrl: `${playground.url}/api`,
});
let claude: Claude | null = null;
const folder = mkdtempSync(join(tmpdir(), 'footnote-demo-'));
const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
await storeSampleDigests(storeUrl, world, playground.clock.now());
const hasKey = Boolean(process.env['ANTHROPIC_API_KEY']?.trim());
const withoutModel = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' };
// With a key the bot finds it as it always does.
let engineEnv: Readonly<Record<string, string>> = hasKey ? {} : withoutModel;
let bot = startBot();

let isStopping = false;
let restarting = Promise.resolve();

/** One after another: two at once would leave a bot behind that nobody stops. What was asked before can be pressed after. */
function restartBot(choose: () => Promise<void> | void = () => undefined): Promise<void> {
  const restarted = restarting.then(async () => {
    await choose();
    await bot.stop();
    if (isStopping) return;
    bot = startBot();
    await bot.ready;
  });
  // The next one waits for this one, whatever became of it.
  restarting = restarted.catch(() => undefined);
  return restarted;
}

/** The first is the one that runs. */
const engines = [
  ...(hasKey ? [{ name: 'claude', label: 'Claude' }] : []),
  { name: 'extractive', label: 'quotes chosen by code' },
  { name: 'stand-in', label: 'a stand-in for Claude' },
  { name: 'mistaken', label: 'a stand-in that errs' },
];

/** How often each mistake is made: often enough that there is something to review. */
const often = 0.15;

/** The page's knob: the same bot, told of Claude, of a Claude on this machine, or of none. */
function runWith(name: string): Promise<void> {
  return restartBot(async () => {
    engineEnv =
      name === 'claude' ? {} : name === 'extractive' ? withoutModel : await toStandIn(name === 'mistaken');
  });
}

/** One that errs makes every mistake that the checks are measured by, so that one sees what becomes of them. */
async function toStandIn(errs: boolean): Promise<Readonly<Record<string, string>>> {
  claude ??= await createClaude({ pace });
  const writer = createScriptedWriter();
  const rates = Object.fromEntries(noises.map(noise => [noise, often]));
  claude.writer = errs ? createNoisyWriter(writer, { seed: 1, rates }).write : writer;
  return { ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url };
}

const closing: (() => Promise<void>)[] = [playground.close, () => bot.stop()];

async function stop(): Promise<void> {
  isStopping = true;
  await restarting;
  for (const close of closing.reverse()) await close();
  await claude?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function stayUp(): Promise<void> {
  const page = await createPage(playground, {
    people: [...world.users.values()],
    engines,
    onEngine: runWith,
    onRestart: () => restartBot(),
  });
  closing.push(page.close);
  print(`\nSee it, press and type in a browser:  ${page.url}`);
  print(`This Discord stays up at ${playground.url}/api until you press Ctrl+C.`);
  await told;
}

async function run(): Promise<void> {
  await bot.ready;
  if (hasKey)
    print('There is an ANTHROPIC_API_KEY, so Claude writes: these written conversations are sent to it.\n');
  await Promise.race([play(playground, world), bot.ended]);
  print(next);
  if (!isOnce) await stayUp();
}

try {
  await Promise.race([run(), told]);
} catch (error) {
  process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await stop();
}
