import { expect, test } from 'vitest';
import { gradeText, toGrades, toShare } from '../../../src/app/grade/grade.ts';
import { ownTexts } from '../../../src/app/grade/own-texts.ts';
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

test('grades count wrong claims caught and true ones hurt, and leave out what has no verdict', () => {
  const toGraded = (isTrue: boolean, isKept: boolean | null) => ({
    claim: { text: '', isTrue },
    isKept,
    cause: null,
    missing: '',
  });
  const graded = [
    ...[true, true, true, false].map(isKept => toGraded(true, isKept)),
    ...[false, true, null].map(isKept => toGraded(false, isKept)),
  ];
  expect(toGrades(graded)).toMatchObject({
    caught: { count: 1, of: 2 },
    hurt: { count: 1, of: 4 },
    unanswered: 1,
  });
});

test('our own claims are 200, half of them wrong in every way, in five languages', () => {
  const claims = ownTexts.flatMap(text => text.claims.map(claim => ({ ...claim, language: text.language })));
  expect(new Set(claims.map(({ text }) => text)).size).toBe(200);
  expect(claims.filter(({ isTrue }) => isTrue)).toHaveLength(100);
  expect(new Set(claims.map(({ language }) => language)).size).toBe(5);
  for (const label of ['invented', 'shifted', 'person', 'modality', 'contradiction', 'value'])
    expect(claims.filter(claim => claim.label === label).length, label).toBeGreaterThanOrEqual(10);
});

test('a share has the interval of Wilson', () => {
  const { share, low, high } = toShare(8, 10);
  expect([share, low.toFixed(3), high.toFixed(3)]).toEqual([0.8, '0.490', '0.943']);
  expect(toShare(0, 20)).toMatchObject({ share: 0, low: 0 });
  expect(toShare(20, 20).high).toBe(1);
  expect(toShare(0, 0)).toMatchObject({ low: 0, high: 1 });
});
