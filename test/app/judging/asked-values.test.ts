import { expect, test } from 'vitest';
import type { Judge } from '../../../src/app/ports.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { toConversation } from '../../core/talk.ts';
import { createEngine } from './judge.ts';

const unreachable: Judge = {
  model: 'm',
  judge: async () => ({ judgements: [], usage: null, failure: 'unreachable' }),
};

test.each([
  ['without a judge', undefined],
  ['where the judge fails', unreachable],
])('a value that only the question names is shown as no fact %s', async (_, judge) => {
  const { engine } = createEngine([
    {
      text: 'The fair was moved to 28 March and costs 9,000 euros.',
      evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
      kind: 'key_point',
    },
  ]);
  const shown: number[] = [];
  const summary = await summarize(
    toConversation('Ann: The school fair is on 21 March and the budget is 1,200 euros.'),
    { detail: 'brief', zone: 'UTC', window: {}, question: 'Was it moved to 28 March for 9,000 euros?' },
    {
      engine,
      newId: () => 's1',
      ...(judge && { judge }),
      onVerified: ({ verified, judging }) => void (judging || shown.push(verified)),
    },
    new AbortController().signal,
  );
  expect(summary.claims.filter(({ status }) => status !== 'needs_clarification')).toEqual([]);
  expect(Math.max(0, ...shown)).toBe(0);
});
