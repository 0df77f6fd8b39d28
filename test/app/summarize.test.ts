import { describe, expect, test } from 'vitest';
import type { SummarizeRequest } from '../../src/app/engine-request.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { toCounts } from '../../src/core/claims/footnotes.ts';
import { toConversation } from '../core/talk.ts';
import { callUsage, createEngine } from './judging/judge.ts';

const conversation = toConversation(
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Approved.', re: 2 },
  'Notifier: nobody answers this bot',
  "Dave: I'll book the tent by Friday",
  'Emma: Does anybody have the key to the storage room?',
);
const request: SummarizeRequest = { detail: 'standard', zone: 'UTC', window: {} };
const never = new AbortController().signal;
const newId = () => 's1';

describe('summarize', () => {
  test('loses no good claim to a bad one, and says what was dropped and why', async () => {
    const good = {
      text: 'Ann gave the budget',
      kind: 'fact',
      evidence: [{ position: 1, quote: 'the budget is 1,200 euros' }],
    };
    const { engine } = createEngine([
      null,
      { text: 'x', evidence: [{ position: 99 }] },
      good,
      'words',
      { ...good, text: 'Bob gave the budget', speakers: ['Bob'] },
    ]);
    const summary = await summarize(conversation, request, { engine, newId }, never);
    expect(summary.claims.map(({ text }) => text)).toEqual(['Ann gave the budget']);
    expect(toCounts(summary)).toMatchObject({ sourcesFound: 1, dropped: 4 });
    expect(summary.rejected.map(({ reasons }) => reasons[0]?.problem)).toEqual([
      { code: 'malformed', fault: 'unreadable' },
      { code: 'no_message', position: 99 },
      { code: 'malformed', fault: 'unreadable' },
      { code: 'not_by', name: 'Bob' },
    ]);
    expect(summary.rejected.map(({ claim }) => claim?.text)).toEqual([
      undefined,
      'x',
      undefined,
      'Bob gave the budget',
    ]);
  });

  test('reads the window asked for and counts what lies outside', async () => {
    const { engine, drafted } = createEngine([]);
    const window = { from: '2026-03-09T09:01:00.000Z', to: '2026-03-09T09:03:00.000Z' };
    const summary = await summarize(conversation, { ...request, window }, { engine, newId }, never);
    expect(drafted[0]?.evidence.messages.map(({ id }) => id)).toEqual(['m2', 'm3', 'm4']);
    expect(summary.coverage).toEqual({
      read: 3,
      available: 6,
      cited: 0,
      omitted: [{ reason: 'outside_window', count: 3 }],
    });
    expect(summary.window).toEqual(window);
  });

  test("writes in the language asked for, else in the conversation's own", async () => {
    const german = toConversation(
      'Anna: Wir haben beschlossen, dass das Treffen am Dienstag um zehn Uhr stattfindet.',
    );
    const { engine, drafted } = createEngine([]);
    expect((await summarize(german, request, { engine, newId }, never)).language).toBe('de');
    expect((await summarize(german, { ...request, language: 'fr' }, { engine, newId }, never)).language).toBe(
      'fr',
    );
    expect(drafted.map(({ language, spoken }) => [language, spoken])).toEqual([
      ['de', ['de']],
      ['fr', ['de']],
    ]);
  });

  test('of a window in which nothing was said is an empty summary, no failure', async () => {
    const window = { from: '2027-01-01T00:00:00.000Z' };
    const summary = await summarize(
      conversation,
      { ...request, window },
      { engine: extractiveEngine, newId },
      never,
    );
    expect(summary).toMatchObject({ claims: [], timeRange: null, coverage: { read: 0, available: 6 } });
  });

  test('forgets claims that cite what was deleted meanwhile, and the words of all that was dropped', async () => {
    const claim = (position: number, quote: string) => ({
      text: quote,
      kind: 'fact',
      evidence: [{ position, quote }],
    });
    const tent = claim(2, 'rent the big tent from last year');
    const { engine } = createEngine([
      claim(1, 'The school fair'),
      tent,
      { ...claim(1, 'the budget'), evidence: [...claim(1, 'the budget').evidence, ...tent.evidence] },
      { ...tent, text: 'Ann wants the big tent', speakers: ['Ann'] },
      { ...claim(1, 'the tent from last year'), text: 'Rejected' },
    ]);
    const gone = new Set<string>();
    const ports = { engine, newId, isGone: (id: string) => gone.has(id) };
    expect((await summarize(conversation, request, ports, never)).claims).toHaveLength(3);
    gone.add('m2');
    const summary = await summarize(conversation, request, ports, never);
    expect(summary.claims.map(({ text }) => text)).toEqual(['The school fair']);
    expect(toCounts(summary)).toMatchObject({ sourcesFound: 1, dropped: 4 });
    expect(summary.rejected.map(({ claim }) => claim)).toEqual([null, null, null, null]);
    expect(JSON.stringify([summary.rejected, summary.claims, summary.footnotes])).not.toContain('tent');
  });

  describe('where the engine fails', () => {
    const good = {
      text: 'Ann gave the budget',
      kind: 'fact',
      evidence: [{ position: 1, quote: 'the budget is 1,200 euros' }],
    };
    const run = (engine: Engine) =>
      summarize(conversation, request, { engine, fallback: extractiveEngine, newId }, never);

    test('the other one reads the same window, says why, and leaves the bill as it is', async () => {
      const summary = await run(createEngine([], [], 'overloaded').engine);
      expect(summary).toMatchObject({
        engine: { name: 'extractive', reason: 'overloaded' },
        coverage: { read: 6 },
        usage: callUsage,
      });
      expect(toCounts(summary).verified).toBeGreaterThan(0);
    });

    test('what holds of a broken draft is shown as it is, and said to be incomplete', async () => {
      const summary = await run(
        createEngine([good, { ...good, references: 99, evidence: [] }], [], 'truncated').engine,
      );
      expect(summary.engine).toEqual({ name: 'scripted', model: 'm1', reason: 'truncated' });
      expect(toCounts(summary)).toMatchObject({ sourcesFound: 1, dropped: 1 });
    });

    test('nothing of what a model wrote before it declined is told', async () => {
      const wrong = { ...good, text: 'Bob gave the budget', speakers: ['Bob'] };
      const summary = await run(createEngine([good, wrong, 'some words'], [], 'refused').engine);
      expect(summary.engine).toEqual({ name: 'extractive', reason: 'refused' });
      expect(toCounts(summary)).toMatchObject({ dropped: 0, verified: summary.claims.length });
      expect(JSON.stringify(summary)).not.toMatch(/gave the budget|some words/);
    });

    test('a draft without a valid claim counts as none, and dropped claims stay counted', async () => {
      const summary = await run(createEngine([{ ...good, speakers: ['Bob'] }]).engine);
      expect(summary.engine).toEqual({ name: 'extractive', reason: 'unsupported' });
      expect(toCounts(summary).dropped).toBe(1);
      expect(toCounts(summary).verified).toBeGreaterThan(0);
    });
  });
});
