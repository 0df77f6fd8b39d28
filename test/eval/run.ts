import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { AskOptions } from './parts/ask.ts';
import type { DictatedOptions } from './parts/dictated.ts';
import type { DraftOptions } from './parts/drafts.ts';
import { print } from './table.ts';

type Part = (
  data: string,
  options: DraftOptions &
    DictatedOptions &
    AskOptions & {
      readonly learn?: boolean;
      readonly readers?: string;
      readonly skip?: string;
      readonly card?: string;
      readonly detail?: string;
      readonly window?: string;
      readonly languages?: string;
      readonly row?: string;
    },
) => void | Promise<void>;

/** Each part is loaded when it runs. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  drafts: async () => (await import('./parts/drafts.ts')).printDrafts,
  dictated: async () => (await import('./parts/dictated.ts')).printDictated,
  highlights: async () => (await import('./parts/highlights.ts')).printHighlights,
  judge: async () => (await import('./parts/judge.ts')).printJudge,
  ask: async () => (await import('./parts/ask.ts')).printAsk,
  weeks: async () => (await import('./parts/weeks.ts')).printWeeks,
};

const names = Object.keys(parts).join(', ');

const usage = `npm run eval -- [--data PATH] [PART...]
parts: ${names}
drafts, dictated, judge, ask and weeks take
  --prompts DIR        writes DIR/prompts/NAME.txt, and takes the answers from DIR/answers/NAME.txt; run it again until it is
                       complete
drafts and judge also take
  --list hurt|missed   the true claims that are hurt, or the wrong ones that are not caught
dictated also takes
  --record WHO         stores the verdicts of DIR with the name of who gave them
ask also takes
  --answerable N       how many questions have an answer, 40 by default
  --unanswerable N     how many have none, 40 by default
  --premises N         how many questions with a false premise readers make, and answer
  --opinions N         how many questions about opinions readers make, and answer
  --seed N             which questions, 1 by default
  --of quizzes|meetings    questions of these alone
  --undated            with --prompts, asks quizzes without the days of their week, which their keys hold for
  --besides DIR,DIR    asks the questions that were answered in these folders last
  --server HOW         asks the bot in a server with all channels of the quizzes: searched or unsearched, by Discord
  --reworded DIR       has their questions worded in other ways, as with --prompts
  --told DIR           stores the summaries of the weeks in that server: DIR is the --prompts of weeks
weeks also takes
  --readers N          how many readers a text has, 3 by default
  --card WEEK,WEEK     has the card of /catchup written and read, with the weeks as channels of one server
  --detail HOW         has each week summarized as brief, standard or comprehensive, and all of it read
  --window N           with --detail, in windows of at most N tokens, as a longer conversation is
  --languages xx,yy    has one conversation summarized in these languages, and read by people who speak them
  --row WEEK           has this week and the two after it summarized, each with what was told before
  --skip highlights    does not have Highlights read again
highlights also takes
  --learn              writes the weights learned from the marked conversations`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string', default: fileURLToPath(new URL('../../../shared/data', import.meta.url)) },
        list: { type: 'string' },
        prompts: { type: 'string' },
        answerable: { type: 'string' },
        unanswerable: { type: 'string' },
        seed: { type: 'string' },
        server: { type: 'string' },
        reworded: { type: 'string' },
        told: { type: 'string' },
        of: { type: 'string' },
        premises: { type: 'string' },
        opinions: { type: 'string' },
        besides: { type: 'string' },
        undated: { type: 'boolean', default: false },
        record: { type: 'string' },
        readers: { type: 'string' },
        skip: { type: 'string' },
        card: { type: 'string' },
        detail: { type: 'string' },
        window: { type: 'string' },
        languages: { type: 'string' },
        row: { type: 'string' },
        learn: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const unknown = positionals.filter(name => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  process.stderr.write(`there is no part ${unknown.join(', ')}: ${names}\n`);
  process.exitCode = 2;
} else if (values.list !== undefined && !['hurt', 'missed'].includes(values.list)) {
  process.stderr.write(`--list is hurt or missed, not ${values.list}\n`);
  process.exitCode = 2;
} else if (
  [values.answerable, values.unanswerable, values.premises, values.opinions, values.seed, values.window].some(
    each => each && !/^\d+$/.test(each),
  )
) {
  process.stderr.write(
    '--answerable, --unanswerable, --premises, --opinions, --seed and --window are whole numbers\n',
  );
  process.exitCode = 2;
} else if (values.server !== undefined && !['searched', 'unsearched'].includes(values.server)) {
  process.stderr.write(`--server is searched or unsearched, not ${values.server}\n`);
  process.exitCode = 2;
} else if (values.of !== undefined && !['quizzes', 'meetings'].includes(values.of)) {
  process.stderr.write(`--of is quizzes or meetings, not ${values.of}\n`);
  process.exitCode = 2;
} else if (values.help) print(usage);
else {
  for (const [name, load] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const start = performance.now();
    print(`## ${name}\n`);
    const run = await load();
    await run(values.data, values);
    print(`(${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
  }
}
