import { toEngineRequest } from '../../../src/app/summarize.ts';
import { type Question, readMeetingQuestions, readQuizQuestions } from '../ask/questions.ts';
import type { Reach } from '../ask/server.ts';
import { printTable, type Row, toPercent } from '../table.ts';

export type AskOptions = {
  /** The bot reads in a server with all channels of the quizzes. */
  readonly server?: boolean;
};

/** Prints how much of what answers a question is among the messages that are read for it. */
export async function printAsk(data: string, { server = false }: AskOptions): Promise<void> {
  const asked = readQuizQuestions(data, question => question);
  const rows = server
    ? [['quizzes, all channels', await measureInServer(asked)] as const]
    : [
        ['quizzes, the whole channel', await measure(asked, whole)] as const,
        ['quizzes, with the week', await measure(readQuizQuestions(data), whole)] as const,
        ['meetings', await measure(readMeetingQuestions(data), whole)] as const,
      ];
  printTable(
    'Ask: what answers a question is among the messages that are read for it',
    ['', 'questions', 'messages', 'read', 'any of it, %', 'of it, %'],
    rows.map(([name, found]) => toRow(name, found)),
  );
}

const whole: Reach = async ({ place }) => place.conversation;

async function measureInServer(questions: readonly Question[]): Promise<readonly Found[]> {
  const { openServer } = await import('../ask/server.ts');
  const { reach, close } = await openServer([...new Set(questions.map(({ place }) => place))]);
  try {
    return await measure(questions, reach);
  } finally {
    await close();
  }
}

type Found = {
  readonly messages: number;
  readonly read: number;
  /** Of the messages that carry the answer, how many are among those read, 0 to 1. */
  readonly share: number;
};

async function measure(questions: readonly Question[], reach: Reach): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const question of questions) {
    const { carriers } = question;
    if (carriers.length === 0) continue;
    const conversation = await reach(question);
    const { evidence } = await toEngineRequest(conversation, {
      detail: 'brief',
      zone: 'UTC',
      window: {},
      question: question.text,
    });
    const ids = new Set(evidence.messages.map(({ id }) => id));
    const share = carriers.filter(id => ids.has(id)).length / carriers.length;
    all.push({ messages: conversation.messages.length, read: ids.size, share });
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
  ];
}
