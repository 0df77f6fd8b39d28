import { expect, test } from 'vitest';
import type { Engine } from '../../../../src/app/ports.ts';
import { toEvidence } from '../../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../../src/core/verify/verifier.ts';
import { engineRequest } from '../../../app/engine-conformance.ts';
import { toConversation } from '../../../core/talk.ts';
import { createClaudeScene } from '../claude-scene.ts';

const never = new AbortController().signal;
const model = 'claude-sonnet-5-5';

test('no call of any kind begins while a refused one is told to wait', async () => {
  const scene = await createClaudeScene({
    judge: { model, setting: 'FOOTNOTE_MODEL' },
  });
  const { claude, engine, judge } = scene;
  const draft = (of: Engine) => of.draft(engineRequest, () => undefined, never);
  claude.faults.next({ kind: 'status', status: 429, retryAfterSeconds: 3_600 });
  expect(await draft(engine)).toMatchObject({ failure: 'rate_limited' });

  const evidence = toEvidence(toConversation('Ann: The budget is 1,200 euros.'));
  const verdict = createVerifier(evidence).verify({
    kind: 'fact',
    text: 'They have a budget of 1,200 euros.',
    evidence: [{ position: 1, quote: 'The budget is 1,200 euros.' }],
  });
  const claims = verdict.ok ? [verdict.claim] : [];
  const asked = { claims, positions: new Set([1]), evidence, language: 'en', zone: 'UTC' };
  const repairing = { ...engineRequest, failing: [], positions: new Set([1]) };
  const [drafted, repaired, judged] = await Promise.all([
    draft(engine),
    engine.repair?.(repairing, () => undefined, never),
    judge?.judge(asked, never),
  ]);
  expect([drafted.failure, repaired?.failure, judged?.failure]).toEqual([
    'rate_limited',
    'rate_limited',
    'rate_limited',
  ]);
  expect(claude.requests.filter(({ path }) => path === '/v1/messages')).toHaveLength(1);
});
