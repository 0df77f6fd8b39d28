import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { toShare } from '../../../src/app/grade/grade.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { keepFirst } from '../../../src/core/claims/assemble.ts';
import { details, type Summary } from '../../../src/core/claims/summary.ts';
import { linesOfCard } from '../../../src/core/prompt/answer.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { type Asking, createAsking } from '../asking.ts';
import { summarizeByReaders } from '../pipeline.ts';
import { labels, toLabeling, toShownText, toTranscript, withoutMarkup } from '../readers.ts';
import { createRandom, print, printTable, type Row, toInterval, toPercent } from '../table.ts';
import { joinWeeks, type Question, readWeeks, type Week } from '../week-records.ts';
import { printLanguages } from './languages.ts';
import { printWeeksInARow } from './weeks-in-a-row.ts';

const allVariants = ['page1', 'plain', 'highlights'] as const;
type Variant = (typeof allVariants)[number] | 'all';

const answers = z.array(z.object({ n: z.number(), answer: z.string() }));
const grades = z.array(z.object({ n: z.number(), score: z.number() }));
const drafts = z.object({
  matters: z.array(
    z.looseObject({
      title: z.string(),
      claims: z.array(
        z.looseObject({ text: z.string(), evidence: z.array(z.looseObject({ position: z.number() })) }),
      ),
    }),
  ),
});
const planted = drafts.extend({ wrong: z.array(z.string()) });

/**
 * Prints what readers know of real weeks from page one of a summary, from a plain assistant's text of the same length and
 * from Highlights. All texts to read are written to a folder, and their answers are taken from it.
 */
export async function printWeeks(
  data: string,
  {
    prompts,
    readers = '3',
    skip,
    card,
    detail,
    window,
    languages,
    row,
  }: {
    readonly prompts?: string;
    readonly readers?: string;
    readonly skip?: string;
    readonly card?: string;
    readonly detail?: string;
    readonly window?: string;
    readonly languages?: string;
    readonly row?: string;
  },
): Promise<void> {
  if (prompts === undefined) {
    print('weeks takes --prompts DIR: people without context answer the files that it writes there.\n');
    return;
  }
  if (languages !== undefined) return printLanguages(data, prompts, languages.split(','));
  if (row !== undefined) return printWeeksInARow(data, prompts, row);
  const asking = createAsking(prompts);
  const { ask } = asking;
  const texts = new Map<string, string>();
  mkdirSync(join(prompts, 'texts'), { recursive: true });
  const keep = (name: string, text: string) => writeFileSync(join(prompts, 'texts', name), text);
  const printReadAlone = (read: readonly Week[], variant: Variant) => {
    printRecall(read, texts, readAll(read, texts, asking, [variant], Number(readers)), [variant]);
    asking.printWaiting();
  };
  if (card !== undefined) {
    const weeks = readWeeks(data).filter(({ name }) => card.split(',').includes(name));
    if (weeks.length < 2) return print('--card takes two weeks, such as w0,w6.\n');
    const joined = joinWeeks(weeks);
    const asCard = { detail: 'brief', isCard: true } as const;
    const drafted = await summarizeByReaders(joined.name, joined.conversation, ask, asCard);
    if (drafted?.isWhole) {
      const text = toShownText(keepFirst(drafted.summary, linesOfCard), 1, true);
      texts.set(`${joined.name} page1`, text);
      keep(`${joined.name}-card.txt`, text);
    }
    return printReadAlone([joined], 'page1');
  }
  if (detail !== undefined) {
    const known = details.find(each => each === detail);
    if (known === undefined) return print(`--detail takes ${details.join(', ')}.\n`);
    const weeks = readWeeks(data);
    for (const { name, conversation } of weeks) {
      const drafted = await summarizeByReaders(name, conversation, ask, {
        detail: known,
        window: window === undefined ? undefined : Number(window),
      });
      if (!drafted?.isWhole) continue;
      const text = toShownText(drafted.summary, toEmbedPages(drafted.summary).length);
      texts.set(`${name} all`, text);
      keep(`${name}-${known}.txt`, text);
    }
    return printReadAlone(weeks, 'all');
  }
  const variants = allVariants.filter(variant => variant !== skip);
  const weeks = readWeeks(data);
  const checks: Check[] = [];
  for (const week of weeks) {
    const plain = ask(`plain.${week.name}`, toPlainPrompt(week));
    if (plain !== null) texts.set(`${week.name} plain`, withoutMarkup(plain));
    const highlights = await toHighlightsSummary(week);
    texts.set(`${week.name} highlights`, toShownText(highlights, 1));
    const drafted = await summarizeByReaders(week.name, week.conversation, ask);
    if (drafted === null) continue;
    const found = await checkWeek(week, drafted.summary, asking, drafted.draft);
    if (!drafted.isWhole) continue;
    checks.push(...found);
    texts.set(`${week.name} page1`, toShownText(drafted.summary, 1));
    const pages = toEmbedPages(drafted.summary);
    keep(`${week.name}-pages.json`, JSON.stringify(pages, null, 2));
    keep(`${week.name}-page1.txt`, toShownText(drafted.summary, 1));
    keep(`${week.name}-all.txt`, toShownText(drafted.summary, pages.length));
  }
  const given = readAll(weeks, texts, asking, variants, Number(readers));
  printRecall(weeks, texts, given, variants);
  printPreferences(weeks, texts, asking);
  printChecks(checks);
  asking.printWaiting();
}

function toPlainPrompt({ conversation }: Week): string {
  return `Here is one week of the Discord channel ${conversation.source.title}, copied by a member who was away. Please tell me what mattered this week, in at most 300 words.\n\n${toTranscript(conversation.messages)}\n`;
}

async function toHighlightsSummary({ conversation }: Week): Promise<Summary> {
  return summarize(
    conversation,
    { detail: 'standard', zone: 'UTC', window: {}, language: 'en' },
    { engine: extractiveEngine, newId: () => '0b12c6a0-563b-4c9c-804f-9c9ee54aa2c1' },
    new AbortController().signal,
  );
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
}

type Given = {
  readonly week: Week;
  readonly variant: Variant;
  readonly reader: number;
  readonly scores: readonly number[];
};

/**
 * Has every text read and graded. Nobody reads two texts of one week: reader r reads the variant at (week + r) modulo their
 * number. The grader sees answers to one week in an order by chance, without the texts.
 */
function readAll(
  weeks: readonly Week[],
  texts: ReadonlyMap<string, string>,
  { askFor }: Asking,
  variants: readonly Variant[],
  readersAVariant: number,
): readonly Given[] {
  const given: Given[] = [];
  for (const [at, week] of weeks.entries()) {
    const present = variants.filter(variant => texts.has(`${week.name} ${variant}`));
    if (present.length < variants.length) continue;
    const sheets: {
      readonly variant: Variant;
      readonly reader: number;
      readonly answers: readonly string[];
    }[] = [];
    for (let reader = 0; reader < variants.length * readersAVariant; reader += 1) {
      const variant = variants[(at + reader) % variants.length] ?? 'page1';
      const text = texts.get(`${week.name} ${variant}`) ?? '';
      const read = askFor(`reader-${reader + 1}.${week.name}`, toQuestions(week, text), answers);
      if (read === null) continue;
      const own = week.quiz.map((_, index) => read.find(({ n }) => n === index + 1)?.answer ?? '');
      sheets.push({ variant, reader, answers: own });
    }
    if (sheets.length < variants.length * readersAVariant) continue;
    const shuffled = createRandom(at + 1).shuffle(sheets);
    const sheetsShown = shuffled.map(sheet => sheet.answers);
    const scores = askFor(`grader.${week.name}`, toGrading(week, sheetsShown), grades);
    if (scores === null) continue;
    for (const [index, { variant, reader }] of shuffled.entries())
      given.push({
        week,
        variant,
        reader,
        scores: week.quiz.map(
          (_, question) => scores.find(({ n }) => n === question * shuffled.length + index + 1)?.score ?? 0,
        ),
      });
  }
  return given;
}

function toQuestions({ quiz }: Week, text: string): string {
  return `Read this text. Then answer the questions from it alone, each in at most 40 words. Where the text does not say it, answer "not in the text"; do not guess.

--- text ---
${text}

--- questions ---
${quiz.map(({ q }, index) => `${index + 1}. ${q}`).join('\n')}

Answer as JSON: [{"n": 1, "answer": "..."}, ...]
`;
}

function toGrading({ quiz }: Week, sheets: readonly (readonly string[])[]): string {
  const lines = quiz.map(({ q, a }, question) => {
    const given = sheets.map(
      (sheet, index) => `${question * sheets.length + index + 1}. ${sheet[question] ?? ''}`,
    );
    return `Question: ${q}\nKey: ${a}\nAnswers:\n${given.join('\n')}`;
  });
  return `Grade each numbered answer against the key: 1 where it has what matters of the key, 0.5 where it has a real part of it, 0 where it does not or is wrong. Judge each answer by itself.

${lines.join('\n\n')}

Answer as JSON: [{"n": 1, "score": 1}, ...] with every number.
`;
}

function printRecall(
  weeks: readonly Week[],
  texts: ReadonlyMap<string, string>,
  given: readonly Given[],
  variants: readonly Variant[],
): void {
  const share = (own: readonly Given[], isMeant: (question: Question) => boolean) => {
    const scores = own.flatMap(({ week, scores: all }) =>
      all.filter((_, index) => isMeant(week.quiz[index] ?? { q: '', a: '', n: [], weight: 1 })),
    );
    const sum = scores.reduce((total, score) => total + score, 0);
    return `${toInterval(toShare(sum, scores.length))} of ${scores.length}`;
  };
  const toWords = (variant: Variant) => {
    const counts = weeks.flatMap(({ name }) => texts.get(`${name} ${variant}`) ?? []).map(countWords);
    return counts.length === 0 ? '-' : `${Math.min(...counts)} to ${Math.max(...counts)}`;
  };
  const rows = variants.map((variant): Row => {
    const own = given.filter(each => each.variant === variant);
    return [
      variant,
      toWords(variant),
      share(own, () => true),
      share(own, ({ weight }) => weight === 3),
      share(own, ({ weight }) => weight === 2),
      share(own, ({ weight }) => weight === 1),
    ];
  });
  printTable(
    'Weeks: what readers answer from one text, %',
    ['', 'words', 'all questions', 'must know', 'want to know', 'nice to know'],
    rows,
  );
}

const choice = z.object({
  better: z.enum(['A', 'B']),
  how: z.enum(['slightly', 'clearly', 'by far']),
  why: z.string(),
});

/** Blind readers choose between page one and the plain text; which is A follows the number of the week and of the reader. */
function printPreferences(
  weeks: readonly Week[],
  texts: ReadonlyMap<string, string>,
  { askFor }: Asking,
): void {
  const rows: Row[] = [];
  for (const [at, { name }] of weeks.entries()) {
    const own = texts.get(`${name} page1`);
    const plain = texts.get(`${name} plain`);
    if (own === undefined || plain === undefined) continue;
    const votes = [0, 1, 2].flatMap(reader => {
      const isFirst = (at + reader) % 2 === 0;
      const [a, b] = isFirst ? [own, plain] : [plain, own];
      const text = `You were away from a Discord channel for a week. Two texts tell you what happened. Which one would you rather get every week?\n\n--- A ---\n${a}\n\n--- B ---\n${b}\n\nAnswer as JSON: {"better": "A" or "B", "how": "slightly" or "clearly" or "by far", "why": "..."}\n`;
      const chosen = askFor(`chooser-${reader + 1}.${name}`, text, choice);
      if (chosen === null) return [];
      return [`${(chosen.better === 'A') === isFirst ? 'page1' : 'plain'} ${chosen.how}`];
    });
    rows.push([name, ...votes]);
  }
  printTable('Weeks: preferred by blind readers', ['', '1', '2', '3'], rows);
}

type Check = {
  readonly week: string;
  readonly text: string;
  readonly isTitle: boolean;
  readonly isTrue: boolean;
  /** As written, without a mark. */
  readonly isShown: boolean;
  /** Written again, and then shown. */
  readonly isReworded: boolean;
};

/**
 * Has the claims and titles of a draft labeled from the whole week, and wrong ones planted into a copy of it, and compares
 * both with what is shown.
 */
async function checkWeek(
  week: Week,
  summary: Summary,
  { ask, askFor }: Asking,
  draft: string,
): Promise<readonly Check[]> {
  const written = toStatements(drafts.parse(JSON.parse(draft)));
  const statements = written.map(({ text }) => text);
  const truth = askFor(`labels.${week.name}`, toLabeling(week.conversation.messages, statements), labels);
  const sabotaged = askFor(`hasty.${week.name}`, toSabotage(week, draft), planted);
  const checks: Check[] = [];
  if (truth !== null) {
    for (const [index, statement] of written.entries()) {
      const isTrue = truth.find(({ n }) => n === index + 1)?.isTrue;
      // The label of a collection is no headline.
      if (isTrue !== undefined && statement.text !== '')
        checks.push({
          isTrue,
          isTitle: statement.isTitle,
          isShown: isShown(statement, summary),
          isReworded: isReworded(statement, written, summary),
          week: week.name,
          text: statement.text,
        });
    }
  }
  if (sabotaged !== null) {
    const { wrong, matters } = sabotaged;
    const again = await summarizeByReaders(week.name, week.conversation, ask, {
      draft: JSON.stringify({ matters }),
      repairs: false,
    });
    if (again?.isWhole) {
      for (const statement of toStatements({ matters }).filter(({ text }) => wrong.includes(text)))
        checks.push({
          isTrue: false,
          isTitle: statement.isTitle,
          isShown: isShown(statement, again.summary),
          isReworded: false,
          week: week.name,
          text: statement.text,
        });
    }
  }
  return checks;
}

type Statement = { readonly text: string; readonly isTitle: boolean; readonly cites: readonly number[] };

function toStatements({ matters }: z.infer<typeof drafts>): readonly Statement[] {
  return matters.flatMap(({ title, claims }) => [
    { text: title, isTitle: true, cites: [] },
    ...claims.map(({ text, evidence }) => ({
      text,
      isTitle: false,
      cites: evidence.map(({ position }) => position),
    })),
  ]);
}

/** Whether it is shown as written, without a mark. */
function isShown({ text, isTitle }: Statement, { claims, matters = [] }: Summary): boolean {
  const line = text.replace(/\s+/g, ' ').trim();
  return isTitle
    ? matters.some(({ title }) => title === line)
    : claims.some(claim => claim.text === line && claim.status === 'verified');
}

/** Whether a claim that nobody drafted in these words is shown on one of its messages. */
function isReworded(
  { isTitle, cites }: Statement,
  written: readonly Statement[],
  { claims, footnotes }: Summary,
): boolean {
  const drafted = new Set(written.map(({ text }) => text.replace(/\s+/g, ' ').trim()));
  return (
    !isTitle &&
    claims.some(
      ({ text, status, references }) =>
        status === 'verified' &&
        !drafted.has(text) &&
        references.some(({ footnote }) => cites.includes(footnotes[footnote - 1]?.position ?? 0)),
    )
  );
}

function toSabotage({ conversation }: Week, draft: string): string {
  return `Below are one week of a Discord channel and a careful summary of it as JSON. Play a hasty writer: rewrite the texts of seven claims and one title so that each becomes wrong in the way that hasty summaries are (another person, another number, a number put on the wrong thing, a suggestion told as settled, a lost "not" or condition, an invented reason or detail, "until" for "after", more certainty than the messages have). Each has to read as plausible as before. Leave their evidence, all other fields and all other texts exactly as they are.

--- week ---
${toTranscript(conversation.messages)}

--- summary ---
${draft}

Answer as JSON: {"wrong": [the eight new texts, exactly as they stand in matters], "matters": [the whole summary with them]}
`;
}

function printChecks(checks: readonly Check[]): void {
  if (checks.length === 0) return;
  const rows = [false, true].map((isTitle): Row => {
    const own = checks.filter(each => each.isTitle === isTitle);
    const right = own.filter(({ isTrue }) => isTrue);
    const wrong = own.filter(({ isTrue }) => !isTrue);
    const shown = own.filter(each => each.isShown);
    return [
      isTitle ? 'titles' : 'claims',
      right.length,
      toPercent(right.filter(each => each.isReworded && !each.isShown).length, right.length),
      toPercent(right.filter(each => !each.isShown && !each.isReworded).length, right.length),
      wrong.length,
      toPercent(wrong.filter(each => !each.isShown).length, wrong.length),
      toPercent(shown.filter(({ isTrue }) => !isTrue).length, shown.length),
    ];
  });
  printTable(
    'Weeks: claims and titles, labeled from the whole week',
    ['', 'true', 'reworded, %', 'hurt, %', 'wrong', 'caught, %', 'wrong among shown, %'],
    rows,
  );
  for (const { week, text, isTrue, isShown: shown, isReworded: again } of checks)
    if (isTrue !== shown) print(`- ${week}, ${isTrue ? (again ? 'reworded' : 'hurt') : 'missed'}: ${text}`);
  print();
}
