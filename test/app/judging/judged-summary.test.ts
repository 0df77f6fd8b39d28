import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/app/check.ts';
import type { SummarizeRequest } from '../../../src/app/engine-request.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine, Judge } from '../../../src/app/ports.ts';
import { type SummarizePorts, type SummaryProgress, summarize } from '../../../src/app/summarize.ts';
import { toCounts } from '../../../src/core/claims/footnotes.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toConversation } from '../../core/talk.ts';
import { createBatchJudge, createEngine, createJudge, fail, type Told, toRewritten } from './judge.ts';

const conversation = toConversation(
  'Ann: The budget is 1,200 euros.', // 1
  'Bob: How about the big tent from last year?', // 2
  { say: 'Carol: Approved.', re: 2 }, // 3
  'Dave: I will bring the lamp on Friday.', // 4
  'Emma: The lamp is broken, says the shop.', // 5
  'Dave: Then I will bring the old lantern.', // 6
);
const request: SummarizeRequest = { detail: 'standard', zone: 'UTC', window: {}, language: 'en' };
const never = new AbortController().signal;

const claim = (text: string, position: number, quote: string, more = {}) => ({
  text,
  kind: 'fact',
  evidence: [{ position, quote }],
  ...more,
});
const budget = claim('They have a budget of 1,200 euros', 1, 'The budget is 1,200 euros');
const lamp = claim('Dave brings the lamp on Friday', 4, 'I will bring the lamp on Friday');
const lantern = claim('Dave brings the old lantern', 6, 'I will bring the old lantern');
const broken = claim('The lamp cannot be used', 5, 'The lamp is broken');
const misfiled = claim('The lamp is broken', 4, '');

function run(engine: Engine, judge: Judge, more: Partial<SummarizePorts> = {}, asked = request) {
  return summarize(conversation, asked, { engine, judge, newId: () => 's1', ...more }, never);
}

const told = (verdicts: Readonly<Record<string, Told>>) =>
  createJudge(({ text }) => (Object.hasOwn(verdicts, text) ? (verdicts[text] ?? null) : 'supported'));

const toStatuses = ({ claims }: Summary) =>
  Object.fromEntries(claims.map(({ text, status }) => [text, status]));

describe('a summary whose claims are judged', () => {
  test('has what is not supported written once more with the judge’s words, and judged again', async () => {
    const { judge, toTexts } = told({
      [lamp.text]: { verdict: 'not_supported', missing: 'he brings a <lantern>' },
    });
    const { engine, asked } = createEngine([budget, lamp], [lantern]);
    const summary = await run(engine, judge);
    expect(asked[0]?.failing).toEqual([
      {
        claim: expect.objectContaining({ text: lamp.text }),
        reasons: [expect.stringMatching(/^judge: .*he brings a <lantern>/)],
      },
    ]);
    expect(asked[0]?.positions).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(toTexts()).toEqual([[lamp.text, budget.text], [lantern.text]]);
    expect(toStatuses(summary)).toEqual({ [budget.text]: 'verified', [lantern.text]: 'verified' });
    expect(summary.usage).toMatchObject({ inputTokens: 40, costUsd: 2 });
  });

  test.each(['not_supported', 'contradicted'] as const)(
    'removes what is still %s, and lists it as it was with its reason and its source',
    async verdict => {
      const { judge } = told({ [lamp.text]: verdict, [lantern.text]: { verdict, missing: '' } });
      const summary = await run(createEngine([budget, lamp], [lantern]).engine, judge);
      expect(toStatuses(summary)).toEqual({ [budget.text]: 'verified' });
      const [rejected] = summary.rejected;
      expect(toCounts(summary).dropped).toBe(1);
      expect(rejected?.text).toBe(lamp.text);
      expect(rejected?.reasons[0]).toMatchObject({ check: 'judge', problem: { words: 'the year' } });
      expect(rejected?.claim?.cited.map(({ position }) => position)).toEqual([4]);
    },
  );

  test('keeps and marks what comes back and is supported no better, with what is missing', async () => {
    const { judge } = told({ [lamp.text]: { verdict: 'partly', missing: 'when' }, [lantern.text]: 'partly' });
    const summary = await run(createEngine([lamp], [lantern]).engine, judge);
    expect(toStatuses(summary)).toEqual({ [lamp.text]: 'needs_clarification' });
    expect(summary.claims[0]?.findings.at(-1)).toEqual({
      check: 'judge',
      outcome: 'fail',
      problem: { code: 'judged_partly', words: 'when' },
      effect: 'mark',
    });
  });

  test('keeps a negative verdict, also without words, where nothing better comes back or gets none', async () => {
    const bare = { verdict: 'partly', missing: '' } as const;
    for (const again of [[], ['words'], [{ ...lantern, evidence: [] }], [lamp], [broken]]) {
      const { judge, asked } = told({ [lamp.text]: bare });
      const summary = await run(createEngine([lamp, broken], again).engine, judge);
      expect(toStatuses(summary)).toEqual({
        [lamp.text]: 'needs_clarification',
        [broken.text]: 'verified',
      });
      expect(asked).toHaveLength(1);
    }
    const partly = createJudge(() => bare);
    const silent = createBatchJudge((asked, signal, call) =>
      call === 1 ? partly.judge.judge(asked, signal) : fail('stalled'),
    );
    const unanswered = await run(createEngine([lamp], [lantern]).engine, silent.judge);
    expect(toStatuses(unanswered)).toEqual({ [lamp.text]: 'needs_clarification' });
    const worse = told({ [lamp.text]: bare, [lantern.text]: 'contradicted' });
    const summary = await run(createEngine([lamp], [lantern]).engine, worse.judge);
    expect(toStatuses(summary)).toEqual({ [lamp.text]: 'needs_clarification' });
  });

  test('takes the kind and the outcome of a decision from the judge alone', async () => {
    const decision = claim('The big tent is taken', 3, 'Approved.', { kind: 'decision' });
    const { judge } = told({
      [decision.text]: { verdict: 'supported', kind: 'decision', outcome: 'declined' },
      [lantern.text]: { verdict: 'supported', kind: 'action' },
    });
    const { claims } = await run(createEngine([decision, lantern]).engine, judge);
    expect(claims.map(({ kind, decision }) => [kind, decision])).toEqual([
      ['decision', 'declined'],
      ['action', null],
    ]);
    const relabeled = { problem: { code: 'judged_kind' }, effect: 'relabel', was: 'fact' };
    expect(claims[1]?.findings).toContainEqual(expect.objectContaining(relabeled));
    const silent = await run(
      createEngine([lantern]).engine,
      createBatchJudge(() => fail('overloaded')).judge,
    );
    expect(silent).toMatchObject({ engine: { name: 'scripted' }, claims: [{ status: 'sources_found' }] });
    expect(silent.claims[0]?.findings).toEqual([{ check: 'judge', outcome: 'abstain' }]);
    expect(silent.engine.judge).toBeUndefined();
    const alone = await summarize(
      conversation,
      request,
      { engine: createEngine([decision]).engine, newId: () => 's1' },
      never,
    );
    expect(alone.claims[0]).toMatchObject({ decision: 'decided', status: 'sources_found' });
  });

  test('judges what holds of a draft that broke off, and nothing that code chose in its place', async () => {
    const kept = await run(
      createEngine([budget, lamp], [lantern], 'truncated').engine,
      told({ [lamp.text]: 'partly' }).judge,
    );
    expect(kept.engine).toMatchObject({ reason: 'truncated', judge: 'judge-1' });
    expect(toStatuses(kept)).toEqual({ [budget.text]: 'verified', [lamp.text]: 'needs_clarification' });
    const spared = told({});
    const quotes = await run(createEngine([budget], [], 'refused').engine, spared.judge, {
      fallback: extractiveEngine,
    });
    expect(quotes.engine).toEqual({ name: 'extractive', reason: 'refused' });
    expect(spared.asked).toEqual([]);
  });

  test('shows claims before they are judged, and settles them as each verdict comes', async () => {
    const { judge } = told({ [lamp.text]: 'partly', [budget.text]: 'contradicted' });
    const seen: string[] = [];
    const onVerified = ({ verified, judging, toSummary }: SummaryProgress) => {
      const counts = toCounts(toSummary());
      seen.push(
        `${verified}${judging ? ' judging' : ''}: ${counts.sourcesFound} found, ${counts.verified} verified, ${counts.needsClarification} marked`,
      );
    };
    await run(createEngine([budget, lamp, lantern]).engine, judge, { onVerified });
    expect(seen).toEqual([
      '1: 1 found, 0 verified, 0 marked',
      '2: 2 found, 0 verified, 0 marked',
      '3: 3 found, 0 verified, 0 marked',
      '3 judging: 3 found, 0 verified, 0 marked',
      '2 judging: 0 found, 1 verified, 1 marked',
    ]);
  });
});

test('a claim that is written again takes the place of the one whose number it has, and of no other', async () => {
  const things = ['tent', 'lamp', 'lantern'];
  const one = toConversation(`Ann: We will talk about the tent, the lamp and the lantern soon.`);
  const write = (thing: string) => claim(`The ${thing} is a topic`, 1, 'We will talk about');
  const drafted = things.map(thing => ({ ...write(thing), text: `The ${thing} is discussed` }));
  const { judge } = createJudge(({ text }) => (text.endsWith('discussed') ? 'partly' : 'supported'));
  const again = [
    toRewritten(write('lantern'), 3),
    toRewritten({ ...write('boat'), evidence: [] }, 2),
    toRewritten(write('lamp'), 2),
    toRewritten(write('tent'), 2),
    toRewritten(write('tent'), 4),
    toRewritten(write('tent'), 0),
    { ...write('tent'), matter: 1 },
  ];
  const { engine } = createEngine(drafted, again);
  const { claims } = await summarize(one, request, { engine, judge, newId: () => 's1' }, never);
  expect(claims.map(({ text }) => text).sort()).toEqual([
    'The lamp is a topic',
    'The lantern is a topic',
    'The tent is discussed',
  ]);
});

describe('a repair that throws', () => {
  const throwing = (error: unknown): Engine => ({
    ...createEngine([budget, lamp]).engine,
    repair: async (_, onClaim) => {
      onClaim(lantern);
      throw error;
    },
  });

  test('changes nothing: what was judged stays', async () => {
    const { judge } = told({ [lamp.text]: 'partly' });
    const logged: unknown[] = [];
    const log = pino({ level: 'error' }, { write: line => void logged.push(line) });
    const summary = await run(throwing(new TypeError('words of a message')), judge, { log });
    expect(toStatuses(summary)).toEqual({
      [budget.text]: 'verified',
      [lamp.text]: 'needs_clarification',
    });
    expect(summary.engine).toEqual({ name: 'scripted', model: 'm1', judge: 'judge-1' });
    expect(logged).toEqual([expect.stringMatching(/"claims":1,.*TypeError.*repair-failed/)]);
    expect(logged[0]).not.toContain('words of a message');
  });
});

describe('a summary that is stopped', () => {
  const stopped = new RangeError('stopped');
  const { judge } = told({ [lamp.text]: 'partly' });
  const { engine } = createEngine([budget, lamp]);
  const refusing = createEngine([budget], [], 'refused').engine;

  const stopIn =
    <Given extends unknown[], Result>(stop: () => void, work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      stop();
      return work(...given);
    };
  const fails = () => Promise.reject(new TypeError('broken'));

  test.each<[string, (stop: () => void) => Partial<SummarizePorts>]>([
    ['the draft', stop => ({ engine: { ...engine, draft: stopIn(stop, engine.draft) } })],
    ['a draft that fails', stop => ({ engine: { ...refusing, draft: stopIn(stop, refusing.draft) } })],
    ['the repair', stop => ({ engine: { ...engine, repair: stopIn(stop, engine.draft) } })],
    ['a repair that throws', stop => ({ engine: { ...engine, repair: stopIn(stop, fails) } })],
    [
      'the fallback',
      stop => ({ engine: refusing, fallback: { ...engine, draft: stopIn(stop, engine.draft) } }),
    ],
  ])('rejects with the reason where %s ends all the same', async (_, toPorts) => {
    const stop = new AbortController();
    const ports = { engine, judge, newId: () => 's1', ...toPorts(() => stop.abort(stopped)) };
    await expect(summarize(conversation, request, ports, stop.signal)).rejects.toBe(stopped);
  });
});

describe('a better message that the judge names', () => {
  const moved = (verdict: 'partly' | 'not_supported') =>
    createJudge(({ text, citations }) =>
      text === misfiled.text && !citations.some(({ position }) => position === 5)
        ? { verdict, positions: [5] }
        : 'supported',
    );

  test('takes the place of the one that does not say it, without another call of the writer', async () => {
    const { engine, asked } = createEngine([misfiled]);
    const { judge, toTexts } = moved('not_supported');
    const summary = await run(engine, judge);
    expect([asked, toTexts()]).toEqual([[], [[misfiled.text], [misfiled.text]]]);
    expect(summary.claims[0]).toMatchObject({ status: 'verified', citationReplaced: true });
    expect(summary.footnotes.map(({ position }) => position)).toEqual([5]);
    expect(summary.claims[0]?.findings).toContainEqual({
      check: 'judge',
      outcome: 'fail',
      problem: { code: 'judged_citation', position: 5 },
      effect: 'uncite',
    });
  });

  test('is added to one that says a part', async () => {
    const summary = await run(createEngine([misfiled]).engine, moved('partly').judge);
    expect(summary.claims[0]).toMatchObject({ status: 'verified', citationReplaced: false });
    expect(summary.footnotes.map(({ position }) => position).sort()).toEqual([4, 5]);
  });

  test('is no better where the proofs do not hold there: then the claim is written once more', async () => {
    const credited = claim('Dave brings it', 4, '', { speakers: ['Dave'] });
    const { engine, asked } = createEngine([credited], [lantern]);
    const { judge } = createJudge(({ text }) =>
      text === credited.text ? { verdict: 'not_supported', positions: [5] } : 'supported',
    );
    const summary = await run(engine, judge);
    expect(asked[0]?.failing[0]?.reasons).toContainEqual(expect.stringMatching(/message 5$/));
    expect(toStatuses(summary)).toEqual({ [lantern.text]: 'verified' });
  });
});

describe('statements that are judged', () => {
  const text = 'Dave will bring the old lantern.';
  const unlike = 'The moon landing was filmed in Paris.';
  const statements = [{ text }, { text: unlike }, { text }];
  const asked = { statements, zone: 'UTC', window: {}, language: 'en' };
  const ports = { newId: () => 's1' };

  test.each([
    ['supported', 'verified'],
    ['partly', 'needs_clarification'],
    ['contradicted', 'needs_clarification'],
  ] as const)('that are %s are shown as %s, equal ones after one question', async (verdict, status) => {
    const { judge, toTexts } = createJudge(claim =>
      claim.text === text ? { verdict, kind: 'action' } : 'supported',
    );
    const judged: number[] = [];
    const onJudged = (count: number) => judged.push(count);
    const summary = await check(conversation, asked, { ...ports, judge, onJudged }, never);
    expect(toTexts()).toEqual([[text, unlike]]);
    expect(judged).toEqual([2]);
    expect(summary.claims.map(each => [each.kind, each.status])).toEqual([
      ['fact', status],
      ['fact', status],
    ]);
    expect(summary.engine).toEqual({ name: 'check', judge: 'judge-1' });
    expect(summary.usage).toMatchObject({ inputTokens: 10, costUsd: 0.5 });
  });

  test('that are not supported are not found, and say why', async () => {
    const { judge } = createJudge(() => ({ verdict: 'not_supported', missing: 'who brings it' }));
    const { checked, claims, engine } = await check(conversation, asked, { ...ports, judge }, never);
    expect([claims, engine.judge]).toEqual([[], 'judge-1']);
    expect(checked?.statements[0]).toMatchObject({
      claimId: null,
      text,
      reason: 'not_supported',
      findings: expect.arrayContaining([
        {
          check: 'judge',
          outcome: 'fail',
          problem: { code: 'judged_unsupported', words: 'who brings it' },
          effect: 'drop',
        },
      ]),
    });
  });
});
