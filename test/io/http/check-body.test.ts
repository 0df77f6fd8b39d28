import { expect, test } from 'vitest';
import { splitCheckBody } from '../../../src/io/http/check-body.ts';

const split = (body: unknown) =>
  splitCheckBody(new TextEncoder().encode(JSON.stringify(body)).buffer).request ?? '';

test('a request with thousands of fields is cut to a few, among them unknown ones', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]));
  for (const request of [
    split({ statements: ['It rains.'], ...many }),
    split({ conversation: [], ...many }),
  ]) {
    expect(request).toContain('"x3":1');
    expect(Object.keys(JSON.parse(request) as object).length).toBeLessThan(30);
  }
  expect(split(Array.from({ length: 20_000 }, () => ({})))).toBe('[]');
  expect(split('x')).toBe('"x"');
});
