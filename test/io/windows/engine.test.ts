import { describe, expect, test } from 'vitest';
import { writeClaim } from '../../../demo/claude/writer.ts';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { type SummarizePorts, type SummaryProgress, summarize } from '../../../src/app/summarize.ts';
import { claimBudget } from '../../../src/core/claims/select-claims.ts';
import type { Matter } from '../../../src/core/claims/summary.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { mostWords } from '../../../src/core/prompt/answer.ts';
import { toWindow } from '../../../src/core/windows/window.ts';
import { describeEngine } from '../../app/engine-conformance.ts';
import { createLongScene, smallLimits, smallModel, toWork } from './long-scene.ts';
import { decisions, makePlanted } from './planted.ts';

describeEngine('claude', async () => (await createLongScene()).engine);

const never = new AbortController().signal;
const conversation = makePlanted(200, decisions);
const evidence = toEvidence(conversation);
const asked: EngineRequest = { evidence, detail: 'standard', language: 'en', spoken: ['en'], zone: 'UTC' };

/** The claims of windows are merged in groups first. */
const inGroups = { limits: { ...smallLimits, merged: { least: 200, share: 0, most: 200 } } };

async function draft(engine: Engine, request = asked, signal = never) {
  const claims: { readonly text: string; readonly kind: string }[] = [];
  const previews: unknown[] = [];
  const report = await engine.draft(
    request,
    (claim, stage) => void (stage === 'preview' ? previews : claims).push(claim as (typeof claims)[number]),
    signal,
  );
  return { ...report, claims, previews };
}

/** The whole summary, with its progress. */
function summarizeWith(engine: Engine, more: Partial<SummarizePorts> = {}) {
  const request = { detail: 'standard', zone: 'UTC', window: {} } as const;
  return summarize(conversation, request, { engine, newId: () => 's', ...more }, never);
}

const toTexts = ({ claims }: { readonly claims: readonly { readonly text: string }[] }) =>
  claims.map(({ text }) => text).join('\n');

describe('a long conversation', () => {
  test('is read window by window by the small model, each message once, and merged by the writing model', async () => {
    const { engine, calls } = await createLongScene();
    const { failure, claims, usage, engine: note } = await draft(engine);
    expect(failure).toBeNull();
    expect(note).toEqual({ name: 'claude', model: 'claude-sonnet-5-5' });
    expect(usage?.inputTokens).toBeGreaterThan(1_000);
    expect(claims.length).toBeGreaterThan(3);
    const all = calls();
    expect(all.filter(({ model }) => model !== smallModel)).toMatchObject([
      { model: 'claude-sonnet-5-5', work: 'answer' },
      { model: 'claude-sonnet-5-5', work: 'edit' },
    ]);
    expect(all.at(-1)).toMatchObject({ work: 'cite' });
    const read = all
      .filter(({ work }) => work === 'window')
      .flatMap(({ text }) => [...text.matchAll(/<m n="(\d+)"(?![^>]*earlier)/g)].map(([, n]) => Number(n)))
      .sort((a, b) => a - b);
    expect(read).toEqual(evidence.messages.map(({ position }) => position));
  });

  test('has its earliest windows read first, so that another conversation does not wait for its last ones', async () => {
    const { claude, connect, calls } = await createLongScene();
    const { windowWriter } = await connect();
    claude.faults.next({ kind: 'hang' }, 8);
    const stop = new AbortController();
    // The first begins at once; seven more run beside it.
    const drafts = evidence.messages
      .slice(0, 20)
      .toReversed()
      .map(message => ({ ...asked, window: toWindow(evidence, [message]) }))
      .map(request => windowWriter.draft(request, () => {}, stop.signal));
    await expect.poll(() => calls().length).toBe(8);
    const read = calls().map(({ text }) => Number(/<m n="(\d+)"(?![^>]*earlier)/.exec(text)?.[1]));
    expect(read.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 20]);
    stop.abort();
    await Promise.allSettled(drafts);
  });

  test('is merged in groups first if its claims are too long for one call', async () => {
    const { engine, calls } = await createLongScene(inGroups);
    await draft(engine);
    const merges = calls().filter(({ work }) => work === 'merge');
    expect(merges.length).toBeGreaterThan(0);
    expect(new Set(merges.map(({ model }) => model))).toEqual(new Set([smallModel]));
  });

  test.each(['brief', 'standard', 'comprehensive'] as const)(
    'keeps planted decisions at %s, within its budget',
    async detail => {
      const { engine } = await createLongScene();
      const { claims } = await draft(engine, { ...asked, detail });
      expect(toTexts({ claims }).split(/\s+/).length).toBeLessThanOrEqual(mostWords[detail]);
      expect(toTexts({ claims })).toContain('sell the old rowing boat');
      if (detail !== 'brief') expect(toTexts({ claims })).toContain('order the new anchor');
      expect(toTexts({ claims })).toContain('harbour office');
    },
  );

  test('shows claims of the first windows while others are read', async () => {
    const { engine } = await createLongScene();
    const seen: (readonly [number, boolean])[] = [];
    const onVerified = ({ verified, judging }: { readonly verified: number; readonly judging: boolean }) =>
      void seen.push([verified, judging]);
    const summary = await summarizeWith(engine, { onVerified });
    const { previews, claims } = await draft(engine);
    expect(previews.length).toBeGreaterThan(3);
    expect(seen.length).toBeGreaterThan(claims.length);
    expect(seen[0]).toEqual([1, false]);
    // No preview is part of the summary.
    expect(summary.claims.length).toBeLessThanOrEqual(claims.length);
  });

  test('is told by matter, and its previews have none', async () => {
    const { engine } = await createLongScene();
    const seen: (readonly Matter[] | undefined)[] = [];
    const onVerified = ({ toSummary }: SummaryProgress) => void seen.push(toSummary().matters);
    const { matters, claims } = await summarizeWith(engine, { onVerified });
    expect(seen[0]).toBeUndefined();
    expect(matters?.length).toBeGreaterThan(1);
    expect(new Set(claims.map(({ matter }) => matter)).size).toBe(matters?.length);
  });
});

describe('a window that fails', () => {
  const broken = { kind: 'status', status: 500 } as const;

  test('is tried again after the others', async () => {
    const { engine, claude } = await createLongScene();
    claude.faults.next(broken, 3);
    const { failure, unsummarized, claims } = await draft(engine);
    expect([failure, unsummarized]).toEqual([null, undefined]);
    expect(toTexts({ claims })).toContain('rowing boat');
  });

  test('is named if it fails again, and the others are summarized', async () => {
    const { engine, claude } = await createLongScene();
    const { writer } = claude;
    claude.writer = prompt =>
      prompt.text.includes('rowing boat') && !prompt.text.startsWith('<claims>') ? 'no' : writer(prompt);
    const { failure, unsummarized, claims } = await draft(engine);
    expect(failure).toBeNull();
    expect(unsummarized).toMatchObject([{ from: 1 }]);
    expect(toTexts({ claims })).toContain('harbour office');
    const summary = await summarizeWith(engine);
    expect(summary.coverage.unsummarized).toEqual([
      {
        count: unsummarized?.[0]?.to,
        start: conversation.messages[0]?.time,
        end: conversation.messages[(unsummarized?.[0]?.to ?? 0) - 1]?.time,
      },
    ]);
  });

  test('leaves the choice to code where the claims cannot be merged', async () => {
    const { engine, claude } = await createLongScene();
    claude.faults.next({ kind: 'max-tokens', after: { characters: 3 } }, 1, 'cite');
    const { failure, claims } = await draft(engine);
    expect(failure).toBe('truncated');
    expect(claims.length).toBeGreaterThan(3);
    expect(claims.length).toBeLessThanOrEqual(claimBudget.standard);
    expect(toTexts({ claims })).toContain('harbour office');
  });
});

test.each([
  ['window', ['merge', 'answer', 'cite']],
  ['merge', ['answer', 'cite']],
])('a message that was deleted while a %s was written is not sent on', async (since, later) => {
  const { engine, calls } = await createLongScene(inGroups);
  const sold = evidence.messages.find(({ text }) => text.includes('rowing boat'))?.id;
  const isGone = (id: string) => id === sold && calls().some(({ work }) => work === since);
  const { claims } = await draft(engine, { ...asked, isGone });
  const told = calls().filter(({ work }) => later.includes(work));
  expect(new Set(told.map(({ work }) => work))).toEqual(new Set(later));
  expect(told.filter(({ text }) => text.includes('rowing boat'))).toEqual([]);
  expect(toTexts({ claims })).not.toContain('rowing boat');
});

test.each(['window', 'merge'])(
  'a claim of a %s that cites what no message says is not merged',
  async work => {
    const { engine, claude, calls } = await createLongScene(inGroups);
    const { writer } = claude;
    const invented = writeClaim({
      kind: 'decision',
      text: 'The pier was sold.',
      evidence: [{ position: 3, quote: 'sold the pier' }],
    });
    claude.writer = async prompt => {
      const written = (await writer(prompt)) ?? '';
      return typeof written === 'string' || toWork(prompt.text) !== work ? written : [invented, ...written];
    };
    await draft(engine);
    const isLater = (work: string) => work === 'merge' || work === 'answer';
    expect(calls().some(each => each.work === work)).toBe(true);
    expect(calls().filter(each => isLater(each.work) && each.text.includes('The pier was sold.'))).toEqual(
      [],
    );
  },
);

test('an abort ends all calls with its reason', async () => {
  const { engine, claude, calls } = await createLongScene();
  claude.pace = { firstByteMs: 5_000 };
  const controller = new AbortController();
  const reason = new RangeError('stopped');
  const drafting = draft(engine, asked, controller.signal);
  await expect.poll(() => calls().length).toBeGreaterThan(2);
  controller.abort(reason);
  await expect(drafting).rejects.toBe(reason);
});
