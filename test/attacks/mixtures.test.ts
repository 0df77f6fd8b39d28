import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { toPrompt } from '../../src/core/prompt/prompt.ts';
import { type Attack, attacks, places } from './attacks.ts';
import { toHostileConversation } from './conversation.ts';
import { judgeCredit } from './judges/credit.ts';
import { judge } from './judges/judge.ts';
import { judgePrompt } from './judges/prompt.ts';
import { obey, toStage } from './model/obeying.ts';

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

test('no mixture of attacks harms a summary by a model that obeys it', async () => {
  await fc.assert(
    fc.asyncProperty(mixture, async attack => {
      const { messages } = toEvidence(toHostileConversation(attack));
      const engine: Engine = {
        name: 'claude',
        draft: async (_, onClaim) => {
          for (const claim of obey(attack, toStage(messages))) onClaim(claim);
          return { engine: { name: 'claude' }, usage: null, failure: null };
        },
      };
      const conversation = toHostileConversation(attack);
      const request = { detail: 'comprehensive', zone: 'UTC', window: {}, language: 'en' } as const;
      const ports = { engine, newId: () => 's_mixed' };
      const summary = await summarize(conversation, request, ports, new AbortController().signal);
      expect([...judge(summary), ...judgeCredit(summary, conversation)]).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('no mixture of attacks forges an element of the prompt', () => {
  fc.assert(
    fc.property(mixture, attack => {
      const evidence = toEvidence(toHostileConversation(attack));
      const { conversation } = toPrompt(evidence, { detail: 'brief', language: 'en', zone: 'UTC' });
      expect(judgePrompt(conversation, evidence.messages)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
