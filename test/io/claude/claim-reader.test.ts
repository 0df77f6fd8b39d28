import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClaimReader } from '../../../src/io/claude/answer-readers.ts';

function read(...pieces: readonly string[]) {
  const claims: unknown[] = [];
  const reader = createClaimReader(claim => claims.push(claim));
  for (const piece of pieces) reader.write(piece);
  return { claims, isWhole: reader.isWhole() };
}

const matter = (topic: string, ...claims: readonly unknown[]) => ({
  topic,
  title: `${topic}!`,
  continues: 0,
  claims,
});
/** The text of a draft with one matter that has these claims. */
const wrap = (claims: string) => `{"matters":[{"claims":[${claims}]}]}`;

const claim = { text: 'a "quoted" \\ 👍 word', evidence: [] };
const draft = {
  matters: [matter('Tent', claim, 'no object', null, 7), matter('Menu'), matter('Boat', claim)],
};
const json = JSON.stringify(draft);
const of = (topic: string, number: number) => ({ number, topic, title: `${topic}!`, continues: 0 });
const emitted = [
  { ...claim, matter: of('Tent', 1) },
  'no object',
  null,
  7,
  { ...claim, matter: of('Boat', 3) },
];

describe('a claim reader', () => {
  test('hands over every claim with its matter, however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(json.length), { maxLength: 12 }), fc.boolean(), (cuts, escaped) => {
        const whole = escaped ? json.replaceAll('👍', '\\ud83d\\udc4d') : json;
        const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((to, index) => whole.slice(at[index], to));
        expect(read(...pieces)).toEqual({ claims: emitted, isWhole: true });
      }),
    );
  });

  test('hands a claim over when it is closed, not when its matter or the answer ends', () => {
    const claims: unknown[] = [];
    const reader = createClaimReader(claim => claims.push(claim));
    reader.write('{"matters":[{"topic":"Tent","title":"The tent is red","claims":[{"text":"a"}');
    const tent = { number: 1, topic: 'Tent', title: 'The tent is red' };
    expect(claims).toEqual([{ text: 'a', matter: tent }]);
    reader.write(',{"text":"b');
    expect(claims).toHaveLength(1);
    expect(reader.isWhole()).toBe(false);
  });

  test('reads one document after another, and past words around them', () => {
    expect(read(wrap('1'), wrap('2'))).toEqual({ claims: [1, 2], isWhole: true });
    expect(read(`Here it is:\n\`\`\`json\n${wrap('1')}\n\`\`\``)).toEqual({ claims: [1], isWhole: true });
  });

  test.each([['{"matters":[]}'], [wrap('')]])('takes %s for an answer', text => {
    expect(read(text)).toEqual({ claims: [], isWhole: true });
  });

  test.each([
    [''],
    ['I would rather not.'],
    ['{"summary":"all fine"}'],
    ['{"matters":"none"}'],
    ['{"matters":{"a":1}}'],
    ['{"claims":[{"text":"a"}]}'],
    ['[{"text":"a"}]'],
    ['{matters:[{claims:[1]}]}'],
  ])('makes nothing of %j', text => {
    expect(read(text)).toEqual({ claims: [], isWhole: false });
  });

  test('throws on what its listener throws, and takes it for no fault of the text', () => {
    const reader = createClaimReader(() => {
      throw new RangeError('ours');
    });
    expect(() => reader.write(wrap('1,2'))).toThrow(RangeError);
  });
});
