import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { toAnswerPrompt } from '../../src/core/prompt/prompt.ts';
import { type Attack, attacks, places } from './attacks.ts';
import { toHostileConversation } from './conversation.ts';
import { judgePrompt } from './judges/prompt.ts';

/** Pieces of attacks, cut anywhere, one behind the other. */
const payload = fc
  .array(
    fc
      .tuple(fc.constantFrom(...attacks), fc.nat(200), fc.integer({ min: 1, max: 120 }))
      .map(([attack, start, length]) => {
        const from = Math.min(start, Math.max(0, attack.payload.length - length));
        return attack.payload.slice(from, from + length);
      }),
    { minLength: 1, maxLength: 6 },
  )
  .chain(pieces => fc.constantFrom('', ' ', '\n').map(glue => pieces.join(glue)));

const mixture: fc.Arbitrary<Attack> = fc.record({
  name: fc.constant('a mixture'),
  family: fc.constant('model'),
  where: fc.constantFrom(...places),
  payload,
});

test('no mixture of attacks forges an element of the prompt', () => {
  fc.assert(
    fc.property(mixture, attack => {
      const evidence = toEvidence(toHostileConversation(attack));
      const { conversation } = toAnswerPrompt(evidence, { detail: 'brief', language: 'en', zone: 'UTC' });
      expect(judgePrompt(conversation, evidence.messages)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
