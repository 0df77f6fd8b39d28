import type { Evidence } from '../../src/core/conversation/evidence.ts';
import { extract } from '../../src/core/extract/extract.ts';
import { measureRouge } from './alce/rouge.ts';
import { type PlainLine, toPlainEvidence } from './material.ts';
import { readMeetings, readRecords } from './qmsum.ts';
import { print, printTable, type Row, toPercent } from './table.ts';

type Thread = { readonly id: string; readonly messages: readonly PlainLine[]; readonly summary: string };

/** A text that people wrote of a conversation, and what the reader asked, where something was asked. */
type Case = { readonly evidence: Evidence; readonly focus?: string; readonly reference: string };

/** A reader of an answer stops somewhere. */
const mostWords = 160;

/** Prints how near the quotes that code chooses come to what people write, in the measure that others publish. */
export function printQuotes(data: string): void {
  const meetings = readMeetings(data).map(({ scene, questions }) =>
    questions.map(
      ({ query, answer }): Case => ({ evidence: scene.evidence, focus: query, reference: answer }),
    ),
  );
  const threads = (readRecords(data, 'email_threads.jsonl') as readonly Thread[]).map(
    ({ id, messages, summary }): readonly Case[] => [
      { evidence: toPlainEvidence(id, messages), reference: summary },
    ],
  );
  if (meetings.length + threads.length === 0) {
    print('neither meetings nor mail are at hand\n');
    return;
  }
  printTable(
    'Quotes chosen by code against what people wrote, ROUGE F1, %',
    ['', 'texts', 'ROUGE-1', 'ROUGE-2', 'ROUGE-Lsum'],
    [
      ...toRows('answers about meetings', meetings),
      ['... simple baseline; TextRank', '', '22.2; 16.3', '4.3; 2.7', '18.7; 15.4'],
      ...toRows('summaries of mail threads', threads),
      ['... simple baseline', '', '27.5', '5.8', '23.5'],
    ],
  );
}

/** The whole, and both halves of the conversations. */
function toRows(name: string, conversations: readonly (readonly Case[])[]): readonly Row[] {
  const scored = conversations.map(cases => cases.map(score));
  const halves = [0, 1].map(half => scored.filter((_, at) => at % 2 === half).flat());
  const toRow = (title: string, scores: readonly (readonly [number, number, number])[]): Row => [
    title,
    String(scores.length),
    ...[0, 1, 2].map(at =>
      toPercent(
        scores.reduce((sum, each) => sum + (each[at] ?? 0), 0),
        scores.length,
      ),
    ),
  ];
  return [
    toRow(name, scored.flat()),
    ...halves.map((half, at) => toRow(`... half ${at + 1} of the conversations`, half)),
  ];
}

function score({ evidence, focus, reference }: Case): readonly [number, number, number] {
  const claims = extract(evidence, { detail: 'brief', languages: ['en'], focus });
  const lines: string[] = [];
  let words = 0;
  for (const { text } of claims) {
    if (words >= mostWords) break;
    lines.push(text);
    words += text.split(/\s+/).length;
  }
  const { one, two, long } = measureRouge(lines.join('\n'), reference);
  return [one.f1, two.f1, long.f1];
}
