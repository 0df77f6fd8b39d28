import { afterAll, beforeAll, expect, test } from 'vitest';
import { summarize } from '../../src/app/summarize.ts';
import { connectClaude } from '../../src/io/claude/connect.ts';
import { usualPrices } from '../../src/io/claude/models/prices.ts';
import { createRecordedJudge } from '../../src/playground/claude/judges/recorded-judge.ts';
import { createScriptedJudge } from '../../src/playground/claude/judges/scripted-judge.ts';
import { type Claude, createClaude } from '../../src/playground/claude/server.ts';
import { createNoisyWriter, noises } from '../../src/playground/claude/writers/noisy-writer.ts';
import { createRecordedWriter } from '../../src/playground/claude/writers/recorded-writer.ts';
import { recordedAnswers } from '../../src/playground/samples/answers/index.ts';
import { fillDates } from '../../src/playground/samples/dates.ts';
import { toConversation } from '../core/talk.ts';
import { quickLimits } from '../io/claude/claude-scene.ts';
import { createLogLines } from './log-lines.ts';

const nowMs = Date.UTC(2026, 2, 9, 12, 0);
const signal = new AbortController().signal;
const writer = createRecordedWriter(recordedAnswers, nowMs);
let claude: Claude;

beforeAll(async () => {
  claude = await createClaude({
    writer,
    judge: createRecordedJudge(recordedAnswers, nowMs, createScriptedJudge()),
  });
});
afterAll(() => claude.close());

async function tell(
  lines: (typeof recordedAnswers)[number]['lines'],
  more: readonly string[] = [],
  detail: 'brief' | 'standard' | 'comprehensive' = 'comprehensive',
) {
  const { engine, judge } = await connectClaude(
    {
      apiKey: claude.apiKey,
      baseUrl: claude.url,
      model: 'claude-sonnet-5-5',
      judge: { model: 'claude-haiku-5-5', setting: 'FOOTNOTE_MODEL_SMALL' },
      prices: usualPrices,
      log: createLogLines().log,
      limits: quickLimits,
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
    ...more,
  );
  const ports = { engine, judge, newId: () => 's1' };
  return summarize(conversation, { detail, zone: 'UTC', window: {}, language: 'en' }, ports, signal);
}

test.each(recordedAnswers.map(answer => [answer.lines[0]?.say.slice(0, 40), answer] as const))(
  'each claim recorded for “%s…” is verified as it was recorded',
  async (_, { lines, claims }) => {
    const summary = await tell(lines);
    expect(summary.rejected).toEqual([]);
    const faults = summary.claims.filter(
      ({ status, findings }) => status !== 'verified' || findings.some(({ effect }) => effect),
    );
    expect(faults).toEqual([]);
    expect(summary.claims.map(({ text }) => text).sort()).toEqual(
      claims.map(({ text }) => fillDates(text, nowMs)).sort(),
    );
  },
);

test('a message that was written since is quoted, and a claim whose message is gone is left out', async () => {
  const [answer] = recordedAnswers;
  if (!answer) throw new Error('no answer');
  const summary = await tell(answer.lines.slice(0, 26), ['Lars: The café on the corner is open again.']);
  const texts = summary.claims.map(({ text }) => text);
  expect(texts).toContain('Lars wrote: “The café on the corner is open again.”');
  expect(texts.join()).not.toContain('code freeze');
  expect(texts).toContain('Tom finishes the streaming upload.');
  expect(summary.rejected).toEqual([]);
});

test('of a writer that makes mistakes, wrong claims are removed or marked', async () => {
  const rates = Object.fromEntries(noises.map(noise => [noise, 0.15]));
  const noisy = createNoisyWriter(writer, { seed: 1, rates });
  claude.writer = noisy.write;
  const [answer] = recordedAnswers;
  const summary = await tell(answer?.lines ?? [], [], 'standard');
  claude.writer = writer;
  expect(noisy.injected.length).toBeGreaterThan(3);
  const shown = new Set(summary.claims.filter(({ status }) => status === 'verified').map(({ text }) => text));
  const right = new Set(answer?.claims.map(({ text }) => fillDates(text, nowMs)));
  // The judge of the playground only compares words.
  expect([...shown].filter(text => !right.has(text)).length).toBeLessThan(noisy.injected.length / 3);
  expect(summary.counts.dropped + summary.counts.needsClarification).toBeGreaterThan(2);
});
