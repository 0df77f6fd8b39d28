import { extractiveEngine } from '../../../src/app/extractive.ts';
import { summarize } from '../../../src/app/summarize.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { tokenize } from '../../../src/core/conversation/tokens.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { type PlainLine, toPlainEvidence } from '../material.ts';
import { readMeetings, readRecords } from '../qmsum.ts';
import { type Baseline, repeatBest, takeLead, takeRandom } from '../quotes/baselines.ts';
import { measureRouge } from '../quotes/rouge.ts';
import { addReach, type Reach, type ReadQuote, toReadQuotes } from '../quotes/score.ts';
import { type HumanTalk, readHumanTalks, toOwnTalks } from '../quotes/talks.ts';
import { createRandom } from '../random.ts';
import { printTable, type Row, toPercent } from '../table.ts';

const never = new AbortController().signal;

/** The quotes that code chooses. */
export async function quoteByCode({ conversation }: HumanTalk): Promise<readonly ReadQuote[]> {
  const request = { detail: 'standard', zone: 'UTC', window: {} } as const;
  const ports = { engine: extractiveEngine, newId: () => 'measured' };
  return toReadQuotes(await summarize(conversation, request, ports, never));
}

/** The own set is small: chance is the mean of this many draws there. */
const draws = 20;

/** How much of what people wrote is quoted, by code and by baselines of as many words. */
export async function measureReach(talks: readonly HumanTalk[]): Promise<ReadonlyMap<string, Reach>> {
  const random = createRandom(7);
  const baselines: readonly (readonly [string, Baseline])[] = [
    ['first messages', takeLead],
    ['random messages', takeRandom],
    ['one message again and again', repeatBest],
  ];
  const reaches = new Map<string, Reach>(
    ['quotes chosen by code', ...baselines.map(([name]) => name)].map(name => [
      name,
      { quotes: 0, sentences: 0, touched: 0, reached: 0, words: 0 },
    ]),
  );
  const add = (name: string, talk: HumanTalk, quotes: readonly ReadQuote[]) => {
    const reach = reaches.get(name);
    if (reach) addReach(reach, talk, quotes);
  };
  for (const talk of talks) {
    const quotes = await quoteByCode(talk);
    const words = quotes
      .flatMap(({ cites }) => cites)
      .reduce((sum, { quote }) => sum + tokenize(quote ?? '').length, 0);
    add('quotes chosen by code', talk, quotes);
    for (const [name, make] of baselines) {
      const times = make === takeRandom && talk.set === 'own' ? draws : 1;
      for (let draw = 0; draw < times; draw++) add(name, talk, make(talk, words, random));
    }
  }
  return reaches;
}

type Thread = { readonly id: string; readonly messages: readonly PlainLine[]; readonly summary: string };

/** A text that people wrote of a conversation, and what the reader asked, where something was asked. */
type Case = { readonly evidence: Evidence; readonly focus?: string; readonly reference: string };

/** A reader of an answer stops somewhere. */
const mostWords = 160;

/** Prints how much of what people write about a conversation the quotes hold, and their ROUGE, which others publish. */
export async function printQuotes(data: string): Promise<void> {
  const sets: readonly (readonly [string, readonly HumanTalk[]])[] = [
    ['own', toOwnTalks()],
    ['qmsum', readHumanTalks(data)],
  ];
  for (const [name, talks] of sets) {
    if (talks.length === 0) continue;
    printTable(
      `Quotes of the ${talks.length} conversations of ${name}: sentences of people, %`,
      ['', 'reached', 'only touched', 'content words told'],
      [...(await measureReach(talks))].map(([way, { sentences, touched, reached, words }]) => [
        way,
        toPercent(reached, sentences),
        toPercent(touched - reached, sentences),
        toPercent(words, sentences),
      ]),
    );
  }
  const meetings = readMeetings(data).flatMap(({ scene, questions }) =>
    questions.map(
      ({ query, answer }): Case => ({ evidence: scene.evidence, focus: query, reference: answer }),
    ),
  );
  const threads = (readRecords(data, 'email_threads.jsonl') as readonly Thread[]).map(
    ({ id, messages, summary }): Case => ({ evidence: toPlainEvidence(id, messages), reference: summary }),
  );
  if (meetings.length + threads.length === 0) return;
  printTable(
    'Quotes chosen by code against what people wrote, ROUGE F1, %',
    ['', 'texts', 'ROUGE-1', 'ROUGE-2', 'ROUGE-Lsum'],
    [
      toRougeRow('answers about meetings', meetings),
      ['... simple baseline; TextRank', '', '22.2; 16.3', '4.3; 2.7', '18.7; 15.4'],
      toRougeRow('summaries of mail threads', threads),
      ['... simple baseline', '', '27.5', '5.8', '23.5'],
    ],
  );
}

function toRougeRow(name: string, cases: readonly Case[]): Row {
  const scores = cases.map(score);
  const mean = (at: 0 | 1 | 2) =>
    toPercent(
      scores.reduce((sum, each) => sum + each[at], 0),
      scores.length,
    );
  return [name, String(scores.length), mean(0), mean(1), mean(2)];
}

function score({ evidence, focus, reference }: Case): readonly [number, number, number] {
  const lines: string[] = [];
  let words = 0;
  for (const { text } of toHighlights(evidence, { detail: 'brief', languages: ['en'], focus })) {
    if (words >= mostWords) break;
    lines.push(text);
    words += text.split(/\s+/).length;
  }
  const { one, two, long } = measureRouge(lines.join('\n'), reference);
  return [one.f1, two.f1, long.f1];
}
