import { expect, test } from 'vitest';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { makeConversation } from '../../bench/conversation.ts';

test('highlights of a long conversation come from most of its time', () => {
  const size = 8_000;
  const evidence = toEvidence(makeConversation(size));
  const quotes = toHighlights(evidence, { detail: 'standard', languages: ['en'] }).filter(
    ({ kind }) => kind !== 'link',
  );
  const tenths = quotes.map(({ evidence: [first] }) =>
    Math.floor(((first?.position ?? 0) * 10) / (size + 1)),
  );
  expect(new Set(tenths).size).toBeGreaterThanOrEqual(7);
});
