import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { judgeClaims } from '../../../src/app/judge-claims.ts';
import type { VerdictMemory } from '../../../src/app/ports.ts';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { openStore } from '../../../src/io/keyv/open-store.ts';
import { toConversation } from '../../core/talk.ts';
import { callUsage, createJudge } from '../judging/judge.ts';

const never = new AbortController().signal;
const talk = toConversation(
  'Ann: The tents go behind the stage on Friday.',
  'Bob: I will bring the long ladder for the lamps.',
  'Cleo: The paint for the stage costs 40 euros.',
  'Dora: Somebody left a green bicycle at the gate.',
);
const conversation: Conversation = { ...talk, source: { ...talk.source, guildId: 'guild-1' } };
const written = [
  { text: 'The tents go behind the stage on Friday', evidence: [{ position: 1, quote: '' }] },
  { text: 'The paint for the stage costs 40 euros', evidence: [{ position: 3, quote: '' }] },
];

async function createScene() {
  const store = await openStore('memory://', { log: pino({ level: 'silent' }) });
  onTestFinished(() => store.close());
  const memory: VerdictMemory = {
    store: store.derived,
    hash: text => createHash('sha256').update(text).digest('hex'),
    now: () => new Date().toISOString(),
  };
  const judged = async (of: Conversation = conversation, model = 'judge-1', language = 'en') => {
    const evidence = toEvidence(of);
    const verifier = createVerifier(evidence, { languages: ['en'], zone: 'UTC' });
    const claims = written.flatMap((claim): VerifiedClaim[] => {
      const verdict = verifier.verify({ ...claim, kind: 'fact' });
      return verdict.ok ? [verdict.claim] : [];
    });
    const { judge, toTexts } = createJudge(({ text }) =>
      /paint/.test(text) ? { verdict: 'partly', position: 4 } : 'supported',
    );
    const asked = { evidence, spoken: ['en'], language, zone: 'UTC' };
    const { verdicts, usage } = await judgeClaims(
      claims,
      asked,
      { judge: { ...judge, model }, memory },
      never,
    );
    const told = [...verdicts].map(([{ text }, judgement]) => [
      text,
      judgement?.verdict,
      judgement?.position,
    ]);
    return { told: told.sort(), usage, asked: toTexts().flat() };
  };
  return { judged, verdicts: store.derived };
}

const change = (index: number, how: Partial<Message>): Conversation => ({
  ...conversation,
  messages: conversation.messages.map((message, at) => (at === index ? { ...message, ...how } : message)),
});

test('a second time the verdicts are the same, without a call', async () => {
  const { judged } = await createScene();
  const first = await judged();
  const second = await judged();
  expect(first.asked).toHaveLength(2);
  expect(first.usage).toMatchObject({ ...callUsage, durationMs: expect.any(Number) });
  expect(second.asked).toEqual([]);
  expect(second.told).toEqual(first.told);
  expect(second.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, costUsd: 0, reusedVerdicts: 2 });
});

test('an edited message has the claims judged again for which it is shown', async () => {
  const { judged } = await createScene();
  await judged();
  const edited = change(3, {
    text: 'Dora: Somebody left a blue bicycle.',
    editedTime: '2026-03-09T10:00:00.000Z',
  });
  const again = await judged(edited);
  expect(again.asked).toEqual(['The paint for the stage costs 40 euros']);
  expect(again.usage?.reusedVerdicts).toBe(1);
});

test('another model, another language or a forgotten message has claims judged again', async () => {
  const { judged, verdicts } = await createScene();
  await judged();
  expect((await judged(conversation, 'judge-2')).asked).toHaveLength(2);
  expect((await judged(conversation, 'judge-1', 'de')).asked).toHaveLength(2);
  await verdicts.forget('guild-1', [conversation.messages[0]?.id ?? '']);
  expect((await judged()).asked).toContain('The tents go behind the stage on Friday');
});

test('claims of a conversation without a server are judged each time', async () => {
  const { judged } = await createScene();
  await judged(talk);
  expect((await judged(talk)).asked).toHaveLength(2);
});
