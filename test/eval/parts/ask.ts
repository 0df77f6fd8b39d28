import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { findCandidates } from '../../../src/core/windows/candidates.ts';
import { readRecords, toMessage } from '../material.ts';
import { printTable, type Row, toPercent } from '../table.ts';
import { readChannel, readWeeks } from '../weeks/records.ts';

/** A question about a whole conversation, and the ids of the messages that carry its answer. */
type Asked = { readonly question: string; readonly carriers: readonly string[] };

type MeetingRecord = {
  readonly id: string;
  readonly messages: readonly { readonly n: number; readonly author: string; readonly text: string }[];
  readonly queries: readonly {
    readonly query: string;
    readonly spans: readonly (readonly [number, number])[];
  }[];
};

/** Prints how much of what answers a question is among the messages that are read for it. */
export function printAsk(data: string): void {
  const weeks = Map.groupBy(readWeeks(data), ({ channel }) => channel);
  const channels = [...weeks].map(([id, own]) => {
    const questions = own.flatMap(({ conversation, quiz }) => {
      const { messages } = toEvidence(conversation);
      return quiz.map(({ q, n }) => ({ question: q, carriers: n.flatMap(at => messages[at - 1]?.id ?? []) }));
    });
    return measure(readChannel(data, id), questions);
  });
  const meetings = (readRecords(data, 'qmsum.jsonl') as readonly MeetingRecord[]).map(meeting => {
    const ids = (from: number, to: number) =>
      meeting.messages.flatMap(({ n }) => (n >= from && n <= to ? [String(n)] : []));
    const questions = meeting.queries.map(({ query, spans }) => ({
      question: query,
      carriers: spans.flatMap(([from, to]) => ids(from, to)),
    }));
    return measure(toMeeting(meeting), questions);
  });
  printTable(
    'Ask: what answers a question is among the messages that are read for it',
    ['', 'questions', 'messages', 'read', 'any of it, %', 'of it, %'],
    [toRow('quizzes, the whole channel', channels.flat()), toRow('meetings', meetings.flat())],
  );
}

type Found = {
  readonly messages: number;
  readonly read: number;
  /** Of the messages that carry the answer, how many are among those read, 0 to 1. */
  readonly share: number;
};

function measure(conversation: Conversation, asked: readonly Asked[]): readonly Found[] {
  const evidence: Evidence = toEvidence(conversation);
  const languages = toLanguages(evidence);
  const { length } = evidence.messages;
  return asked.flatMap(({ question, carriers }): readonly Found[] => {
    if (carriers.length === 0) return [];
    const read = findCandidates(evidence, languages, question);
    const ids = new Set(evidence.messages.flatMap(({ id, position }) => (read.has(position) ? [id] : [])));
    const share = carriers.filter(id => ids.has(id)).length / carriers.length;
    return [{ messages: length, read: read.size, share }];
  });
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

/** Turns have no times. */
function toMeeting({ id, messages }: MeetingRecord): Conversation {
  const begin = Date.UTC(2026, 0, 1);
  const turns = messages.map(
    ({ n, author, text }, index): Message =>
      toMessage({ id: String(n), author, text, time: new Date(begin + index * 1_000).toISOString() }),
  );
  return { source: { type: 'transcript', title: id, channelIds: [] }, messages: turns, unreadable: 0 };
}
