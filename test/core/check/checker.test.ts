import { describe, expect, test } from 'vitest';
import { createChecker, type GivenStatement } from '../../../src/core/check/checker.ts';
import { tellProblem } from '../../../src/core/claims/problem.ts';
import { englishProblems } from '../../../src/core/claims/problem-words.ts';
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

function check(statement: GivenStatement | string) {
  const outcome = checker.check(typeof statement === 'string' ? { text: statement } : statement);
  if (!outcome.found) return { status: 'not_found', why: outcome.reason, cites: [], claim: null };
  const { claim } = outcome;
  const failed = claim.findings.flatMap(({ outcome: how, problem }) =>
    how === 'fail' && problem ? [tellProblem(problem, englishProblems)] : [],
  );
  return {
    status: claim.status,
    why: failed.join('; '),
    cites: claim.citations.map(({ position }) => position),
    claim,
  };
}

describe('a statement that holds', () => {
  test.each([
    ['The fair is on 21 March and has a budget of 1,200 euros.', [1]],
    ['Dave will book the tent by Friday.', [4]],
    ['It was decided to rent the big tent from last year for 450.', [2, 3]],
    ['Bob proposed to rent the big tent.', [2]],
    ['They decided to print flyers instead of posters.', [10]],
    ['Emma asked who has the key to the storage room.', [5]],
    ['The football field is not free that day.', [9]],
    ["Dave: “I'll book the tent by Friday” [7]", [4]],
  ])('%s', (text, cites) => {
    expect(check(text)).toMatchObject({ status: 'verified', cites, why: '' });
  });

  test('shows words cut out of its messages', () => {
    const { claim } = check('Dave will book the tent by Friday.');
    const [citation] = claim?.citations ?? [];
    const message = evidence.messages[(citation?.position ?? 0) - 1];
    expect(message?.text.slice(citation?.quote?.start, citation?.quote?.end)).toBe(citation?.quote?.text);
    expect(citation?.quote?.text).toContain('book the tent');
  });

  test("with somebody else's promise beside the request that it answers", () => {
    expect(check('Ann will ask the brass band whether they play for free.')).toMatchObject({
      status: 'verified',
      cites: [7, 8],
    });
  });
});

describe('a statement that does not hold needs clarification, with the nearest message and the reason', () => {
  test.each([
    ['The fair is on 22 March and has a budget of 1,200 euros.', 1, '22'],
    ['The fair has a budget of 1,500 euros.', 1, '1,500 stands in no cited message'],
    ['Bob will book the tent by Friday.', 4, 'is credited with, another says'],
    ['It was decided to hire a magician for the children.', 6, 'it is only considered'],
    ['The football field is free that day.', 9, 'say otherwise'],
    ['It was decided to print posters this year.', 10, 'say otherwise'],
    ['Zoe said that she will book the tent by Friday.', 4, 'wrote none of the messages'],
    ['Bob will book a tent.', 4, 'is credited with, another says'],
    [
      'The tent will be booked by Friday, together with benches, flowers, a carousel and popcorn machines.',
      4,
      'hold only a part of it',
    ],
  ])('%s', (text, position, why) => {
    const checked = check(text);
    expect(checked.status, checked.why).toBe('needs_clarification');
    expect(checked.cites).toContain(position);
    expect(checked.why).toContain(why);
    expect(checked.why).not.toBe('');
  });

  test('in another language it says that its words cannot be compared', () => {
    const german = check('Das große Zelt vom letzten Jahr wurde für 450 Euro gemietet, sagte Bob.');
    expect(german).toMatchObject({ status: 'needs_clarification', cites: [2] });
    expect(german.why).toContain('translated');
  });
});

describe('nothing is found', () => {
  test.each([
    ['The cafeteria serves vegetarian lasagna on weekdays.', 'nothing_similar'],
    ['And that was that.', 'nothing_to_check'],
    ['So they did.', 'nothing_to_check'],
    ['Alle Kinder bekommen am Nachmittag kostenlose Getränke und Kuchen.', 'translated'],
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

  test('are verified as they are', () => {
    expect(check({ text: booked, positions: [4] })).toMatchObject({
      status: 'verified',
      cites: [4],
      why: '',
    });
  });

  test('that are wrong are refused with the reason, and better ones are marked as such', () => {
    for (const positions of [[1], [5], [99], [0, -1]]) {
      const checked = check({ text: booked, positions });
      expect(checked, String(positions)).toMatchObject({ status: 'verified', cites: [4] });
      expect(checked.claim?.recited).toBe(true);
      expect(checked.why).not.toBe('');
    }
  });

  test('are replaced by those of a decision and of the yes to it', () => {
    const text = 'It was decided to rent the big tent from last year for 450.';
    const checked = check({ text, positions: [1] });
    expect(checked).toMatchObject({ status: 'verified', cites: [2, 3] });
    expect(checked.claim?.recited).toBe(true);
  });

  test('of which one is invented lose that one', () => {
    const checked = check({ text: booked, positions: [4, 99] });
    expect(checked).toMatchObject({ status: 'verified', cites: [4], why: 'there is no message 99' });
  });

  test('of a statement that stands nowhere are told with why they do not hold', () => {
    const checked = check({ text: 'The cafeteria serves lasagna for 7 euros.', positions: [1] });
    expect(checked).toMatchObject({ status: 'needs_clarification', cites: [1] });
    expect(checked.why).toContain('stands in no cited message');
    const invented = check({ text: 'The cafeteria serves lasagna on weekdays.', positions: [99] });
    expect(invented).toMatchObject({ status: 'not_found', why: 'nothing_similar' });
  });
});

describe('who does what', () => {
  const trip = createChecker(
    talk(
      "Cindy: I've got your plane tickets and booked the hotel", // 1
      'Don: My suitcase is broken, can I borrow yours', // 2
      'Cindy: sure, I will put it in front of your office', // 3
      'Don: great. The lake is full of fish at this time, I shall bring a rod', // 4
    ),
    { languages: ['en'] },
  );
  const say = (text: string) => {
    const outcome = trip.check({ text });
    if (!outcome.found) return outcome.reason;
    const { status, findings } = outcome.claim;
    return [status, ...findings.flatMap(({ problem }) => problem?.code ?? [])].join(' ');
  };

  test.each([
    ['Cindy booked the hotel.', 'verified'],
    ['Cindy puts the suitcase in front of the office.', 'verified'],
    ['Don puts the suitcase in front of the office of Cindy.', 'needs_clarification miscredited'],
  ])('%s is %s', (text, said) => {
    expect(say(text)).toBe(said);
  });

  test.each([
    'The fish is in the suitcase of the plane.',
    'The broken rod of the lake is in front of the office hotel.',
  ])('words of one place that do not stand together there do not hold it up: %s', text => {
    expect(say(text)).toBe('needs_clarification held_in_part');
  });
});
