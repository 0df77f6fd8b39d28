import { expect, test } from 'vitest';
import { createScriptedWriter } from '../../demo/claude/scripted-writer.ts';
import { toAnswerPrompt } from '../../src/core/prompt/prompt.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { talk } from '../core/talk.ts';

test('what the demo writes of a conversation is accepted, claim by claim, by the bot’s own checks', async () => {
  const evidence = talk(
    'Ann: Good morning all! The fair is on 14 March in the town hall.',
    "Bob: Let's take the blue one for the fair.",
    { say: 'Carol: +1', re: 2 },
    "Ann: I'll order my tape by Friday.",
    'Dave: The hall costs 1,200 € for two days.',
    'Bob: @Eve can you call the caterer tomorrow?',
    'Eve: sure, will do',
    'Dave: How about a second tent?',
    'Ann: We must be out of the hall by 22:00 at the latest.',
    { say: 'Bob: We use the van instead of the trailer.', reactions: { '👍': 2 } },
    { say: 'Carol: The weather report looks really bad for the whole weekend', reactions: { '😱': 3 } },
    { say: 'Dave: then bring boots', re: 11 },
    { say: 'Bob: and umbrellas', re: 11 },
    'Dave: 来週の金曜日までにやります',
    'Ann: Could you all please send me your sizes?',
    { say: 'Eve: What is the plan for Sunday?', after: 300 },
  );
  const { conversation } = toAnswerPrompt(evidence, { detail: 'standard', language: 'en', zone: 'UTC' });
  const claims = await createScriptedWriter()({
    ...{ model: 'claude-sonnet-5-5', system: '', blocks: [conversation], text: conversation },
    ...{ schema: null, maxTokens: 8_000 },
  });
  if (typeof claims === 'string') throw new Error(`claims were expected, not ${claims}`);
  expect(new Set(claims.map(({ kind }) => kind)).size).toBe(8);
  const verifier = createVerifier(evidence);
  for (const claim of claims)
    expect(verifier.verify(claim), claim.text).toMatchObject({ ok: true, claim: { kind: claim.kind } });
});
