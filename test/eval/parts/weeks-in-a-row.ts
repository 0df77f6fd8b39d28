import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type TopicSource, toKnownMatters, toTopics } from '../../../src/core/claims/topics.ts';
import { createAsking } from '../asking.ts';
import { summarizeByReaders } from '../pipeline.ts';
import { toShownText } from '../readers.ts';
import { print, printTable, type Row } from '../table.ts';
import { readChannel, readWeeks } from '../week-records.ts';

const weekMs = 7 * 86_400_000;
const weeksInARow = 3;
const repeated = z.array(z.object({ week: z.number(), line: z.string(), why: z.string() }));

/**
 * Has a week of a channel summarized and those after it, each with what the summaries before told, and a reader of all texts
 * say which lines tell again what an earlier one told.
 */
export async function printWeeksInARow(data: string, prompts: string, first: string): Promise<void> {
  const asking = createAsking(prompts);
  const week = readWeeks(data).find(({ name }) => name === first);
  if (week === undefined) return print(`There is no week ${first}.\n`);
  const channel = readChannel(data, week.channel);
  const told: TopicSource[] = [];
  const texts: string[] = [];
  for (let index = 0; index < weeksInARow; index += 1) {
    const from = Date.parse(week.from) + index * weekMs;
    const isIn = (time: string) => Date.parse(time) >= from && Date.parse(time) < from + weekMs;
    const messages = channel.messages.filter(({ time }) => isIn(time));
    const createdAt = new Date(from + weekMs).toISOString();
    const memory = toKnownMatters(toTopics(told, createdAt));
    const name = index === 0 ? first : `${first}+${index}`;
    const id = `${index}b12c6a0-563b-4c9c-804f-9c9ee54aa2c1`;
    const drafted = await summarizeByReaders(name, { ...channel, messages }, asking.ask, { memory, id });
    if (!drafted?.isWhole) break;
    const { summary } = drafted;
    told.push({ summary, createdAt, toPlaceId: () => week.channel });
    texts.push(toShownText(summary, 1));
    mkdirSync(join(prompts, 'texts'), { recursive: true });
    writeFileSync(join(prompts, 'texts', `${name}.txt`), texts.at(-1) ?? '');
  }
  if (texts.length === weeksInARow) {
    const found = asking.askFor(`repeated.${first}`, toRepetitions(texts), repeated);
    const rows = told.map(({ summary }, index): Row => {
      const own = found?.filter(each => each.week === index + 1) ?? [];
      return [`${index + 1}`, summary.claims.length, index === 0 || found === null ? '-' : own.length];
    });
    printTable('Three weeks in a row', ['week', 'lines', 'told before'], rows);
    if (found?.length)
      print(`${found.map(({ week: at, line, why }) => `- ${at}: ${line} (${why})`).join('\n')}\n`);
  }
  asking.printWaiting();
}

function toRepetitions(texts: readonly string[]): string {
  const shown = texts.map((text, index) => `--- week ${index + 1} ---\n${text}`);
  return `A member reads these summaries of a channel, one each week. Which lines of the second and third tell what an earlier one told already, without anything new? A line that says that something goes on, ended or changed is new. Give each with its week.

${shown.join('\n\n')}

Answer as JSON: [{"week": 2, "line": "...", "why": "..."}, ...], or [] if there is none.
`;
}
