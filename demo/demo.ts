import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InteractionView, Playground } from '@footnote/playground/discord';
import type { StartPlace } from '@footnote/playground/page';
import { Command } from 'commander';
import { commands } from '../commands/index.ts';
import { recordedModel } from '../src/core/claims/summary.ts';
import { UserError } from '../src/errors.ts';
import { loadExtra } from '../src/extras.ts';
import { deployCommands } from '../src/io/discord/check-discord.ts';
import type { Claude } from './claude/claude.ts';
import { storeSampleDigests } from './digests.ts';
import { pageTexts } from './page-texts.ts';
import type { SampleWorld } from './samples/sample-world.ts';

const { once: isOnce = false } = new Command('npm run demo --')
  .description('Starts a small Discord on this machine, with conversations in it and Footnote logged in.')
  .option('--once', 'end after the summary and its sources are shown, without the page')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('(npm run demo -- --help lists what can be given)')
  .parse()
  .opts<{ once?: boolean }>();
// Packages of the playground are for development only.
const [
  { startBotProcess },
  { createRecordedJudge },
  { createModel },
  { createClaude },
  { createRecordedWriter },
  { createPlayground },
  { createPage },
  { recordedAnswers },
  { createSampleWorld },
  { toTerminal },
] = await loadExtra(
  'The demo',
  Promise.all([
    import('./bot-process.ts'),
    import('./claude/recorded-judge.ts'),
    import('@footnote/playground/claude'),
    import('./claude/claude.ts'),
    import('./claude/recorded-writer.ts'),
    import('@footnote/playground/discord'),
    import('@footnote/playground/page'),
    import('./samples/answers/index.ts'),
    import('./samples/sample-world.ts'),
    import('./terminal.ts'),
  ]),
  'npm install',
).catch((error: unknown) => {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const reader = 'lars';
const readyWithinMs = 30_000;
const writtenWithinMs = 300_000;
/** Slow enough to see claims appear. */
const pace = { firstByteMs: 400, tokensPerSecond: 250 };

function print(text = ''): void {
  process.stdout.write(`${text}\n`);
}

function startBot() {
  return startBotProcess(playground, {
    script: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
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

/** Plays a short session in the terminal. Returns where its summary is. */
async function play(playground: Playground, { users, channels }: SampleWorld): Promise<StartPlace> {
  const { actions } = playground;
  const user = users.get(reader);
  const channel = channels.get('engineering');
  if (!user || !channel) throw new Error('the samples have no engineering channel');
  print(`In #${channel.name}, Lars types: /summarize detail: brief\n`);
  const options = { detail: 'brief' };
  const summary = await actions.slash({ user, channel, command: 'summarize', options });
  // Only an earlier state may be shown yet.
  await summary.until(hasSources, writtenWithinMs);
  show(summary);
  const { message } = summary;
  if (!message) throw new Error('there is no summary');
  print('Lars presses: Sources\n');
  const sources = await actions.press({ user, message, label: 'Sources' });
  show(await sources.settled(readyWithinMs));
  return { userId: user.id, channelId: channel.id, messageId: message.id };
}

const next = `What to try next
- two digests:                    npm run demo, set its clock to Monday 9:00, and look into #news and #ideas
- the same on the command line:    npm run footnote -- summarize test/fixtures/release-room.jsonl
- the bot on your own server:      npm run setup`;

/** Set up first, so that a signal stops everything that is running. */
const told = new Promise<'told'>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('told'));
});

const playground = await createPlayground({ botName: 'Footnote' });
const startedAtMs = playground.clock.now();
const world = createSampleWorld(playground, startedAtMs);
await deployCommands(commands, {
  token: playground.token,
  applicationId: playground.applicationId,
  apiUrl: `${playground.url}/api`,
});
let claude: Claude | null = null;
const folder = mkdtempSync(join(tmpdir(), 'footnote-demo-'));
const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
await storeSampleDigests(storeUrl, world, startedAtMs);
const hasKey = Boolean(process.env['ANTHROPIC_API_KEY']?.trim());
const withoutModel = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' };
// With a key, the bot uses it as usual.
let engineEnv: Readonly<Record<string, string>> = hasKey ? {} : await toRecorded(false);
let bot = startBot();

/** The bot talks to Claude as usual, but a local server gives the recorded answers, with mistakes if wanted. */
async function toRecorded(makesMistakes: boolean): Promise<Readonly<Record<string, string>>> {
  claude ??= await createClaude({
    pace,
    models: [
      createModel({
        id: recordedModel,
        name: 'Recorded answer',
        line: 'sonnet',
        releasedAt: '2026-01-01T00:00:00Z',
      }),
    ],
    judge: createRecordedJudge(recordedAnswers, startedAtMs),
  });
  claude.writer = createRecordedWriter(recordedAnswers, startedAtMs, makesMistakes);
  return {
    ANTHROPIC_API_KEY: claude.apiKey,
    ANTHROPIC_BASE_URL: claude.url,
    FOOTNOTE_MODEL: recordedModel,
    FOOTNOTE_MODEL_SMALL: recordedModel,
    // Recorded answers cost nothing.
    FOOTNOTE_MONTHLY_USD: '0',
  };
}

let isStopping = false;
let restarting = Promise.resolve();

/** One after another: two at once would leave a bot running. Buttons of earlier summaries still work afterward. */
function restartBot(choose: () => Promise<void> | void = () => undefined): Promise<void> {
  const restarted = restarting.then(async () => {
    await choose();
    await bot.stop();
    if (isStopping) return;
    bot = startBot();
    await bot.ready;
  });
  // The caller handles a failure. The next restart only waits for this one to end.
  restarting = restarted.catch(() => undefined);
  return restarted;
}

/** The first one is used. */
const engines = [
  ...(hasKey ? [{ name: 'claude', label: 'Claude' }] : []),
  { name: 'recorded', label: 'Recorded answers' },
  { name: 'highlights', label: 'Highlights (quotes, no model)' },
  { name: 'mistakes', label: 'Recorded, with mistakes' },
];

/** The page's engine switch: restarts the same bot with Claude, with recorded answers or without an API key. */
function runWith(name: string): Promise<void> {
  return restartBot(async () => {
    if (name === 'claude') engineEnv = {};
    else engineEnv = name === 'highlights' ? withoutModel : await toRecorded(name === 'mistakes');
  });
}

const closing: (() => Promise<void>)[] = [playground.close, () => bot.stop()];

async function stop(): Promise<void> {
  isStopping = true;
  await restarting;
  for (const close of closing.reverse()) await close();
  await claude?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Where the page opens, once there is a summary. */
let start: StartPlace | undefined;

async function openPage(): Promise<void> {
  const page = await createPage(playground, {
    ...pageTexts,
    people: [...world.users.values()],
    get start() {
      return start;
    },
    engines,
    onEngine: runWith,
    onRestart: () => restartBot(),
  });
  closing.push(page.close);
  print(`See it, press and type in a browser:  ${page.url}`);
  print('This Discord stays up until you press Ctrl+C.\n');
}

async function run(): Promise<void> {
  if (!isOnce) await openPage();
  await bot.ready;
  if (hasKey) print('ANTHROPIC_API_KEY is set, so Claude writes: the sample conversations are sent to it.\n');
  else print('The summary below is a demo answer: no model was called. The bot checks it as usual.\n');
  start = await Promise.race([play(playground, world), bot.ended]);
  print(next);
  if (!isOnce) await told;
}

try {
  await Promise.race([run(), told]);
} catch (error) {
  process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await stop();
}
