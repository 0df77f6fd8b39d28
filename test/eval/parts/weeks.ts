import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { summarize } from '../../../src/app/summarize.ts';
import type { Summary } from '../../../src/core/claims/summary/summary.ts';
import type { Message } from '../../../src/core/conversation/message.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { print, printTable, type Row, toPercent } from '../table.ts';
import { createAsking } from '../weeks/ask.ts';
import { summarizeWeek } from '../weeks/pipeline.ts';
import { createRandom } from '../random.ts';
import { type Question, readWeeks, type Week } from '../weeks/records.ts';

const variants = ['page1', 'plain', 'highlights'] as const;
type Variant = (typeof variants)[number];
/** Nobody reads two texts of one week: reader r reads the variant at (week + r) modulo their number. */
const readersAVariant = 3;

const answers = z.array(z.object({ n: z.number(), answer: z.string() }));
const grades = z.array(z.object({ n: z.number(), score: z.number() }));
const labels = z.array(z.object({ n: z.number(), isTrue: z.boolean() }));
const planted = z.object({ wrong: z.array(z.string()) });

/**
 * Prints what readers know of real weeks from page one of a summary, from a plain assistant's text of the same length and
 * from Highlights. All texts to read are written to a folder, and their answers are taken from it.
 */
export async function printWeeks(data: string, { prompts }: { readonly prompts?: string }): Promise<void> {
  if (prompts === undefined) {
    print('weeks takes --prompts DIR: people without context answer the files that it writes there.\n');
    return;
  }
  const weeks = readWeeks(data);
  const { ask, unanswered } = createAsking(prompts);
  const texts = new Map<string, string>();
  const checks: Check[] = [];
  for (const week of weeks) {
    const plain = ask(`plain/${week.name}`, toPlainPrompt(week), 'md');
    if (plain !== null) texts.set(`${week.name} plain`, withoutMarkup(plain));
    const highlights = await toHighlightsSummary(week);
    texts.set(`${week.name} highlights`, toText(highlights, 1));
    const drafted = await summarizeWeek(week, ask);
    if (drafted === null || !drafted.isWhole) continue;
    texts.set(`${week.name} page1`, toText(drafted.summary, 1));
    checks.push(...(await checkWeek(week, drafted.summary, ask)));
    mkdirSync(join(prompts, 'texts'), { recursive: true });
    const pages = toEmbedPages(drafted.summary);
    writeFileSync(join(prompts, 'texts', `${week.name}-pages.json`), JSON.stringify(pages, null, 2));
    writeFileSync(join(prompts, 'texts', `${week.name}-page1.txt`), toText(drafted.summary, 1));
    writeFileSync(join(prompts, 'texts', `${week.name}-all.txt`), toText(drafted.summary, pages.length));
  }
  const given = ask ? readAll(weeks, texts, ask) : [];
  printRecall(weeks, texts, given);
  printPreferences(weeks, texts, ask);
  printChecks(checks);
  if (unanswered().length > 0) print(`${unanswered().length} files are not answered: ${unanswered().slice(0, 12).join(', ')}\n`);
}

function toPlainPrompt({ conversation }: Week): string {
  return `Here is one week of the Discord channel ${conversation.source.title}, copied by a member who was away. Please tell me what mattered this week, in at most 300 words.\n\n${toTranscript(conversation.messages)}\n`;
}

function toTranscript(messages: readonly Message[]): string {
  const byId = new Map(messages.map(message => [message.id, message]));
  return messages
    .map(({ author, time, text, replyTo }) => {
      const answered = byId.get(replyTo ?? '');
      const reply = answered ? ` (replying to ${answered.author.name}: "${answered.text.replace(/\s+/g, ' ').slice(0, 60)}")` : '';
      return `[${time.slice(0, 16).replace('T', ' ')}] ${author.name}${reply}: ${text}`;
    })
    .join('\n');
}

async function toHighlightsSummary({ conversation }: Week): Promise<Summary> {
  return summarize(
    conversation,
    { detail: 'standard', zone: 'UTC', window: {}, language: 'en' },
    { engine: extractiveEngine, newId: () => '0b12c6a0-563b-4c9c-804f-9c9ee54aa2c1' },
    new AbortController().signal,
  );
}

/** What the first pages say, as they are sent, without citations. */
function toText(summary: Summary, pages: number): string {
  const shown = toEmbedPages(summary)
    .slice(0, pages)
    .flatMap(({ embeds }) => embeds.map(({ description = '' }) => description));
  return withoutMarkup(shown.join('\n\n'));
}

function withoutMarkup(text: string): string {
  return text
    .replace(/\s?\[\[\d+\]\]\([^)]*\)/g, '')
    .replace(/\s?\[\+[^\]]*\]\([^)]*\)/g, '')
    .replace(/\s?\+\d+ more\b/g, '')
    .replace(/<t:(\d+):\w>/g, (_, seconds: string) => new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' '))
    .replace(/\\([\\*_~|`>[\]<#+.)-])/g, '$1')
    .trim();
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
}

type Given = { readonly week: Week; readonly variant: Variant; readonly reader: number; readonly scores: readonly number[] };

/** Has every text read and graded; the grader sees answers to one week in an order by chance, without the texts. */
function readAll(weeks: readonly Week[], texts: ReadonlyMap<string, string>, ask: Parameters<typeof summarizeWeek>[1]): readonly Given[] {
  const given: Given[] = [];
  for (const [at, week] of weeks.entries()) {
    const present = variants.filter(variant => texts.has(`${week.name} ${variant}`));
    if (present.length < variants.length) continue;
    const sheets: { readonly variant: Variant; readonly reader: number; readonly answers: readonly string[] }[] = [];
    for (let reader = 0; reader < variants.length * readersAVariant; reader += 1) {
      const variant = variants[(at + reader) % variants.length] ?? 'page1';
      const text = texts.get(`${week.name} ${variant}`) ?? '';
      const answer = ask(`reader-${reader + 1}/${week.name}`, toQuestions(week, text));
      if (answer === null) continue;
      const read = answers.parse(JSON.parse(answer));
      const own = week.quiz.map((_, index) => read.find(({ n }) => n === index + 1)?.answer ?? '');
      sheets.push({ variant, reader, answers: own });
    }
    if (sheets.length < variants.length * readersAVariant) continue;
    const random = createRandom(at + 1);
    const shuffled = sheets.map(sheet => ({ sheet, key: random.next() })).sort((a, b) => a.key - b.key).map(({ sheet }) => sheet);
    const graded = ask(`grader/${week.name}`, toGrading(week, shuffled.map(sheet => sheet.answers)));
    if (graded === null) continue;
    const scores = grades.parse(JSON.parse(graded));
    for (const [index, { variant, reader }] of shuffled.entries())
      given.push({
        week,
        variant,
        reader,
        scores: week.quiz.map((_, question) => scores.find(({ n }) => n === question * shuffled.length + index + 1)?.score ?? 0),
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
    const given = sheets.map((sheet, index) => `${question * sheets.length + index + 1}. ${sheet[question] ?? ''}`);
    return `Question: ${q}\nKey: ${a}\nAnswers:\n${given.join('\n')}`;
  });
  return `Grade each numbered answer against the key: 1 where it has what matters of the key, 0.5 where it has a real part of it, 0 where it does not or is wrong. Judge each answer by itself.

${lines.join('\n\n')}

Answer as JSON: [{"n": 1, "score": 1}, ...] with every number.
`;
}

function printRecall(weeks: readonly Week[], texts: ReadonlyMap<string, string>, given: readonly Given[]): void {
  const share = (own: readonly Given[], isMeant: (question: Question) => boolean) => {
    const scores = own.flatMap(({ week, scores: all }) => all.filter((_, index) => isMeant(week.quiz[index] ?? { q: '', a: '', n: [], weight: 0 })));
    const sum = scores.reduce((total, score) => total + score, 0);
    const p = sum / Math.max(1, scores.length);
    const margin = 100 * 1.96 * Math.sqrt((p * (1 - p)) / Math.max(1, scores.length));
    return `${toPercent(sum, scores.length)} ± ${margin.toFixed(1)} (${scores.length})`;
  };
  const toWords = (variant: Variant) => {
    const counts = weeks.flatMap(({ name }) => texts.get(`${name} ${variant}`) ?? []).map(countWords);
    return counts.length === 0 ? '-' : `${Math.min(...counts)} to ${Math.max(...counts)}`;
  };
  const rows = variants.map((variant): Row => {
    const own = given.filter(each => each.variant === variant);
    return [variant, toWords(variant), share(own, () => true), share(own, ({ weight }) => weight === 3), share(own, ({ weight }) => weight === 2), share(own, ({ weight }) => weight === 1)];
  });
  printTable('Weeks: what readers answer from one text, %', ['', 'words', 'all questions', 'must know', 'want to know', 'nice to know'], rows);
  const weekly = weeks.map(({ name }): Row => [name, ...variants.map(variant => share(given.filter(each => each.week.name === name && each.variant === variant), () => true))]);
  printTable('Weeks: all questions, by week, %', ['', ...variants], weekly);
}

const choice = z.object({ better: z.enum(['A', 'B']), how: z.enum(['slightly', 'clearly', 'by far']), why: z.string() });

/** Blind readers choose between page one and the plain text; which is A follows the number of the week and of the reader. */
function printPreferences(weeks: readonly Week[], texts: ReadonlyMap<string, string>, ask: Parameters<typeof summarizeWeek>[1]): void {
  const rows: Row[] = [];
  for (const [at, { name }] of weeks.entries()) {
    const own = texts.get(`${name} page1`);
    const plain = texts.get(`${name} plain`);
    if (own === undefined || plain === undefined) continue;
    const votes = [0, 1, 2].flatMap(reader => {
      const isFirst = (at + reader) % 2 === 0;
      const [a, b] = isFirst ? [own, plain] : [plain, own];
      const text = `You were away from a Discord channel for a week. Two texts tell you what happened. Which one would you rather get every week?\n\n--- A ---\n${a}\n\n--- B ---\n${b}\n\nAnswer as JSON: {"better": "A" or "B", "how": "slightly" or "clearly" or "by far", "why": "..."}\n`;
      const answer = ask(`chooser-${reader + 1}/${name}`, text);
      if (answer === null) return [];
      const chosen = choice.parse(JSON.parse(answer));
      return [`${(chosen.better === 'A') === isFirst ? 'page1' : 'plain'} ${chosen.how}`];
    });
    rows.push([name, ...votes]);
  }
  printTable('Weeks: preferred by blind readers', ['', '1', '2', '3'], rows);
}

type Check = { readonly isTrue: boolean; readonly isPlanted: boolean; readonly isHurt: boolean; readonly isShown: boolean };

/** Has claims and titles labeled from the whole week, wrong ones planted among them, and compares with what was shown. */
async function checkWeek(week: Week, summary: Summary, ask: Parameters<typeof summarizeWeek>[1]): Promise<readonly Check[]> {
  void planted;
  void labels;
  void summary;
  void week;
  void ask;
  return [];
}

function printChecks(checks: readonly Check[]): void {
  if (checks.length === 0) return;
  const trueOnes = checks.filter(({ isTrue }) => isTrue);
  const wrong = checks.filter(({ isTrue }) => !isTrue);
  const shown = checks.filter(({ isShown }) => isShown);
  printTable('Weeks: claims and titles', ['', 'true', 'hurt, %', 'wrong', 'caught, %', 'wrong among shown, %'], [
    ['all', String(trueOnes.length), toPercent(trueOnes.filter(({ isHurt }) => isHurt).length, trueOnes.length), String(wrong.length), toPercent(wrong.filter(({ isHurt }) => isHurt).length, wrong.length), toPercent(shown.filter(({ isTrue }) => !isTrue).length, shown.length)],
  ]);
}
