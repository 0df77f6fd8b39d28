import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { type PlainLine, readRecords, toPlainConversation } from '../material.ts';
import type { Random } from '../table.ts';
import { readChannel, readWeeks, type Week } from '../week-records.ts';

/** A conversation that questions are asked about. */
export type Place = {
  readonly kind: 'quiz' | 'meeting';
  readonly id: string;
  readonly conversation: Conversation;
};

/** A question about a conversation in which somebody said the answer. */
export type Question = {
  readonly name: string;
  readonly place: Place;
  readonly text: string;
  /** What a person who read the messages answered. */
  readonly key: string;
  /** The ids of the messages that carry the answer. */
  readonly carriers: readonly string[];
  /** Where a reader made it of another one. */
  readonly kind?: 'false premise' | 'opinion';
};

/** A question, and another conversation, in which a reader has to say that nobody answered it. */
export type Misplaced = Omit<Question, 'key' | 'carriers' | 'kind'> & {
  /** Where the question is from. */
  readonly hidden: Place;
};

/** The questions of the quizzes, about all messages of their channel. */
export function readQuizQuestions(data: string, toText = toDatedText): readonly Question[] {
  const channels = Map.groupBy(readWeeks(data), ({ channel }) => channel);
  return [...channels].flatMap(([id, weeks]) => {
    const place: Place = { kind: 'quiz', id, conversation: readChannel(data, id) };
    return weeks.flatMap(week => {
      const { messages } = toEvidence(week.conversation);
      return week.quiz.map(({ q, a, n }, index) => ({
        name: `${week.name}-${index + 1}`,
        place,
        text: toText(q, week),
        key: a,
        carriers: n.flatMap(at => messages[at - 1]?.id ?? []),
      }));
    });
  });
}

/** The keys hold for a week: asked about a whole channel, a question says which, in the language of the channel. */
function toDatedText(question: string, { from, to, conversation }: Week): string {
  const [language = 'en'] = toLanguages(toEvidence(conversation));
  const days = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${question} (${days.formatRange(Date.parse(from), Date.parse(to) - 1)})`;
}

type MeetingRecord = {
  readonly id: string;
  readonly messages: readonly PlainLine[];
  readonly queries: readonly {
    readonly query: string;
    readonly answer: string;
    readonly spans: readonly (readonly [number, number])[];
  }[];
};

/** The questions that people asked about meetings. */
export function readMeetingQuestions(data: string): readonly Question[] {
  const meetings = readRecords(data, 'qmsum.jsonl') as readonly MeetingRecord[];
  return meetings.flatMap(({ id, messages, queries }) => {
    const place: Place = { kind: 'meeting', id, conversation: toPlainConversation(id, messages) };
    const turns = toEvidence(place.conversation).messages.map(each => Number(each.id));
    return queries.map(({ query, answer, spans }, index) => ({
      name: `${id}-${index + 1}`,
      place,
      text: query,
      key: answer,
      carriers: spans.flatMap(([from, to]) => turns.filter(n => n >= from && n <= to).map(String)),
    }));
  });
}

/** The names of questions that were asked before, with an answer and without. */
export type Before = { readonly answerable: ReadonlySet<string>; readonly misplaced: ReadonlySet<string> };

/**
 * Questions by chance, of quizzes and meetings in turn: so many with an answer, and all others each about another
 * conversation of its kind, by chance too. Those that were asked before come last.
 */
export function chooseQuestions(
  kinds: readonly (readonly Question[])[],
  answerable: number,
  random: Random,
  before: Before = { answerable: new Set(), misplaced: new Set() },
): { readonly answerable: readonly Question[]; readonly misplaced: readonly Misplaced[] } {
  const shuffled = kinds.map(questions => random.shuffle(questions));
  const longest = Math.max(...shuffled.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, index) =>
    shuffled.flatMap(questions => questions[index] ?? []),
  )
    .flat()
    .toSorted((a, b) => Number(before.answerable.has(a.name)) - Number(before.answerable.has(b.name)));
  const others = all
    .slice(answerable)
    .toSorted((a, b) => Number(before.misplaced.has(a.name)) - Number(before.misplaced.has(b.name)));
  const places = [...new Set(all.map(({ place }) => place))];
  return {
    answerable: all.slice(0, answerable),
    misplaced: others.flatMap(({ name, place: own, text }) => {
      const place = random.pick(places.filter(each => each.kind === own.kind && each !== own));
      return place === undefined ? [] : [{ name: `${name}-in-${place.id}`, text, place, hidden: own }];
    }),
  };
}
