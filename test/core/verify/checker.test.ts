import { describe, expect, test } from 'vitest';
import { createChecker, type StatementInput } from '../../../src/core/verify/checker.ts';
import { english } from '../../../src/render/texts.ts';
import { formatProblem } from '../../../src/render/view/problem-line.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.', // 1
  'Bob: How about we rent the big tent from last year for 450?', // 2
  { say: 'Carol: Approved.', re: 2 }, // 3
  "Dave: I'll book the tent by Friday", // 4
  'Emma: Does anybody have the key to the storage room?', // 5
  'Ann: Maybe we should also hire a magician for the children', // 6
  'Bob: Ann, can you ask the brass band whether they play for free?', // 7
  { say: 'Ann: will do', re: 7 }, // 8
  'Carol: The football field is not free on that day', // 9
  'Dave: We decided to print flyers instead of posters this year', // 10
  { say: 'Notifier: The weather will be fine on Saturday afternoon', bot: true }, // left out
);
const checker = createChecker(evidence, { languages: ['en'] });

function check(statement: StatementInput | string) {
  const outcome = checker.check(typeof statement === 'string' ? { text: statement } : statement);
  if (!outcome.found) return { status: 'not_found', why: outcome.reason, cites: [], claim: null };
  const { claim } = outcome;
  const failed = claim.findings.flatMap(({ outcome: how, problem }) =>
    how === 'fail' && problem ? [formatProblem(problem, english)] : [],
  );
  return {
    status: claim.status,
    why: failed.join('; '),
    cites: claim.citations.map(({ position }) => position),
    claim,
  };
}

describe('a statement whose proofs hold has sources, and nobody has judged its wording', () => {
  test.each([
    ['The fair is on 21 March and has a budget of 1,200 euros.', [1]],
    ['Dave will book the tent by Friday.', [4]],
    ['Bob proposed to rent the big tent.', [2]],
    ['They decided to print flyers instead of posters.', [10]],
    ['Emma needs the key to the storage room.', [5]],
    ['The football field is not free that day.', [9]],
  ])('%s', (text, cites) => {
    expect(check(text)).toMatchObject({ status: 'sources_found', cites, why: '' });
  });

  test('is verified where it is nothing but a quote', () => {
    expect(check("Dave: “I'll book the tent by Friday” [7]")).toMatchObject({
      status: 'verified',
      cites: [4],
    });
  });

  test('shows words cut out of its messages', () => {
    const { claim } = check('Dave will book the tent by Friday.');
    const [citation] = claim?.citations ?? [];
    const message = evidence.messages[(citation?.position ?? 0) - 1];
    expect(message?.text.slice(citation?.quote?.start, citation?.quote?.end)).toBe(citation?.quote?.text);
    expect(citation?.quote?.text).toContain('book the tent');
  });

  test('cites the answer of the person it names together with the question', () => {
    expect(check('Ann will ask the brass band whether they play for free.').cites).toEqual([7, 8]);
    expect(check('Carol approved renting the big tent from last year.').cites).toEqual([2, 3]);
  });
});

describe('a statement whose proofs fail needs clarification, with the nearest message and the reason', () => {
  test.each([
    ['The fair is on 22 March and has a budget of 1,200 euros.', 1, 'no message mentions 22 March'],
    ['The fair has a budget of 1,500 euros.', 1, 'no message mentions 1,500 euros'],
    ['Ann: “book the tent by Friday”', 4, 'Ann didn’t write the words quoted'],
  ])('%s', (text, position, why) => {
    const checked = check(text);
    expect(checked.status, checked.why).toBe('needs_clarification');
    expect(checked.cites).toContain(position);
    expect(checked.why).toContain(why);
  });
});

describe('nothing is found', () => {
  test.each([
    ['The cafeteria serves vegetarian lasagna on weekdays.', 'nothing_similar'],
    ['And that was that.', 'nothing_to_check'],
    ['So they did.', 'nothing_to_check'],
    ['The weather will be fine on Saturday afternoon.', 'nothing_similar'],
  ])('for %j, because of %s', (text, why) => {
    expect(check(text)).toMatchObject({ status: 'not_found', why });
  });

  test('in an empty conversation', () => {
    const nobody = createChecker(talk(), {});
    expect(nobody.check({ text: 'Dave will book the tent.' }).found).toBe(false);
    expect(nobody.check({ text: 'Dave will book the tent.', positions: [1] }).found).toBe(false);
  });

  test('where the statement could not be read, which is said', () => {
    expect(check({ text: '', problem: { code: 'malformed', fault: 'empty_text' } })).toMatchObject({
      status: 'not_found',
      why: 'unreadable',
    });
  });
});

describe('positions that are given', () => {
  const booked = 'Dave will book the tent by Friday.';

  test('are proved as they are', () => {
    expect(check({ text: booked, positions: [4] })).toMatchObject({
      status: 'sources_found',
      cites: [4],
      why: '',
    });
  });

  test('that are wrong are replaced, and the reason says why', () => {
    for (const positions of [[1], [5], [99], [0, -1]]) {
      const checked = check({ text: booked, positions });
      expect(checked, String(positions)).toMatchObject({ status: 'sources_found', cites: [4] });
      expect(checked.claim?.citationReplaced).toBe(true);
      expect(checked.why).not.toBe('');
    }
  });

  test('are replaced by the message that supports it most, also where another one comes before', () => {
    const shown = talk(
      'Priya: Can we show progress while it uploads?', // 1
      'Ann: The release is on Thursday', // 2
      'Tom: Numbers from the load test: 310 requests/s', // 3
    );
    const outcome = createChecker(shown, { languages: ['en'] }).check({
      text: 'The load test showed 310 requests/s.',
      positions: [2],
    });
    expect(outcome.found && outcome.claim.citations.map(({ position }) => position)).toEqual([1, 3]);
    expect(outcome.found && outcome.claim.findings[0]?.problem).toEqual({
      code: 'better_citation',
      position: 3,
    });
  });

  test('with an invented one lose it', () => {
    const checked = check({ text: booked, positions: [4, 99] });
    expect(checked).toMatchObject({ status: 'sources_found', cites: [4], why: 'there is no message 99' });
  });

  test('of a statement that no message says are told with the value that is missing', () => {
    const checked = check({ text: 'The cafeteria serves lasagna for 7 euros.', positions: [1] });
    expect(checked).toMatchObject({ status: 'needs_clarification', cites: [1] });
    expect(checked.why).toContain('no message mentions 7 euros');
    const invented = check({ text: 'The cafeteria serves lasagna on weekdays.', positions: [99] });
    expect(invented).toMatchObject({ status: 'not_found', why: 'nothing_similar' });
    const elsewhere = check({ text: 'The cafeteria serves lasagna on weekdays.', positions: [1] });
    expect(elsewhere).toMatchObject({ status: 'not_found', why: 'nothing_similar' });
  });
});
