import { expect, test } from 'vitest';
import { toJudgeContext } from '../../../src/app/judge-context.ts';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { toConversation } from '../../core/talk.ts';

const { messages, ...rest } = toConversation(
  'Ann: The fair is on 21 March in the gym.', // 1
  'Bob: How about the blue tent?', // 2
  'Carol: lunch is ready', // 3
  'Dave: see you there', // 4
  'Emma: on my way', // 5
  { say: 'Ann: fine with me', re: 2 }, // 6
  'Dave: back again', // 7
  'Bob: The blue tent leaks, we take the red tent.', // 10, in the other channel
  { say: 'Carol: The blue tent is out, the red tent it is.', re: 6 }, // 8
  { say: 'Emma: good', re: 6 }, // 9
);
const evidence = toEvidence({
  ...rest,
  messages: messages.map((message, index) => ({
    ...message,
    channel: index === 7 ? { id: '2', title: '#other' } : { id: '1', title: '#talk' },
  })),
});

function toClaim(written: Readonly<Record<string, unknown>>): VerifiedClaim {
  const verdict = createVerifier(evidence, { languages: ['en'], zone: 'UTC' }).verify(written);
  if (!verdict.ok) throw new Error('the claim does not hold');
  return verdict.claim;
}

const tent = toClaim({
  text: 'They take the blue tent.',
  kind: 'decision',
  evidence: [{ position: 6, quote: 'fine with me' }],
});
const unique = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);

test('a claim is shown with what its messages answer, those around them in the same place, and later ones on the same', () => {
  const { toShown, toNeeded } = toJudgeContext(evidence, ['en']);
  expect(unique(toNeeded(tent))).toEqual([2, 6]);
  expect(unique(toShown(tent))).toEqual([2, 4, 5, 6, 7, 8]);
});

test('what held before a change is shown with its own surroundings', () => {
  const cited = { evidence: [{ position: 8, quote: 'the red tent it is' }] };
  const now = toClaim({ text: 'The red tent is taken now.', kind: 'fact', ...cited });
  const before = { text: 'The fair was to be in the gym.', citations: [{ position: 1, quote: null }] };
  const { toShown } = toJudgeContext(evidence, ['en']);
  expect(unique(toShown({ ...now, kind: 'change', before }))).toEqual([1, 2, 6, 7, 8, 9]);
});
