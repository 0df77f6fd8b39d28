import { expect, test } from 'vitest';
import { gradeText } from '../../../src/app/grade-judge.ts';
import { toConversation } from '../../core/talk.ts';
import { createJudge } from './judge.ts';

const conversation = toConversation(
  'Ann: The release is on Friday.',
  'Bob: The mirror in Lisbon is down again.',
  'Ann: Then we move the release to Monday.',
);

test('a claim is kept if all its statements are supported, and not graded without a verdict', async () => {
  const claims = [
    { text: 'Bob reports that the mirror in Lisbon is down.', isTrue: true },
    { text: 'Ann moved the release. The mirror in Lisbon was repaired.', isTrue: false },
    { text: 'The mirror in Lisbon fell silent.', isTrue: true },
    { text: 'Zebras are striped.', isTrue: false },
  ];
  const { judge } = createJudge(({ text }) => {
    if (text.includes('repaired')) return { verdict: 'contradicted', missing: 'still down' };
    return text.includes('silent') ? null : 'supported';
  });
  const { graded } = await gradeText({ conversation, claims }, judge, new AbortController().signal);
  expect(graded.map(({ isKept, cause, missing }) => [isKept, cause, missing])).toEqual([
    [true, null, ''],
    [false, 'judge judged_contradicted', 'still down'],
    [null, null, ''],
    [null, 'nothing_similar', ''],
  ]);
});
