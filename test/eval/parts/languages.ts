import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAsking } from '../asking.ts';
import { summarizeByReaders } from '../pipeline.ts';
import { labels, toLabeling, toShownText } from '../readers.ts';
import { print, printTable, type Row } from '../table.ts';
import { readWeeks } from '../week-records.ts';

const messagesOfEach = 70;
const grade = z.object({ language: z.number(), clear: z.number(), faults: z.array(z.string()) });

/**
 * Has one conversation summarized in several languages, and the texts graded and their claims labeled by readers who speak
 * them.
 */
export async function printLanguages(data: string, prompts: string, languages: readonly string[]) {
  const asking = createAsking(prompts);
  const week = readWeeks(data).at(-1);
  if (!week) return print('There are no weeks.\n');
  const messages = week.conversation.messages.slice(0, messagesOfEach);
  const conversation = { ...week.conversation, messages };
  const rows: Row[] = [];
  const faults: string[] = [];
  for (const language of languages) {
    const drafted = await summarizeByReaders(language, conversation, asking.ask, { language });
    if (!drafted?.isWhole) continue;
    const { claims, rejected } = drafted.summary;
    const text = toShownText(drafted.summary, 1);
    mkdirSync(join(prompts, 'texts'), { recursive: true });
    writeFileSync(join(prompts, 'texts', `${language}.txt`), text);
    const graded = asking.askFor(`speaker.${language}`, toGrading(language, text), grade);
    const statements = claims.map(each => each.text);
    const labeled = asking.askFor(`labels.${language}`, toLabeling(messages, statements), labels);
    if (graded === null || labeled === null) continue;
    const verified = claims.filter(({ status }) => status === 'verified').length;
    const wrong = labeled.filter(({ isTrue }) => !isTrue).length;
    rows.push([language, claims.length, verified, rejected.length, wrong, graded.language, graded.clear]);
    faults.push(...graded.faults.map(fault => `- ${language}: ${fault}`));
  }
  const head = ['language', 'shown', 'checked', 'not shown', 'wrong among shown', 'language, of 10'];
  if (rows.length > 0) printTable('Summaries in other languages', [...head, 'clear, of 10'], rows);
  if (faults.length > 0) print(`${faults.join('\n')}\n`);
  asking.printWaiting();
}

function toGrading(language: string, text: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language);
  return `You speak ${name} as your first language. This is a summary of an English chat, for readers of ${name}. Names, titles, quotes and terms of the chat may stay as they were said.

--- text ---
${text}

--- task ---
Grade from 1 to 10 how well it is written for such readers (language: grammar, idiom, the right words), and how clear it is to somebody who was not there (clear). Name each fault of language as it stands, with what it should be.

Answer as JSON: {"language": 8, "clear": 7, "faults": ["..."]}
`;
}
