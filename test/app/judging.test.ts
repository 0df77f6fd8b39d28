import { describe, expect, test } from 'vitest';
import { check } from '../../src/app/check.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import { type JudgingLimits, judgeClaims } from '../../src/app/judging.ts';
import type { Engine, Judge, JudgeReport, JudgeRequest } from '../../src/app/ports.ts';
import {
  type SoFar,
  type SummarizePorts,
  type SummarizeRequest,
  summarize,
} from '../../src/app/summarize.ts';
import type { VerifiedClaim } from '../../src/core/claims/claim.ts';
import type { JudgeVerdict } from '../../src/core/claims/judgement.ts';
import type { EngineReason, Usage } from '../../src/core/claims/summary.ts';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { toConversation } from '../core/talk.ts';

const lines = Array.from({ length: 12 }, (_, index) => `Dave: remark ${index} is about the lamp post`);
const conversation = toConversation(
  'Ann: The budget is 1,200 euros.',
  'Bob: How about the big tent from last year?',
  { say: 'Carol: Approved.', re: 2 },
  ...lines,
);
const evidence = toEvidence(conversation);
const request: SummarizeRequest = { detail: 'standard', zone: 'UTC', window: {}, language: 'en' };
const never = new AbortController().signal;
const usage: Usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 2, costUsd: 0.5, durationMs: 7 };

const quoting = (text: string, position: number, more = {}) => ({
  text,
  kind: 'fact',
  evidence: [{ position, quote: text }],
  ...more,
});
const budget = quoting('The budget is 1,200 euros.', 1);
const remarks = lines.map((line, index) => quoting(line.slice('Dave: '.length), index + 4));
const unquoted = { ...budget, evidence: [{ position: 1, quote: '' }] };

/** A judge that answers as it is told to; what it was asked, and how many at once. */
function createJudge(
  answer: (
    request: JudgeRequest,
    signal: AbortSignal,
    call: number,
  ) => Partial<JudgeReport> | Promise<Partial<JudgeReport>>,
) {
  const asked: JudgeRequest[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const judge: Judge = {
    model: 'judge-1',
    judge: async (one, signal) => {
      asked.push(one);
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      try {
        return { judgement: null, usage: null, failure: null, ...(await answer(one, signal, asked.length)) };
      } finally {
        underWay -= 1;
      }
    },
  };
  return { judge, asked, mostAtOnce: () => mostAtOnce };
}

const say = (verdict: JudgeVerdict): Partial<JudgeReport> => ({
  judgement: { verdict, missing: verdict === 'supported' ? '' : 'the year' },
  usage,
});
const fail = (failure: EngineReason): Partial<JudgeReport> => ({ failure, usage });

function createEngine(claims: readonly unknown[], failure: EngineReason | null = null): Engine {
  return {
    name: 'scripted',
    draft: async (_, onClaim) => {
      for (const claim of claims) onClaim(claim);
      return { engine: { name: 'scripted', model: 'm1' }, usage, failure };
    },
  };
}

function run(claims: readonly unknown[], judge: Judge, more: Partial<SummarizePorts> = {}) {
  const ports = { engine: createEngine(claims), newId: () => 's1', judge, ...more };
  return summarize(conversation, request, ports, never);
}

function toVerified(written: unknown): VerifiedClaim {
  const verdict = createVerifier(evidence, { languages: ['en'], zone: 'UTC' }).verify(written);
  if (!verdict.ok) throw new Error('the claim does not hold');
  return verdict.claim;
}

function toWaiting(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

const quick: JudgingLimits = { totalMs: 5_000, eachMs: 60, atOnce: 4 };

describe('a summary whose claims are judged', () => {
  test('marks what the judge does not find supported, with the reason, and names both models', async () => {
    const { judge } = createJudge(({ claim }) => say(claim.text === budget.text ? 'partly' : 'supported'));
    const summary = await run([budget, remarks[0]], judge);
    expect(summary.engine).toEqual({ name: 'scripted', model: 'm1', judge: 'judge-1' });
    expect(summary.counts).toMatchObject({ verified: 1, needsClarification: 1, dropped: 0 });
    const marked = summary.claims.find(({ status }) => status === 'needs_clarification');
    expect(marked?.text).toBe(budget.text);
    expect(marked?.findings.at(-1)).toEqual({
      check: 'judge',
      outcome: 'fail',
      problem: { code: 'judged_partly', words: 'the year' },
      effect: 'mark',
    });
  });

  test('adds what judging took to the bill, and of its time only what passed', async () => {
    const { judge } = createJudge(async () => {
      await new Promise(resolve => setTimeout(resolve, 30));
      return say('supported');
    });
    const { usage: bill } = await run([budget, ...remarks.slice(0, 3)], judge);
    expect(bill).toMatchObject({ inputTokens: 50, outputTokens: 10, costUsd: 2.5 });
    expect(bill?.durationMs).toBeGreaterThanOrEqual(30);
    expect(bill?.durationMs).toBeLessThan(4 * 30 + usage.durationMs);
    const { judge: dear } = createJudge(() => ({ ...say('supported'), usage: { ...usage, costUsd: null } }));
    expect((await run([budget], dear)).usage?.costUsd).toBeNull();
  });

  test('asks of each claim by itself, in the language of the reader, and not of what is marked, hidden or said twice', async () => {
    const { judge, asked } = createJudge(() => say('supported'));
    const hidden = { ...remarks[1], confidence: 0.2 };
    const ports = { engine: createEngine([budget, budget, unquoted, hidden]), newId: () => 's1', judge };
    await summarize(conversation, { ...request, language: 'de', minConfidence: 0.5 }, ports, never);
    expect(asked.map(({ claim, language, zone }) => [claim.text, language, zone])).toEqual([
      [budget.text, 'de', 'UTC'],
    ]);
    expect(asked[0]?.claim).not.toHaveProperty('status', 'needs_clarification');
  });

  test('sends no claim that cites what was deleted, also while others were judged', async () => {
    const gone = new Set(['m4']);
    const { judge, asked } = createJudge(() => {
      gone.add('m6');
      return say('supported');
    });
    const summary = await run(remarks.slice(0, 3), judge, {
      isGone: id => gone.has(id),
      judging: { ...quick, atOnce: 1 },
    });
    expect(asked.map(({ claim }) => claim.text)).toEqual([remarks[1]?.text]);
    expect(summary.claims.map(({ text }) => text)).toEqual([remarks[1]?.text]);
    expect(summary.counts.dropped).toBe(2);
  });

  test('shows claims before they are judged, and their marks as each verdict comes', async () => {
    const { judge } = createJudge(() => say('contradicted'));
    const seen: string[] = [];
    const onVerified = ({ verified, toSummary }: SoFar) => {
      const { counts } = toSummary();
      seen.push(`${verified}: ${counts.verified} verified, ${counts.needsClarification} marked`);
    };
    await run([budget, remarks[0]], judge, { onVerified, judging: { ...quick, atOnce: 1 } });
    expect(seen).toEqual([
      '1: 1 verified, 0 marked',
      '2: 2 verified, 0 marked',
      '2: 1 verified, 1 marked',
      '2: 0 verified, 2 marked',
    ]);
  });

  test('judges what holds of a draft that broke off, and nothing that code chose in its place', async () => {
    const broken = createJudge(() => say('supported'));
    const kept = await run([budget], broken.judge, { engine: createEngine([budget], 'truncated') });
    expect(kept.engine).toMatchObject({ reason: 'truncated', judge: 'judge-1' });
    const spared = createJudge(() => say('contradicted'));
    const quotes = await run([], spared.judge, {
      engine: createEngine([budget], 'refused'),
      fallback: extractiveEngine,
    });
    expect(quotes.engine).toEqual({ name: 'extractive', reason: 'refused' });
    expect([spared.asked.length, quotes.counts.needsClarification]).toEqual([0, 0]);
  });

  test('ends where the person stops it', async () => {
    const stop = new AbortController();
    const { judge } = createJudge((_, signal) => {
      stop.abort(new RangeError('stopped'));
      return toWaiting(signal);
    });
    const ports = { engine: createEngine([budget]), newId: () => 's1', judge };
    await expect(summarize(conversation, request, ports, stop.signal)).rejects.toThrow('stopped');
  });
});

describe('a judge that does not judge', () => {
  const judgeAll = (judge: Judge, limits: JudgingLimits = quick, written: readonly unknown[] = remarks) =>
    judgeClaims(written.map(toVerified), { evidence, language: 'en', zone: 'UTC' }, { judge, limits }, never);
  const count = (claims: readonly VerifiedClaim[], outcome: string) =>
    claims.filter(({ findings }) => findings.some(each => each.check === 'judge' && each.outcome === outcome))
      .length;

  test.each<[string, () => Partial<JudgeReport> | Promise<never>]>([
    ['fails', () => fail('overloaded')],
    ['declines', () => fail('refused')],
    ['cannot be read', () => fail('unreadable')],
    ['throws', () => Promise.reject(new Error('a fault of ours'))],
  ])('leaves all claims as they were, and says so of each: it %s', async (_, answer) => {
    const { claims } = await judgeAll(createJudge(answer).judge);
    expect(claims.map(({ text, status }) => [text, status])).toEqual(
      remarks.map(({ text }) => [text, 'verified']),
    );
    expect(count(claims, 'abstain')).toBe(remarks.length);
  });

  test('is asked no more after three failures in a row, or one that will last', async () => {
    const down = createJudge(() => fail('overloaded'));
    await judgeAll(down.judge, { ...quick, atOnce: 1 });
    expect(down.asked).toHaveLength(3);
    const unpaid = createJudge(() => fail('unpaid'));
    const { usage: bill } = await judgeAll(unpaid.judge, { ...quick, atOnce: 1 });
    expect([unpaid.asked.length, bill?.costUsd]).toEqual([1, usage.costUsd]);
  });

  test('of one claim is asked of the others', async () => {
    const shy = createJudge((_, __, call) => (call % 2 === 1 ? fail('refused') : say('supported')));
    const { claims } = await judgeAll(shy.judge, { ...quick, atOnce: 1 });
    expect([count(claims, 'abstain'), count(claims, 'pass')]).toEqual([6, 6]);
    const stubborn = createJudge(() => fail('unreadable'));
    await judgeAll(stubborn.judge);
    expect(stubborn.asked).toHaveLength(remarks.length);
    const faltering = createJudge((_, __, call) => (call % 3 === 0 ? say('supported') : fail('stalled')));
    await judgeAll(faltering.judge, { ...quick, atOnce: 1 });
    expect(faltering.asked).toHaveLength(remarks.length);
  });

  test('in time is not waited for, nor one that hears no signal, and what the others said counts', async () => {
    const slow = createJudge(({ claim }, signal) =>
      claim.text === remarks[0]?.text ? toWaiting(signal) : say('partly'),
    );
    const { claims } = await judgeAll(slow.judge, quick, remarks.slice(0, 3));
    expect(claims.map(({ status }) => status)).toEqual([
      'verified',
      'needs_clarification',
      'needs_clarification',
    ]);
    expect(count(claims, 'abstain')).toBe(1);
    const deaf = createJudge(() => new Promise<never>(() => undefined));
    const begunAt = performance.now();
    expect(count((await judgeAll(deaf.judge, quick, [budget])).claims, 'abstain')).toBe(1);
    expect(performance.now() - begunAt).toBeLessThan(3_000);
  });

  test('before all time is up leaves the rest, and no more than a few are asked at once', async () => {
    const steady = createJudge(async () => {
      await new Promise(resolve => setTimeout(resolve, 40));
      return say('partly');
    });
    const { claims } = await judgeAll(steady.judge, { totalMs: 60, eachMs: 1_000, atOnce: 2 });
    expect(steady.mostAtOnce()).toBe(2);
    expect(count(claims, 'fail')).toBeGreaterThan(0);
    expect(count(claims, 'abstain')).toBeGreaterThan(5);
    expect(claims).toHaveLength(remarks.length);
  });

  test('costs nothing where there is nothing to judge', async () => {
    const idle = createJudge(() => say('supported'));
    const { claims, usage: bill } = await judgeAll(idle.judge, quick, [unquoted]);
    expect([idle.asked.length, bill, claims[0]?.findings.some(each => each.check === 'judge')]).toEqual([
      0,
      null,
      false,
    ]);
  });
});

describe('statements that are judged', () => {
  const statements = [{ text: budget.text }, { text: 'The moon is green.' }, { text: budget.text }];
  const checkRequest = { statements, zone: 'UTC', window: {}, language: 'en' };

  test('are marked like claims, equal ones after one question, and what was not found is not asked about', async () => {
    const { judge, asked } = createJudge(() => say('contradicted'));
    const judged: number[] = [];
    const ports = { newId: () => 's1', judge, onJudged: (count: number) => judged.push(count) };
    const summary = await check(conversation, checkRequest, ports, never);
    expect(asked.map(({ claim }) => claim.text)).toEqual([budget.text]);
    expect(judged).toEqual([2]);
    expect(summary.counts).toMatchObject({ verified: 0, needsClarification: 2 });
    expect(summary.engine).toEqual({ name: 'check', judge: 'judge-1' });
    expect(summary.usage).toMatchObject({ inputTokens: 10, costUsd: 0.5 });
  });

  test('without a verdict stand as code found them, and the summary names no judge', async () => {
    const { judge } = createJudge(() => fail('key_refused'));
    const summary = await check(conversation, checkRequest, { newId: () => 's1', judge }, never);
    expect(summary.counts).toMatchObject({ verified: 2, needsClarification: 0 });
    expect(summary.engine).toEqual({ name: 'check' });
  });
});
