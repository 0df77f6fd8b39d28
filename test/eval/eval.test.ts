import { describe, expect, test } from 'vitest';
import { weights } from '../../src/core/highlights/weights.ts';
import { startScript } from '../start-script.ts';
import { type ClaimResult, measureDraft, toTally } from './drafts/measure.ts';
import { toDrafts } from './drafts/records.ts';
import { readOwnMarkedTalks } from './highlights/marks.ts';
import { addScores, measureHighlights } from './highlights/measure.ts';
import { createRecordedJudge } from './judges.ts';
import { ownDrafts } from './own/own.ts';
import { groups, measureGroup, toEnding, toRecordedJudge } from './parts/dictated.ts';
import { toKappa } from './table.ts';

describe('npm run eval', () => {
  test('says which data it does not find, once, and measures the own drafts', async () => {
    const { code, stdout, stderr } = await startScript('test/eval/run.ts', {}, [
      '--data',
      '/nope',
      'drafts',
      'dictated',
      'highlights',
    ]).ended;
    expect([code, stderr]).toEqual([
      0,
      ['model_drafts.jsonl', 'message_marks.jsonl', 'week_quizzes.jsonl']
        .map(name => `There is no ${name} in /nope: what is measured by it is left out (--data PATH).\n`)
        .join(''),
    ]);
    expect(stdout).toContain('Own drafts: claims');
    expect(stdout).toContain('| dictated |');
    expect(stdout).not.toContain('Model drafts');
    expect(stdout).toContain('Highlights of our 2 marked conversations');
  });

  test.each([['--dta'], ['label']])('refuses %s with 2', async word => {
    const { code, stdout, stderr } = await startScript('test/eval/run.ts', {}, [word]).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });
});

describe('the measure of dictated claims', () => {
  const [own, alike] = groups;
  if (own === undefined || alike === undefined) throw new Error('no claims');
  const toSame = (verdict: 'supported' | 'not_supported', { drafts }: typeof own) =>
    drafts.map(
      ({ id }) => [id, { verdict, missing: '', kind: null, outcome: 'none', positions: [] }] as const,
    );
  const toEndings = async (group: typeof own, judge: Parameters<typeof measureGroup>[1]) =>
    new Set((await measureGroup(group, judge)).map(toEnding));

  test('takes 20 of each kind that only a judge can tell apart', async () => {
    for (const group of [own, alike]) {
      expect(new Set(group.drafts.map(({ id }) => id)).size).toBe(20);
      expect(await toEndings(group, () => null)).toEqual(new Set(['shown']));
    }
    const verdicts = [...toSame('not_supported', own), ...toSame('supported', alike)];
    const judge = toRecordedJudge({ answeredBy: 'nobody', verdicts: Object.fromEntries(verdicts) });
    expect(await toEndings(own, judge)).toEqual(new Set(['removed']));
    expect(await toEndings(alike, judge)).toEqual(new Set(['shown']));
  });
});

describe('the measure of drafts', () => {
  const drafts = toDrafts(ownDrafts);
  const measure = async (isJudged: boolean, of = drafts): Promise<readonly ClaimResult[]> =>
    (
      await Promise.all(
        of.map(draft => measureDraft(draft, isJudged ? createRecordedJudge(draft).judge : null)),
      )
    ).flat();
  const toTexts = (results: readonly ClaimResult[]) => results.map(({ claim }) => claim.written.text);

  test('has own drafts whose quotes stand in the messages, two aside that are wrong on purpose', () => {
    const strays = ownDrafts.flatMap(({ messages, drafts: written }) =>
      written
        .flatMap(draft => draft.claims.map(({ claim }) => claim))
        .filter(({ evidence }) =>
          evidence.some(({ position, quote }) => !messages[position - 1]?.text.includes(quote)),
        ),
    );
    expect(strays.map(({ text }) => text)).toEqual([
      'Returns fell because of the new supplier.',
      'In January 14 of 350 parcels came back.',
    ]);
  });

  test('proofs hurt few true claims and catch what they can see', async () => {
    const results = await measure(false);
    const { hurt, trueClaims } = toTally(results);
    expect(hurt / trueClaims).toBeLessThan(0.05);
    expect(toTexts(results.filter(({ isCaught }) => isCaught))).toEqual(
      expect.arrayContaining([
        'Lara asked to raise the ban to 24 hours.',
        'With v7.6 it still worked on the door PC.',
        'Order 0x5F3A-19 was paid on 13 March.',
        'Returns fell because of the new supplier.',
        'Miro will sign for the smaller room tomorrow.',
        'Die Probe am Montag beginnt um 19:30 Uhr.',
      ]),
    );
  });

  test('verdicts catch what is left', async () => {
    const { caught, wrongClaims, wrongShown } = toTally(await measure(true));
    expect([caught, wrongShown]).toEqual([wrongClaims, 0]);
  });
});

describe('the measure of highlights', () => {
  const marked = readOwnMarkedTalks();

  test('with the weights in use, most of what must be known is cited in few words, and little chatter', () => {
    const all = addScores(marked.map(talk => measureHighlights(talk, weights)));
    expect(all.must.cited / all.must.all).toBeGreaterThan(0.6);
    expect(all.words).toBeLessThanOrEqual(150);
    expect(all.chatter / all.quotes).toBeLessThan(0.2);
    const blind = Object.fromEntries(Object.keys(weights).map(name => [name, 0])) as typeof weights;
    const guessed = addScores(marked.map(talk => measureHighlights(talk, blind)));
    expect(guessed.must.cited).toBeLessThan(all.must.cited);
  });
});

test('kappa counts agreement beyond chance', () => {
  const pairs = (list: readonly (readonly [boolean, boolean, number])[]) =>
    list.flatMap(([one, other, count]) => Array.from({ length: count }, () => [one, other] as const));
  // The textbook's 50 proposals: 20 yes and 15 no by both.
  expect(
    toKappa(
      pairs([
        [true, true, 20],
        [true, false, 5],
        [false, true, 10],
        [false, false, 15],
      ]),
    )?.toFixed(2),
  ).toBe('0.40');
  expect(toKappa(pairs([[true, true, 3]]))).toBeNull();
  expect(toKappa([])).toBeNull();
});
