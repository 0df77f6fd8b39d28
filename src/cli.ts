#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { CheckOptions } from './check-file.ts';
import { details } from './core/claims/summary.ts';
import { UserError } from './errors.ts';
import { type Format, formats } from './render/render.ts';
import { groupings } from './render/source-groups.ts';
import type { SummarizeOptions } from './summarize-file.ts';

// Later starts need not compile the sources again.
enableCompileCache();

const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const program = new Command('footnote')
  .description('Summaries in which every claim opens the messages it rests on.')
  .version(packageJson.version)
  .exitOverride()
  .showHelpAfterError('(footnote summarize --help lists what can be given)')
  .showSuggestionAfterError();

program
  .command('summarize')
  .description('summarize an exported conversation')
  .argument(
    '<file>',
    'a DiscordChatExporter JSON export, or JSON Lines of {id?, author, time, text, reply_to?, ...}; - reads stdin',
  )
  .addOption(
    new Option(
      '--engine <name>',
      'who writes: code that chooses quotes, or Claude, which the conversation is sent to (needs ANTHROPIC_API_KEY)',
    )
      .choices(['extractive', 'claude'])
      .default('extractive'),
  )
  .addOption(
    new Option('--format <name>', 'how it looks').choices(formats).argParser(toFormat).default('plain'),
  )
  .addOption(new Option('--detail <level>', 'how much of it').choices(details).default('standard'))
  .option('--zone <iana>', 'the zone of times, such as Europe/Berlin', machineZone)
  .option('--since <time>', 'from when on: 2h, yesterday 9am, 2026-03-09 (counted from the newest message)')
  .option('--until <time>', 'until when')
  .option('--language <tag>', "the language of headings, such as de (default: the conversation's own)")
  .option(
    '--show-prompt',
    'print what would be sent to Claude to the letter, and send nothing (--format json: the bodies)',
  )
  .option('--no-references', 'leave out footnotes and sources')
  .addOption(
    new Option('--sources <how>', 'how the sources at the end are set: one list, or by topic or claim')
      .choices(groupings)
      .default('flat'),
  )
  .option('--out <file>', 'write there instead of to stdout')
  .action(async (file: string, options: SummarizeOptions) => {
    // What summarizing needs takes half a second to load; help and bad usage need not wait for it.
    const { summarizeFile } = await import('./summarize-file.ts');
    await summarizeFile(file, options);
  });

program
  .command('check')
  .description("find the messages behind somebody else's statements and check the statements against them")
  .argument('<file>', 'the conversation, as summarize reads it; - reads stdin')
  .argument(
    '<claims>',
    'a file of statements, one a line or prose to split, or JSON [{text, positions?}]; - reads stdin',
  )
  .showHelpAfterError('(footnote check --help lists what can be given)')
  .addOption(
    new Option('--format <name>', 'how it looks').choices(formats).argParser(toFormat).default('plain'),
  )
  .option('--zone <iana>', 'the zone of times, such as Europe/Berlin', machineZone)
  .option('--since <time>', 'from when on: 2h, yesterday 9am, 2026-03-09 (counted from the newest message)')
  .option('--until <time>', 'until when')
  .option(
    '--language <tag>',
    "the language around the statements, such as de (default: the conversation's own)",
  )
  .option('--no-references', 'leave out footnotes and sources')
  .option('--out <file>', 'write there instead of to stdout')
  .addHelpText(
    'after',
    `
Each statement gets a status:
  verified             quotes, numbers and dates hold, and a second model supports the wording (or it only quotes)
  sources found        quotes, numbers and dates hold; nobody has judged the wording
  needs clarification  a check fails or a part is missing, with the reason
  not found            no message says anything like it

Set ANTHROPIC_API_KEY to have the wording judged; FOOTNOTE_JUDGE=off sends nothing.`,
  )
  .action(async (file: string, claims: string, options: CheckOptions) => {
    const { checkFile } = await import('./check-file.ts');
    await checkFile(file, claims, options);
  });

const otherNames: Readonly<Record<string, Format>> = {
  md: 'markdown',
  txt: 'plain',
  text: 'plain',
  htm: 'html',
  page: 'html',
  discord: 'embed',
};

function toFormat(name: string): Format {
  const known = formats.find(format => format === name);
  if (known) return known;
  const lower = name.toLowerCase();
  const meant = otherNames[lower] ?? formats.find(format => format.slice(0, 3) === lower.slice(0, 3));
  throw new InvalidArgumentError(
    `Allowed choices are ${formats.join(', ')}.${meant ? ` Did you mean ${meant}?` : ''}`,
  );
}

// Whoever writes is told of a failure where it writes; without a listener the process would end with a stack.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** 0 done; 1 the file or the work failed; 2 bad usage. */
function toExitCode(error: unknown): 0 | 1 | 2 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isUsage = error instanceof UserError && ['bad_usage', 'bad_environment'].includes(error.code);
  return isUsage ? 2 : 1;
}

/** `footnote chat.json` has no command in it: the way to say it, or nothing where no file was meant. */
function toForgottenCommand(error: unknown): string {
  const [word] = program.args;
  if (!(error instanceof CommanderError) || error.code !== 'commander.unknownCommand' || !word) return '';
  const isFile = word === '-' || /[./\\]/.test(word) || existsSync(word);
  return isFile ? `To summarize it: footnote summarize ${program.args.join(' ')}\n` : '';
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(toForgottenCommand(error));
  process.exitCode = toExitCode(error);
}
