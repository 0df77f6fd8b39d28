import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureLikeness } from '../../../src/core/check/likeness.ts';
import { toContext } from '../../../src/core/verify/context.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  'Ann: Can you water the plants while I am in Rome?', // 1
  'Ben: Of course. I need the key though', // 2
  "Ann: I'll bring you the key tomorrow", // 3
  'Cara: The bakery sells bread until noon', // 4
);
const context = toContext(evidence, { languages: ['en'] });
const all = evidence.messages.map(({ position }) => position);

function measure(text: string) {
  return measureLikeness(text, all, context);
}

test.each([
  ['Ann will bring Ben the key tomorrow.', 'Ben will bring Ann the key tomorrow.', 'Ben'],
  ['Ben needs the key.', 'Cara needs the key.', 'Cara'],
  ['Ann is in Rome.', 'Cara is in Rome.', 'Cara'],
])('%s is liker to the messages than: %s', (right, wrong, name) => {
  expect(measure(right)).toMatchObject({ misplaced: 0, wrongly: null });
  expect(measure(wrong)?.alike).toBeLessThan(measure(right)?.alike ?? 0);
  expect(measure(wrong)?.misplaced).toBeGreaterThan(0.4);
  expect(measure(wrong)?.wrongly).toBe(name);
});

test('a pronoun blames nobody: it may mean somebody whom the statement does not name', () => {
  expect(measure('Ann called, and she needs the key.')?.wrongly).toBeNull();
});

test('words gathered from messages far apart are less alike than those of one', () => {
  const gathered = measure('The bakery brings plants to Rome.')?.alike ?? 1;
  expect(gathered).toBeLessThan(measure('The bakery sells bread until noon.')?.alike ?? 0);
});

test('nothing is compared without two words, or where pronouns are of another language', () => {
  expect(measure('Key.')).toBeNull();
  expect(
    measureLikeness('Ann bringt Ben morgen den Schlüssel.', all, toContext(evidence, { languages: ['de'] })),
  ).toBeNull();
});

test('both shares lie between 0 and 1, whatever is stated', () => {
  const words = ['Ann', 'Ben', 'Cara', 'she', 'they', 'key', 'bread', 'water', 'will', '.', 'Zoe', '12'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), list => {
      const likeness = measure(list.join(' '));
      if (!likeness) return;
      for (const share of [likeness.alike, likeness.misplaced]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1 + 1e-9);
      }
      expect(likeness.wrongly === null).toBe(likeness.misplaced === 0);
    }),
  );
});
