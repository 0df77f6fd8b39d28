import { expect, test } from 'vitest';
import { applyDisputeVerdict, applyEdit, checkEdit, judgeDisputed } from '../../src/app/edit-claim.ts';
import type { Judge } from '../../src/app/ports.ts';
import { putDispute } from '../../src/core/claims/disputes.ts';
import { replaceWording, toClaimContents, toReviewItems } from '../../src/core/claims/review.ts';
import { reassemble } from '../../src/core/claims/serialized-summary.ts';
import { toTexts } from '../../src/render/texts.ts';
import { toSources } from '../../src/render/view/sources.ts';
import { toConversation } from '../core/talk.ts';
import { failed, tellSummary } from '../render/summaries.ts';
import { sure } from '../sure.ts';
import { createBatchJudge, createJudge, fail } from './judging/judge.ts';

const decider = { by: { id: '7', name: 'Ann' }, at: '2026-03-09T12:00:00.000Z' };
const { messages, ...place } = toConversation(
  'Ann: Good morning to all of you',
  'Bob: The school fair is on 21 March',
  'Ann: We close at 18:00 because of the neighbours',
  'Bob: The big tent costs 450 euros to rent',
  'Ann: The lemonade stand needs twelve crates because of the neighbours',
  'Bob: The budget is 1,200 euros',
);
const unclear = {
  status: 'needs_clarification',
  findings: [failed('judge', { code: 'judged_partly', words: 'why' }, 'mark')],
} as const;
/** Of the first four messages. */
const summary = tellSummary({
  messages: messages.slice(0, 4).map(({ author, text, time }) => ({ by: author.name, text, at: time })),
  claims: [
    { text: 'The school fair is on 21 March.', cites: [2] },
    { text: 'The tent is expensive.', cites: [4], ...unclear },
  ],
});
const [item] = toReviewItems(summary);

async function tryText(text: string, judge: Judge | null = null) {
  if (!item) throw new Error('nothing to word anew');
  const wording = { text, owner: null, due: null };
  const conversation = { ...place, messages };
  const { signal } = new AbortController();
  const checked = await checkEdit(summary, item, wording, conversation, judge, signal);
  return applyEdit(summary, item, checked, decider);
}

test('a wording may rest on another message that was read, and on none that was written since', async () => {
  const inside = await tryText('They close at 18:00 because of the neighbours.');
  expect(inside.ok && inside.summary.claims[1]).toMatchObject({ review: { decision: 'edited' } });
  expect(inside.summary.footnotes.map(({ messageId }) => messageId)).toEqual(['m2', 'm3', 'm4']);
  const since = await tryText('The lemonade stand needs twelve crates because of the neighbours.');
  expect(since.summary.footnotes.map(({ messageId }) => messageId)).not.toContain('m5');
});

test('a wording is judged where there is a judge, on the same bill', async () => {
  const text = 'Renting the tent costs 450 euros.';
  const find = async (judge: Judge | null) => {
    const { summary: reworded, ok } = await tryText(text, judge);
    return [ok, reworded.claims.find(each => each.text === text)?.status, reworded.usage?.costUsd];
  };
  expect(await find(null)).toEqual([true, 'sources_found', undefined]);
  expect(await find(createJudge(() => 'supported').judge)).toEqual([true, 'verified', 0.5]);
  expect(await find(createJudge(() => 'partly').judge)).toEqual([true, 'needs_clarification', 0.5]);
  expect(await find(createBatchJudge(() => fail('overloaded')).judge)).toEqual([true, 'sources_found', 0.5]);
  const { judge } = createJudge(() => ({ verdict: 'not_supported', missing: '' }));
  const refused = await tryText(text, judge);
  expect(refused).toMatchObject({
    ok: false,
    summary: { claims: summary.claims },
    reasons: [{ check: 'judge', problem: { code: 'judged_unsupported' } }],
  });
});

test('messages are told apart where others before them are gone and they are counted anew', () => {
  if (!item) throw new Error('nothing to word anew');
  const contents = toClaimContents(item, summary);
  const cited = sure(contents.cited[0]);
  // The third message was the second of those that could be read again.
  const others = ['m1', 'm5', 'm6'].map((messageId, index) => ({ ...cited, messageId, position: 7 + index }));
  const listed = { ...cited, messageId: 'm3', position: 2, text: 'We close' };
  const now = sure(replaceWording(summary, 'c2', { ...contents, cited: [...others, listed] }, decider));
  const t = toTexts('en');
  const sources = toSources(now, t);
  expect(sources.filter(({ number }) => number === null).map(({ text }) => text)).toEqual(['We close']);
  const own = sources.filter(({ claimIds }) => claimIds.includes('c2'));
  expect(own.map(({ number }) => number)).toEqual([2, 3, 4, null]);
});

test('a disputed claim is judged again on its own messages, and is unclear at most', async () => {
  const dispute = { ...decider, by: { id: 'u-Bob', name: 'Bob' }, text: 'It was only a guess.' };
  const disputed = sure(putDispute(summary, 'c1', dispute));
  const claim = { ...sure(disputed.claims[0]), findings: [{ check: 'judge', outcome: 'pass' }] as const };
  const payer = { guildId: '7', personId: '8', channelId: null, feature: 'review' } as const;
  const settle = async (judge: Judge, of = messages) => {
    const { signal } = new AbortController();
    const verdict = await judgeDisputed(disputed, claim, { ...place, messages: of }, judge, signal, payer);
    const before = reassemble({ ...disputed, claims: [claim, ...disputed.claims.slice(1)] });
    const applied = applyDisputeVerdict(before, 'c1', claim.disputes ?? [], verdict);
    expect(applied.isSettled).toBe(verdict.against !== undefined);
    const { claims, rejected, usage } = applied.summary;
    return [claims.find(({ id }) => id === 'c1')?.status, rejected.length, usage?.costUsd];
  };
  const asked: unknown[] = [];
  for (const verdict of ['supported', 'partly', 'not_supported', 'contradicted'] as const) {
    const { judge } = createJudge(({ replies }) => {
      asked.push(replies);
      return verdict;
    });
    const status = verdict === 'supported' ? 'verified' : 'needs_clarification';
    expect(await settle(judge)).toEqual([status, 0, 0.5]);
  }
  expect(asked[0]).toEqual([{ by: 'Bob', text: 'It was only a guess.' }]);
  const { judge } = createJudge(() => 'contradicted');
  // Its message can no longer be read, or there is no verdict.
  expect(await settle(judge, messages.slice(2))).toEqual(['verified', 0, undefined]);
  expect(await settle(createBatchJudge(() => fail('overloaded')).judge)).toEqual(['verified', 0, 0.5]);
});
