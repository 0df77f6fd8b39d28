#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { dateOrders } from './app/chats-ports.ts';
import { details } from './core/claims/summary.ts';
import { longestQuestion } from './core/prompt/answer.ts';
import { UserError } from './errors.ts';
import { loadExtra } from './extras.ts';
import { formats } from './render/formats.ts';

// Later starts reuse the compiled sources.
enableCompileCache();

const name = 'npm run footnote --';
const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const program = new Command(name)
  .description('Summarizes exported conversations; every claim links to the messages behind it.')
  .version(packageJson.version)
  .exitOverride()
  .showHelpAfterError(`(see ${name} --help)`)
  .showSuggestionAfterError();

const toEngineOption = (writes: string) =>
  new Option(
    '--engine <name>',
    `extractive selects quotes on this machine; claude ${writes} and sends the conversation to Anthropic (needs ANTHROPIC_API_KEY)`,
  )
    .choices(['extractive', 'claude'])
    .default('extractive');

const showPrompt = [
  '--show-prompt',
  'print the exact prompt for Claude and send nothing (with --format json: the request bodies)',
] as const;

addOutputOptions(
  program
    .command('summarize')
    .description('summarize an exported conversation')
    .argument(
      '<file>',
      'an export of WhatsApp, Telegram, Slack or DiscordChatExporter, a transcript, a Markdown or text file, or JSON Lines; - reads stdin',
    )
    .addOption(toEngineOption('writes a summary'))
    .addOption(new Option('--detail <level>', 'level of detail').choices(details).default('standard'))
    .option('--dry-run', 'print what the conversation contains and what is left out, and summarize nothing')
    .option(...showPrompt),
).action(runs(async () => (await import('./cli/summarize-file.ts')).summarizeFile));

addOutputOptions(
  program
    .command('ask')
    .description('answer a question about a conversation, or say that nobody said it')
    .argument('<file>', 'the conversation, as for summarize; - reads stdin')
    .argument('<question>', 'the question, in quotation marks', parseQuestion)
    .addOption(toEngineOption('answers'))
    .option(...showPrompt),
).action(runs(async () => (await import('./cli/summarize-file.ts')).askFile));

addOutputOptions(
  program
    .command('check')
    .description('check statements against a conversation and find the messages behind them')
    .argument('<file>', 'the conversation, as for summarize; - reads stdin')
    .argument('<claims>', 'the statements: one per line, prose, or JSON [{text, positions?}]; - reads stdin'),
)
  .addHelpText(
    'after',
    `
Each statement gets a status:
  checked      quotes, numbers and dates are right, and a second model supports the wording (or it only quotes)
  not checked  no model read it: quotes are right, but the messages found may say something else, with
               other numbers, even the opposite
  unclear      a check failed, or the messages say only a part of it, with the reason
  not found    no message says this

In JSON, these are verified, sources_found, needs_clarification and not_found.

To have the wording checked, set ANTHROPIC_API_KEY. With FOOTNOTE_JUDGE=off, nothing is sent.`,
  )
  .action(runs(async () => (await import('./cli/check-file.ts')).checkFile));

addInputOptions(
  program
    .command('explain')
    .description('show the result of each check of one claim, step by step')
    .argument('<file>', 'the conversation, as for summarize; - reads stdin')
    .argument('<claim>', 'the claim, in quotation marks'),
).action(runs(async () => (await import('./cli/explain-claim.ts')).explainClaim));

addInputOptions(
  program
    .command('verify')
    .description('check a receipt: read its messages again and say which are unchanged')
    .argument('<receipt>', 'the file of More, Save as, Receipt; - reads stdin')
    .argument(
      '[export]',
      'an export with its messages, as for summarize; default: Discord, with DISCORD_TOKEN',
    ),
)
  .option(
    '--key <key>',
    'the public key of the bot, from its GET /receipts/keys; default: that of this installation',
  )
  .action(runs(async () => (await import('./cli/verify-receipt.ts')).verifyReceipt));

program
  .command('doctor')
  .description('check the environment, store, Claude API and Discord, and say how to fix what is wrong')
  .option(
    '--grade',
    'have the judge check 200 labeled claims, and say how good it is; says first what that costs',
  )
  .addOption(
    new Option('--health', 'make no call to a model, for a check that runs again and again').conflicts(
      'grade',
    ),
  )
  .action(runs(async () => (await import('./cli/doctor.ts')).runDoctor));

program
  .command('setup')
  .description('ask for the tokens and keys, check them, write .env, register the commands and start the bot')
  .option(
    '--yes',
    'ask nothing: check and write what the environment or .env has; the bot is not started, so that the script goes on',
  )
  .action(runs(async () => (await import('./cli/setup.ts')).setUp));

function addInputOptions(command: Command): Command {
  return command
    .addOption(zoneOption())
    .addOption(
      new Option(
        '--date-order <order>',
        'order of the dates of a WhatsApp export (default: detected)',
      ).choices(dateOrders),
    )
    .option(
      '--start <time>',
      'when a transcript or document without dates begins, such as "2026-03-09 14:00"',
    )
    .option('--show-numbers', 'show phone numbers instead of masking them')
    .addOption(
      new Option('--max-size <MB>', 'largest file to read, in megabytes (default: 16)').argParser(parseSize),
    );
}

const token = program
  .command('token')
  .description("manage tokens for the HTTP API (needs the bot's STORE_URL)");
token
  .command('create')
  .description('create a token and print it')
  .requiredOption('--guild <id>', 'ID of the server that the token can read', parseDiscordId)
  .requiredOption(
    '--user <id>',
    "ID of the token's owner: it can read what this person can read",
    parseDiscordId,
  )
  .addOption(
    new Option('--channel <id>', 'limit it to this channel and its threads; may be repeated')
      .argParser<readonly string[]>((words, before) => [...before, parseDiscordId(words)])
      .default([], 'all channels'),
  )
  .action(runs(async () => (await import('./cli/token.ts')).createApiToken));
token
  .command('list')
  .description('list the tokens, without their secrets')
  .action(runs(async () => (await import('./cli/token.ts')).listApiTokens));
token
  .command('revoke')
  .description('revoke a token')
  .argument('<id>', 'the id of the token, as shown by token list')
  .action(runs(async () => (await import('./cli/token.ts')).revokeApiToken));

const webhook = program
  .command('webhook')
  .description("also send the summaries of a digest to an address (needs the bot's STORE_URL)");
const digestId = ['<digest>', 'the id of the digest, as shown by webhook list'] as const;
webhook
  .command('list')
  .description('list the digests, with the hosts of their webhooks')
  .action(runs(async () => (await import('./cli/webhook.ts')).listWebhooks));
webhook
  .command('set')
  .description('set the address, and print the secret that signs what is sent')
  .argument(...digestId)
  .argument('<url>', 'an https:// address')
  .action(runs(async () => (await import('./cli/webhook.ts')).setDigestWebhook));
webhook
  .command('remove')
  .description('send nothing there any more')
  .argument(...digestId)
  .action(runs(async () => (await import('./cli/webhook.ts')).removeDigestWebhook));

program
  .command('mcp')
  .description('let an AI assistant summarize and check (MCP server on stdin and stdout)')
  .addOption(toEngineOption('writes summaries and judges statements'))
  .addOption(zoneOption())
  .action(runs(async () => (await loadExtra('The command mcp', import('./cli/mcp.ts'))).serveMcp));

/** Loads a command when it runs, so that help and usage errors appear half a second earlier. It gets its arguments, options and a `Run`. */
function runs(load: () => Promise<(...given: never[]) => Promise<void>>) {
  return async (...given: readonly unknown[]) => {
    const { runCommand } = await import('./cli/run-command.ts');
    // The last argument is commander's own command.
    await runCommand(async run => (await load())(...([...given.slice(0, -1), run] as never[])));
  };
}

/** The options of a command that reads a conversation and writes a result. */
function addOutputOptions(command: Command): Command {
  return addInputOptions(command)
    .addOption(new Option('--format <name>', 'output format').choices(formats).default('plain'))
    .option('--since <time>', 'start: 2h, yesterday 9am, 2026-03-09 (counted back from the newest message)')
    .option('--until <time>', 'end, written like --since')
    .option(
      '--language <tag>',
      'language of the summary, such as de or Portuguese (default: that of the conversation)',
    )
    .option('--no-references', 'leave out footnotes and sources')
    .option('--out <file>', 'write to a file instead of stdout');
}

function zoneOption(): Option {
  return new Option('--zone <iana>', 'time zone, such as Europe/Berlin').default(machineZone);
}

function parseSize(words: string): number {
  const megabytes = /^\d{1,3}$/.test(words) ? Number(words) : 0;
  // Node cannot create a longer string.
  if (megabytes >= 1 && megabytes <= 500) return megabytes;
  throw new InvalidArgumentError('Write a whole number of megabytes from 1 to 500.');
}

function parseDiscordId(words: string): string {
  if (/^\d{15,20}$/.test(words)) return words;
  throw new InvalidArgumentError('Write a Discord id: 15 to 20 digits.');
}

function parseQuestion(words: string): string {
  const question = words.replace(/\s+/g, ' ').trim();
  if (question !== '' && question.length <= longestQuestion) return question;
  throw new InvalidArgumentError(`Write a question of 1 to ${longestQuestion} characters.`);
}

// Errors of these streams are handled at each write; without a listener they would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  // 1: the file or the work failed; 2: bad usage.
  const isUsage = error instanceof UserError && ['bad_usage', 'bad_environment'].includes(error.code);
  process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : isUsage ? 2 : 1;
}
