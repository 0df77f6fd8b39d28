import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { findCandidates } from '../../../src/core/windows/candidates.ts';
import { type Answered, answer, findUnanswered, type Reach } from '../ask/answers.ts';
import { chooseQuestions, type Question, readMeetingQuestions, readQuizQuestions } from '../ask/questions.ts';
import { printAnswered } from '../ask/tables.ts';
import { createAsking } from '../asking.ts';
import { createRandom, print, printTable, type Row, toPercent } from '../table.ts';

export type AskOptions = {
  /** A folder for texts that readers answer. */
  readonly prompts?: string;
  readonly answerable?: string;
  readonly unanswerable?: string;
  readonly seed?: string;
};

/**
 * Prints how much of what answers a question is among the messages that are read for it. With `prompts`, prints how well
 * questions are answered, and "nobody said this" where nobody did.
 */
export async function printAsk(data: string, options: AskOptions): Promise<void> {
  const { prompts } = options;
  if (prompts !== undefined) return printAnswers(data, prompts, options);
  printTable(
    'Ask: what answers a question is among the messages that are read for it',
    ['', 'questions', 'messages', 'read', 'any of it, %', 'of it, %'],
    [
      toRow(
        'quizzes, the whole channel',
        readQuizQuestions(data, question => question),
      ),
      toRow('quizzes, with the week', readQuizQuestions(data)),
      toRow('meetings', readMeetingQuestions(data)),
    ],
  );
}

const whole: Reach = async ({ conversation }) => conversation;

async function printAnswers(
  data: string,
  folder: string,
  { answerable = '40', unanswerable = '40', seed = '1' }: AskOptions,
): Promise<void> {
  print(`seed ${seed}, ${answerable} questions with an answer, ${unanswerable} without\n`);
  const asking = createAsking(folder);
  const chosen = chooseQuestions(
    [readQuizQuestions(data), readMeetingQuestions(data)],
    Number(answerable),
    createRandom(Number(seed)),
  );
  const unanswered = await findUnanswered(chosen.misplaced, Number(unanswerable), whole, asking);
  const all: Answered[] = [];
  for (const question of [...chosen.answerable, ...unanswered]) {
    const found = await answer(question, whole, asking, folder);
    if (found !== null) all.push(found);
  }
  writeFileSync(join(folder, 'results.jsonl'), all.map(each => `${JSON.stringify(each)}\n`).join(''));
  // Those that are answered first are not like the others.
  if (asking.waiting.length === 0) printAnswered(all);
  asking.printWaiting();
}

type Found = {
  readonly messages: number;
  readonly read: number;
  /** Of the messages that carry the answer, how many are among those read, 0 to 1. */
  readonly share: number;
};

function measure(questions: readonly Question[]): readonly Found[] {
  return [...Map.groupBy(questions, ({ place }) => place)].flatMap(([{ conversation }, own]) => {
    const evidence = toEvidence(conversation);
    const languages = toLanguages(evidence);
    const { length } = evidence.messages;
    return own.flatMap(({ text, carriers }): readonly Found[] => {
      if (carriers.length === 0) return [];
      const read = findCandidates(evidence, languages, text);
      const ids = new Set(evidence.messages.flatMap(({ id, position }) => (read.has(position) ? [id] : [])));
      const share = carriers.filter(id => ids.has(id)).length / carriers.length;
      return [{ messages: length, read: read.size, share }];
    });
  });
}

function toRow(name: string, questions: readonly Question[]): Row {
  const found = measure(questions);
  const sum = (of: (each: Found) => number) => found.reduce((all, each) => all + of(each), 0);
  const toMean = (of: (each: Found) => number) => Math.round(sum(of) / Math.max(1, found.length));
  return [
    name,
    found.length,
    toMean(({ messages }) => messages),
    toMean(({ read }) => read),
    toPercent(
      sum(({ share }) => (share > 0 ? 1 : 0)),
      found.length,
    ),
    toPercent(
      sum(({ share }) => share),
      found.length,
    ),
  ];
}
