import { expect, test } from 'vitest';
import { share } from '../../../src/page/browser/bar/share.ts';

test('a new picture keeps the parts of the old one that are the same, and nothing else of it', () => {
  const before = {
    messages: [
      { id: 1, text: 'a' },
      { id: 2, text: 'b' },
    ],
    guild: { name: 'g' },
    gone: 1,
  };
  const after = { messages: [{ id: 1, text: 'a' }, { id: 2, text: 'c' }, { id: 3 }], guild: { name: 'g' } };
  const shared = share(before, after);
  expect(shared).toEqual(after);
  expect(shared.messages[0]).toBe(before.messages[0]);
  expect(shared.guild).toBe(before.guild);
  expect(share(null, after)).toBe(after);
  expect(share(before, null)).toBeNull();
});
