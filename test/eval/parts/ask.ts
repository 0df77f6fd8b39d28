import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toEngineRequest } from '../../../src/app/engine-request.ts';
import { type Answered, answer, findUnanswered, type Reach, type Reached } from '../ask/answers.ts';
import { makeFalseQuestions, makeOpinionQuestions } from '../ask/made-questions.ts';
import {
  type Before,
  chooseQuestions,
  type Misplaced,
  type Question,
  readMeetingQuestions,
  readQuizQuestions,
} from '../ask/questions.ts';
import { printAnswered } from '../ask/tables.ts';
import { type Ask, createAsking } from '../asking.ts';
import { createRandom, print, printTable, type Row, toPercent } from '../table.ts';
import { readWeeks } from '../week-records.ts';

export type AskOptions = {
  /** A folder for texts that readers answer. */
  readonly prompts?: string;
  readonly answerable?: string;
  readonly unanswerable?: string;
  readonly seed?: string;
  /** Whether the bot reads in a whole server, and whether Discord's search works there. */
  readonly server?: string;
  /** A folder in which readers word the questions in other ways. */
  readonly reworded?: string;
  /** Quizzes or meetings alone. */
  readonly of?: string;
  /** How many questions with false premises and about opinions readers make. */
  readonly premises?: string;
  readonly opinions?: string;
  /** Folders of earlier answers, whose questions come last. */
  readonly besides?: string;
  /** Asks quizzes without their days. */
  readonly undated?: boolean;
  /** The folder of the weeks, whose summaries are stored in the server. */
  readonly told?: string;
};

/**
 * Prints how much of what answers a question is among the messages that are read for it. With `prompts`, prints how well
 * questions are answered, and "nobody said this" where nobody did.
 */
export async function printAsk(data: string, options: AskOptions): Promise<void> {
  const { prompts, server } = options;
  if (prompts !== undefined) return printAnswers(data, prompts, options);
  const asked = readQuizQuestions(data, question => question);
  const asking = options.reworded === undefined ? null : createAsking(options.reworded);
  const rows =
    server === undefined
      ? [
          ['quizzes, the whole channel', await measure(asked, whole)] as const,
          ['quizzes, with the week', await measure(readQuizQuestions(data), whole)] as const,
          ['meetings', await measure(readMeetingQuestions(data), whole)] as const,
        ]
      : await withServer(data, options, asking?.ask, async reach => [
          [`quizzes, all channels, ${server}`, await measure(asked, reach)] as const,
          ['quizzes, with the week', await measure(readQuizQuestions(data).map(toDated), reach)] as const,
        ]);
  if (asking !== null && asking.waiting.length > 0) return asking.printWaiting();
  printTable(
    'Ask: what answers a question is among the messages that are read for it',
    ['', 'questions', 'messages', 'read', 'any of it, %', 'of it, %', 'requests', 'most'],
    rows.map(([name, found]) => toRow(name, found)),
  );
}

const whole: Reach = async ({ place }) => ({ conversation: place.conversation });

/** Of another name, so that both are worded anew. */
function toDated(question: Question): Question {
  return { ...question, name: `${question.name}-dated` };
}

/** The channels of the quizzes as one server. */
async function withServer<Result>(
  data: string,
  { server, told }: AskOptions,
  ask: Ask | undefined,
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  const { openServer } = await import('../ask/server.ts');
  const places = new Set(readQuizQuestions(data).map(({ place }) => place));
  const weeks = told === undefined ? [] : readWeeks(data);
  const { reach, close } = await openServer([...places], {
    isSearched: server === 'searched',
    ask,
    told: weeks.map(week => ({ week, ask: createAsking(told ?? '').ask })),
  });
  try {
    return await work(reach);
  } finally {
    await close();
  }
}

async function printAnswers(data: string, folder: string, options: AskOptions): Promise<void> {
  const { answerable = '40', unanswerable = '40', seed = '1', server, of } = options;
  const { premises = '0', opinions = '0', besides } = options;
  const from = server === undefined ? '' : `, in a server, ${server}`;
  const made = `${premises} with false premises, ${opinions} about opinions`;
  print(`seed ${seed}, ${answerable} questions with an answer, ${unanswerable} without, ${made}${from}\n`);
  const asking = createAsking(folder);
  const answerAll = async (reach: Reach) => {
    const quizzes = options.undated ? readQuizQuestions(data, question => question) : readQuizQuestions(data);
    const kinds = [
      ...(of === 'meetings' ? [] : [quizzes]),
      ...(server === undefined && of !== 'quizzes' ? [readMeetingQuestions(data)] : []),
    ];
    const random = createRandom(Number(seed));
    const chosen = chooseQuestions(kinds, Number(answerable), random, readBefore(besides));
    const places = [...new Set(quizzes.map(({ place }) => place))];
    const toSearched = ({ place, hidden }: Misplaced) =>
      server === undefined ? [place] : places.filter(each => each !== hidden);
    const unanswered = await findUnanswered(
      chosen.misplaced,
      Number(unanswerable),
      reach,
      asking,
      toSearched,
    );
    const [some, others] = [random.shuffle(quizzes), random.shuffle(quizzes)];
    const made = [
      ...makeFalseQuestions(some.slice(0, Number(premises)), asking),
      ...makeOpinionQuestions(others.slice(0, Number(opinions)), asking),
    ];
    const all: Answered[] = [];
    for (const question of [...chosen.answerable, ...unanswered, ...made]) {
      const found = await answer(question, reach, asking, folder);
      if (found !== null) all.push(found);
    }
    return all;
  };
  const all = await (server === undefined
    ? answerAll(whole)
    : withServer(data, options, asking.ask, reach => answerAll(keepRead(reach, join(folder, 'read')))));
  writeFileSync(join(folder, 'results.jsonl'), all.map(each => `${JSON.stringify(each)}\n`).join(''));
  // Those that are answered first are not like the others.
  if (asking.waiting.length === 0) printAnswered(all);
  asking.printWaiting();
}

/** The questions that were answered in these folders. */
function readBefore(besides: string | undefined): Before {
  const answered = (besides?.split(',') ?? []).flatMap(folder =>
    readFileSync(join(folder, 'results.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Pick<Answered, 'name' | 'key'>),
  );
  const toNames = (hasKey: boolean) =>
    new Set(
      answered.filter(({ key }) => (key !== null) === hasKey).map(({ name }) => name.split('-in-')[0] ?? ''),
    );
  return { answerable: toNames(true), misplaced: toNames(false) };
}

/** What was read for a question is the same in every run. */
function keepRead(reach: Reach, folder: string): Reach {
  mkdirSync(folder, { recursive: true });
  return async question => {
    const path = join(folder, `${question.name}.json`);
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Reached;
    const reached = await reach(question);
    if (reached !== null) writeFileSync(path, JSON.stringify(reached));
    return reached;
  };
}

type Found = {
  readonly messages: number;
  readonly read: number;
  /** Of the messages that carry the answer, how many are among those read, 0 to 1. */
  readonly share: number;
  readonly requests: number;
};

async function measure(questions: readonly Question[], reach: Reach): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const question of questions) {
    const { carriers } = question;
    if (carriers.length === 0) continue;
    const reached = await reach(question);
    if (reached === null) continue;
    const { conversation, requests = 0 } = reached;
    const { evidence } = await toEngineRequest(conversation, {
      detail: 'brief',
      zone: 'UTC',
      window: {},
      question: question.text,
    });
    const ids = new Set(evidence.messages.map(({ id }) => id));
    const share = carriers.filter(id => ids.has(id)).length / carriers.length;
    all.push({ messages: conversation.messages.length, read: ids.size, share, requests });
  }
  return all;
}

function toRow(name: string, found: readonly Found[]): Row {
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
    toMean(({ requests }) => requests),
    Math.max(0, ...found.map(({ requests }) => requests)),
  ];
}
