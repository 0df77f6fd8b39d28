import { expect, test } from 'vitest';
import { UserError } from '../src/errors.ts';
import { toLoggedError } from '../src/log.ts';

test('the log holds of an unexpected error where it happened, and nothing of its text', () => {
  const text = 'no author named\n    at Mia (secret)';
  const logged = toLoggedError(Object.assign(new TypeError(text), { code: 'E_NAME' }));
  expect(logged).toMatchObject({ name: 'TypeError', code: 'E_NAME' });
  expect(JSON.stringify(logged)).toContain('log.test.ts');
  expect(JSON.stringify(logged)).not.toMatch(/Mia|secret|author/);
});

test('the log holds the code of an expected error, and the type of anything else that is thrown', () => {
  expect(toLoggedError(new UserError('no_messages', 'Trip.txt is empty.'))).toEqual({ code: 'no_messages' });
  expect(toLoggedError('Mia')).toEqual({ thrown: 'string' });
});
