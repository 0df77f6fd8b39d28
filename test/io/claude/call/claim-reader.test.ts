import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClaimReader } from '../../../../src/io/claude/call/claim-reader.ts';

function read(...pieces: readonly string[]) {
  const claims: unknown[] = [];
  const reader = createClaimReader(claim => claims.push(claim));
  for (const piece of pieces) reader.write(piece);
  return { claims, ending: reader.end() };
}

const draft = { claims: [{ text: 'a "quoted" \\ 👍 word', evidence: [] }, 'no object', null, 7] };
const json = JSON.stringify(draft);

describe('a claim reader', () => {
  test('hands over every claim, however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(json.length), { maxLength: 12 }), fc.boolean(), (cuts, escaped) => {
        const whole = escaped ? json.replace('👍', '\\ud83d\\udc4d') : json;
        const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((to, index) => whole.slice(at[index], to));
        expect(read(...pieces)).toEqual({ claims: draft.claims, ending: 'whole' });
      }),
    );
  });

  test('hands a claim over when it is closed, not when the answer ends', () => {
    const claims: unknown[] = [];
    const reader = createClaimReader(claim => claims.push(claim));
    reader.write('{"claims":[{"text":"a"}');
    expect(claims).toEqual([{ text: 'a' }]);
    reader.write(',{"text":"b');
    expect(claims).toHaveLength(1);
    expect(reader.end()).toBe('cut');
  });

  test('reads one document after another, and past words around them', () => {
    expect(read('{"claims":[1]}', '{"claims":[2]}')).toEqual({ claims: [1, 2], ending: 'whole' });
    expect(read('Here it is:\n```json\n{"claims":[1]}\n```')).toEqual({ claims: [1], ending: 'whole' });
  });

  test('takes an empty list for an answer', () => {
    expect(read('{"claims":[]}')).toEqual({ claims: [], ending: 'whole' });
  });

  test.each([
    [''],
    ['I would rather not.'],
    ['{"summary":"all fine"}'],
    ['{"claims":"none"}'],
    ['{"claims":{"a":1}}'],
    ['[{"text":"a"}]'],
    ['{claims:[1]}'],
  ])('makes nothing of %j', text => {
    const { claims, ending } = read(text);
    expect(claims).toEqual([]);
    expect(ending).not.toBe('whole');
  });

  test('keeps what stood before the text broke', () => {
    expect(read('{"claims":[1,2,}')).toEqual({ claims: [1, 2], ending: 'unreadable' });
  });

  test('a claim with something in it that is no JSON costs no other claim', () => {
    const before = '{"claims":[{"text":"a"},{"text":"b","confidence":';
    const after = ',"kind":"fact"},{"text":"c"}]}';
    for (const wrong of ['NaN', '-Infinity', 'undefined', '"x" "y"']) {
      const { claims, ending } = read(before, wrong, after);
      expect(claims.map(claim => Object(claim).text)).toEqual(['a', 'b', 'c']);
      expect(ending).toBe('whole');
    }
    expect(read(before, 'NaN},{"text":"c"},{"text":"half of').claims).toHaveLength(3);
  });

  test('throws on what its listener throws, and takes it for no fault of the text', () => {
    const reader = createClaimReader(() => {
      throw new RangeError('ours');
    });
    expect(() => reader.write('{"claims":[1,2]}')).toThrow(RangeError);
  });
});
