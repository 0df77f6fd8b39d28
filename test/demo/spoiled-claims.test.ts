import { expect, test } from 'vitest';
import { addInvalidClaims, afterClaims } from '../../demo/claude/spoiled-claims.ts';
import { toAnswerText, writeClaim } from '../../demo/claude/writer.ts';

const answer = toAnswerText([
  writeClaim({
    text: 'The blue tent was chosen “today”.',
    evidence: [{ position: 1, quote: 'blue {tent}' }],
  }),
  writeClaim({ text: 'Ann orders [tape].', evidence: [{ position: 3, quote: 'tape \\ "x"' }] }),
  writeClaim({ text: 'The hall costs 1,200 €.', evidence: [{ position: 4, quote: '来週' }] }),
]);

const parse = (text: string): readonly unknown[] =>
  JSON.parse(text).matters.flatMap(({ claims }: { claims: unknown[] }) => claims);

test('claims that are none are added among good ones, which stay as they were', () => {
  const claims = parse(addInvalidClaims(answer));
  expect(claims).toHaveLength(3 + 5);
  expect(claims).toEqual(expect.arrayContaining([...parse(answer)]));
  expect(claims[0]).toBeNull();
  expect(claims[1]).toEqual(parse(answer)[0]);
  expect(parse(addInvalidClaims(toAnswerText([])))).toHaveLength(5);
});

test('a place is after whole claims, also if their texts hold brackets', () => {
  const cut = (count: number) => answer.slice(0, afterClaims(count)(answer));
  expect(parse(`${cut(2)}]}]}`)).toEqual(parse(answer).slice(0, 2));
  expect(cut(0)).toBe('{"matters":[');
  expect(cut(99)).toBe(answer);
});
