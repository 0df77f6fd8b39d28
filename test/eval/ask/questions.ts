import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { type PlainLine, readRecords, toPlainConversation } from '../material.ts';
import { readChannel, readWeeks, type Week } from '../week-records.ts';

/** A conversation that questions are asked about. */
export type Place = {
  readonly id: string;
  readonly conversation: Conversation;
};

/** A question about a conversation in which somebody said the answer. */
export type Question = {
  readonly place: Place;
  readonly text: string;
  /** The ids of the messages that carry the answer. */
  readonly carriers: readonly string[];
};

/** The questions of the quizzes, about all messages of their channel. */
export function readQuizQuestions(data: string, toText = toDatedText): readonly Question[] {
  const channels = Map.groupBy(readWeeks(data), ({ channel }) => channel);
  return [...channels].flatMap(([id, weeks]) => {
    const place: Place = { id, conversation: readChannel(data, id) };
    return weeks.flatMap(week => {
      const { messages } = toEvidence(week.conversation);
      return week.quiz.map(({ q, n }) => ({
        place,
        text: toText(q, week),
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
    readonly spans: readonly (readonly [number, number])[];
  }[];
};

/** The questions that people asked about meetings. */
export function readMeetingQuestions(data: string): readonly Question[] {
  const meetings = readRecords(data, 'qmsum.jsonl') as readonly MeetingRecord[];
  return meetings.flatMap(({ id, messages, queries }) => {
    const place: Place = { id, conversation: toPlainConversation(id, messages) };
    const turns = toEvidence(place.conversation).messages.map(each => Number(each.id));
    return queries.map(({ query, spans }) => ({
      place,
      text: query,
      carriers: spans.flatMap(([from, to]) => turns.filter(n => n >= from && n <= to).map(String)),
    }));
  });
}
