import { describe, expect, test } from 'vitest';
import type { Engine, EngineRequest } from '../../src/app/ports.ts';
import { parseDraftClaim } from '../../src/core/claims/draft.ts';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { talk, toConversation } from '../core/talk.ts';

const evidence = talk(
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Sounds good, let us do that.', re: 2 },
  "Dave: I'll book the tent by Friday",
  'Emma: Does anybody have the key to the storage room?',
);

export const engineRequest: EngineRequest = {
  evidence,
  detail: 'standard',
  language: 'en',
  spoken: ['en'],
  zone: 'UTC',
};

const never = new AbortController().signal;

/** What every engine does; `create` makes one that nothing is wrong with. */
export function describeEngine(name: string, create: () => Promise<Engine>): void {
  describe(`the engine ${name}`, () => {
    test('hands over claims that can be read and that hold, and reports that nothing is missing', async () => {
      const engine = await create();
      const claims: unknown[] = [];
      const report = await engine.draft(engineRequest, claim => claims.push(claim), never);
      expect(report).toMatchObject({ engine: { name: engine.name }, failure: null });
      expect(engine.name).toBe(name);
      expect(claims.length).toBeGreaterThan(2);
      const verifier = createVerifier(evidence, { languages: ['en'], zone: 'UTC' });
      for (const claim of claims) {
        expect(parseDraftClaim(claim)).toMatchObject({ ok: true });
        expect(verifier.verify(claim)).toMatchObject({ ok: true });
      }
    });

    test.each(['brief', 'standard', 'comprehensive'] as const)('writes a %s draft', async detail => {
      const claims: unknown[] = [];
      const engine = await create();
      const report = await engine.draft({ ...engineRequest, detail }, claim => claims.push(claim), never);
      expect(report.failure).toBeNull();
      expect(claims.length).toBeGreaterThan(0);
    });

    test('has nothing to say of nothing', async () => {
      const { messages: _, ...rest } = toConversation('Ann: one');
      const none = { ...engineRequest, evidence: toEvidence({ ...rest, messages: [] }) };
      const claims: unknown[] = [];
      const report = await (await create()).draft(none, claim => claims.push(claim), never);
      expect([report.failure, report.usage, claims]).toEqual([null, null, []]);
    });

    test('rejects with the reason of a signal that was aborted before', async () => {
      const reason = new RangeError('stopped');
      const draft = (await create()).draft(engineRequest, () => undefined, AbortSignal.abort(reason));
      await expect(draft).rejects.toBe(reason);
    });

    test('throws on what its listener throws', async () => {
      const ours = new RangeError('ours');
      const draft = (await create()).draft(
        engineRequest,
        () => {
          throw ours;
        },
        never,
      );
      await expect(draft).rejects.toBe(ours);
    });
  });
}
