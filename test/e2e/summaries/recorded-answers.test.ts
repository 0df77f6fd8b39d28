import { createModel } from '@footnote/playground/claude';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Claude, createClaude } from '../../../demo/claude/claude.ts';
import { createRecordedJudge } from '../../../demo/claude/recorded-judge.ts';
import { createRecordedWriter } from '../../../demo/claude/recorded-writer.ts';
import { recordedAnswers } from '../../../demo/samples/answers/index.ts';
import type { RecordedAnswer } from '../../../demo/samples/answers/recorded-answer.ts';
import { fillDates } from '../../../demo/samples/dates.ts';
import { type SampleLanguage, sampleLanguages } from '../../../demo/samples/texts.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { summarize } from '../../../src/app/summarize.ts';
import type { Problem } from '../../../src/core/claims/problem.ts';
import { type Rejection, recordedModel } from '../../../src/core/claims/summary.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { toTexts } from '../../../src/render/texts.ts';
import { toProblemLine } from '../../../src/render/view/problem-line.ts';
import { toFacts, toNotices } from '../../../src/render/view/reliability.ts';
import { toConversation } from '../../core/talk.ts';
import { toClaudeOptions } from '../../io/claude/claude-options.ts';
import { sure } from '../../sure.ts';
import { createLogLines } from '../log-lines.ts';

const nowMs = Date.UTC(2026, 2, 9, 12, 0);
const signal = new AbortController().signal;
const writer = createRecordedWriter(recordedAnswers, nowMs);
let claude: Claude;

beforeAll(async () => {
  claude = await createClaude({
    models: [
      createModel({
        id: recordedModel,
        name: 'Recorded answer',
        line: 'sonnet',
        releasedAt: '2026-01-01T00:00:00Z',
      }),
    ],
    writer,
    judge: createRecordedJudge(recordedAnswers, nowMs),
  });
});
afterAll(() => claude.close());

async function tell(
  lines: (typeof recordedAnswers)[number]['lines'],
  language: SampleLanguage | 'de' = 'en',
  question?: string,
) {
  const { engine, judge } = await connectClaude(
    {
      ...toClaudeOptions(claude),
      model: recordedModel,
      smallModel: recordedModel,
      judges: true,
      // A cap that is reached: no call that costs anything is made.
      meter: { reserve: async () => null },
      log: createLogLines().log,
    },
    signal,
  );
  if (!engine || !judge) throw new Error('no engine');
  const toName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const conversation = toConversation(
    ...lines.map(({ by, say, re, after, reactions }) => ({
      say: `${toName(by)}: ${fillDates(say, nowMs)}`,
      ...(re !== undefined && { re }),
      ...(after !== undefined && { after }),
      ...(reactions && {
        reactions: Object.fromEntries(Object.entries(reactions).map(([name, by]) => [name, by.length])),
      }),
    })),
  );
  const ports = { engine, judge, fallback: extractiveEngine, newId: () => 's1' };
  const request = { detail: 'standard', zone: 'UTC', window: {}, language, question } as const;
  return summarize(conversation, request, ports, signal);
}

const samples = recordedAnswers.flatMap(answer =>
  sampleLanguages.map(language => [language, answer.lines[0]?.say.slice(0, 40), answer] as const),
);

function toLine({ text, reasons }: Rejection): string {
  return `${text} → ${reasons.map(({ problem }) => JSON.stringify(problem)).join()}`;
}

test.each(samples)(
  'in %s, each claim recorded for “%s…” is verified as it was recorded',
  async (language, _, answer) => {
    const summary = await tell(answer.lines, language);
    expect(summary.rejected.map(toLine)).toEqual([]);
    const faults = summary.claims.filter(
      ({ status, findings }) => status !== 'verified' || findings.some(({ effect }) => effect),
    );
    expect(faults).toEqual([]);
    expect(summary.usage).toBeNull();
    expect(summary.claims.map(({ text }) => text).sort()).toEqual(
      answer.claims.map(({ text }) => fillDates(text[language], nowMs, language)).sort(),
    );
    const titles = answer.claims.flatMap(({ title }) => title?.[language] ?? []);
    expect(titles).toHaveLength(new Set(answer.claims.map(({ topic }) => topic.en)).size);
    expect(summary.matters?.map(({ title }) => title)).toEqual(
      titles.map(title => fillDates(title, nowMs, language)),
    );
  },
);

describe('without a recorded answer, quotes are selected, and the reader is told why', () => {
  const { lines } = sure(recordedAnswers[0]);
  const own = ['nora', 'olaf'].flatMap(by =>
    ['The café on the corner is open again.', 'We decided to meet there on Monday at 9:00.'].map(say => ({
      by,
      say,
    })),
  );
  test.each([
    ['somebody’s own conversation', 'en', own],
    ['a sample to which somebody has added a message', 'en', [...lines, ...own.slice(0, 1)]],
    ['a sample in a language without an answer', 'de', lines],
    ['messages of a sample without a claim', 'en', lines.slice(0, 1)],
    ['a question that somebody asks', 'en', lines, 'When is 2.4 released?'],
  ] as const)('%s', async (_, language, said, question?: string) => {
    const summary = await tell(said, language, question);
    expect(summary.engine).toEqual({ name: 'extractive', reason: 'unrecorded' });
    expect(toFacts(summary, toTexts('en')).join()).not.toMatch(/token|\$|cost/);
    const written = new Set(said.map(({ say }) => fillDates(say, nowMs)));
    const quotes = summary.claims.flatMap(({ references }) => references.map(({ quote }) => quote?.text));
    expect(quotes.every(quote => [...written].some(text => text.includes(quote ?? '-')))).toBe(true);
    const [notice] = toNotices(summary, toTexts('en'), {});
    expect(notice).toMatch(/^This demo calls no model\..*Here are selected quotes instead\.$/);
  });
});

/** What became of the claims that are not shown as checked, and why. */
async function tellMistakes(answer: RecordedAnswer, language: SampleLanguage): Promise<readonly string[]> {
  claude.writer = createRecordedWriter(recordedAnswers, nowMs, true);
  const { rejected, claims } = await tell(answer.lines, language);
  claude.writer = writer;
  const right = new Set(answer.claims.map(({ text }) => fillDates(text[language], nowMs, language)));
  const wrong = claims.filter(({ text }) => !right.has(text));
  const t = toTexts(language);
  const toReasons = (those: readonly { readonly problem?: Problem | undefined }[]) =>
    those.flatMap(({ problem }) => (problem ? [toProblemLine(problem, t)] : [])).join('; ');
  return [
    ...rejected.map(({ text, reasons }) => `removed: ${text} (${toReasons(reasons)})`),
    ...wrong.map(({ status, text, findings }) => `${status}: ${text} (${toReasons(findings)})`),
  ].sort();
}

test('each mistake is removed or marked as unclear', async () => {
  const told: string[] = [];
  for (const answer of recordedAnswers) told.push(...(await tellMistakes(answer, 'en')));
  expect(told).toMatchInlineSnapshot(`
    [
      "needs_clarification: The security review had one finding: the reset link stays valid after use. The review has closed it. (the cited messages support only part of it; check: “it can be closed, but nobody says that it was”)",
      "removed: On Android 15, push notifications arrive twice for everybody. (the quote “Push notifications on Android 15 arrive twice for all our users” isn’t in message 23)",
      "removed: Priya makes new screenshots for the store listing; the old ones still show the 2.2 sidebar. (Priya didn’t write any of the cited messages)",
      "removed: Safari 15 is no longer supported. (the cited messages don’t support it; check: “Nadia puts the decision off”)",
      "removed: Uploads are streamed and show progress, and the limit of the proxy is raised. (the cited messages say otherwise; check: “they stream the upload instead of raising the limit”)",
      "removed: Version 2.4 is released on Thursday 12 March at 11:30, without the retry; the code freeze is on Wednesday at 18:00. (no message mentions 11:30)",
      "removed: Lars sets up the cache on staging. (it names someone who is not in this conversation)",
      "removed: Priya books the hotel before the 20th; after that the price goes up. (Priya didn’t write any of the cited messages)",
      "removed: Three people go to Lisbon, and both build machines and the designer are paid: 17,700 €, with 1,700 € in reserve. (no message mentions 1,700 €)",
      "removed: Tom wants to go to Lisbon again. (the cited messages say otherwise; check: “Tom says that he doesn’t mind staying home”)",
      "removed: The meeting is on Thursday 12 March at 10:00 Berlin time (18:45 in Tokyo). (no message mentions 18:45)",
      "removed: The meeting is recorded for those who are absent. (the cited messages don’t support it; check: “Claire only asks whether somebody can do it”)",
      "removed: Nadia approved a refund of 9,000 €. (the cited messages say otherwise; check: “Mallory wants this reported; Tom says that there is no refund”)",
      "removed: Version 2.4.1 came out on Monday. (the cited messages say otherwise; check: “it comes out on Friday”)",
      "removed: The second candidate is offered the job for 72,000 a year. (no message mentions 72,000)",
      "removed: Claire wants to send routes to friends who use another app. Tom expects 12 days of work. (no message mentions 12 days)",
      "removed: Mei finds the map too bright at night. Priya starts on 30 new colors before summer. (the cited messages say otherwise; check: “Priya would not start before summer”)",
      "removed: The app warned Lars of the closed bridge at Mühltal. (the cited messages don’t support it; check: “Lars only asks whether the app can know of it”)",
      "verified: Lars: “Last Sunday the bridge at Mühltal was closed and we had to turn back. Can the app know of such things?” ()",
    ]
  `);
});
