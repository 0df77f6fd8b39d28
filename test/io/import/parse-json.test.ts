import { expect, test } from 'vitest';
import { parseJson } from '../../../src/io/import/parse-json.ts';

test('JSON is parsed as deep as messages may be, and not deeper', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(1_000))).toEqual(expect.any(Array));
  expect(() => parseJson(nested(1_001))).toThrow('nested too deep');
  expect(() => parseJson('{"a":'.repeat(1_001))).toThrow('nested too deep');
});

test('brackets in texts do not count', () => {
  const text = `${'['.repeat(20_000)}"\\`;
  expect(parseJson(JSON.stringify([text, text, { a: '{'.repeat(20_000) }]))).toEqual([
    text,
    text,
    { a: '{'.repeat(20_000) },
  ]);
});
