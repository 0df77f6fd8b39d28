import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ClaimVerdict, createClaimJudge } from '../../../demo/claude/judge.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { judgeSystemText } from '../../../src/core/prompt/judge.ts';
import { escapeText } from '../../../src/core/prompt/parts.ts';
import { attacks } from '../attacks.ts';
import { toHostileConversation } from '../conversation.ts';
import { judgeCredit, judgeParticipants } from '../judges/credit.ts';
import { judge } from '../judges/judge.ts';
import { judgeExcerpt, judgeVerdictTask } from '../judges/prompt.ts';
import { createHostileClaude, type HostileClaude } from './claude-scene.ts';
import { honestClaims, obey, toStage, writeHonestly } from './obeying.ts';

let claude: HostileClaude;
beforeAll(async () => {
  claude = await createHostileClaude();
});
afterAll(() => claude.close());

const block = z.object({ type: z.literal('text'), text: z.string() });
const judgeBody = z.object({
  system: z.tuple([z.object({ text: z.literal(judgeSystemText) })]),
  messages: z.tuple([z.object({ content: z.tuple([block, block]) })]),
});

/** Those that tell a model what to do, or speak in another's place. */
const telling = attacks.filter(({ family }) => family === 'instructions' || family === 'forged messages');

/** Says that the second honest claim lacks something, and that all others are supported. */
const judgeHonestly = ({ text }: { readonly text: string }): ClaimVerdict =>
  text === honestClaims[1].text ? { verdict: 'partly', missing: 'the day' } : { verdict: 'supported' };

/** The statuses of the honest claims, by their texts. */
const toHonest = ({ claims }: Summary) =>
  honestClaims.map(({ text }) => [text, claims.find(each => each.text === text)?.status]);

test.each(['supported', 'contradicted'] as const)(
  'a judge that is told to answer %s changes no verdict on another claim',
  async verdict => {
    for (const attack of telling) {
      const conversation = toHostileConversation(attack);
      const { messages } = toEvidence(conversation);
      const stage = toStage(messages);
      const honest = createClaimJudge(judgeHonestly);
      const quiet = await claude.summarize(conversation, writeHonestly(stage), false, honest);
      const { summary } = await claude.summarize(conversation, obey(attack, stage), false, async prompt => {
        const verdicts = await honest(prompt);
        const isTold = prompt.text.includes(escapeText(attack.payload));
        return isTold && typeof verdicts !== 'string'
          ? verdicts.map(each => ({ ...each, verdict }))
          : verdicts;
      });
      // Where the payload is shown with every message, no verdict can be trusted, and no claim has one.
      const isEverywhere = attack.where === 'channel' || attack.where === 'thread';
      for (const [index, [text, status]] of toHonest(summary).entries()) {
        const own = toHonest(quiet.summary)[index]?.[1];
        expect([text, attack.name, status]).toEqual([
          text,
          attack.name,
          isEverywhere || status === 'sources_found' ? 'sources_found' : own,
        ]);
        if (attack.where === 'message' || attack.where === 'model') expect(status).toBe(own);
      }
    }
  },
  120_000,
);

/** One of each payload, wherever it stands. */
const distinct = attacks.filter(
  ({ payload }, index) => attacks.findIndex(each => each.payload === payload) === index,
);

test.each(distinct)('$name ($where): what a judge is asked and says of it harms nobody', async attack => {
  const conversation = toHostileConversation(attack);
  const { messages } = toEvidence(conversation);
  const answer = obey(attack, toStage(messages));
  const verdict = { missing: attack.payload, verdict: 'contradicted' } as const;
  const { summary, sent } = await claude.summarize(
    conversation,
    answer,
    false,
    createClaimJudge(() => verdict),
  );

  const asked = sent.flatMap(body => judgeBody.safeParse(body).data ?? []);
  expect(asked.length).toBeGreaterThan(0);
  for (const { messages: turns } of asked) {
    const [talk, task] = turns[0].content;
    expect(judgeExcerpt(talk.text, messages)).toEqual([]);
    expect(judgeVerdictTask(task.text)).toEqual([]);
  }
  expect(judge(summary, [true])).toEqual([]);
  expect([...judgeCredit(summary, conversation), ...judgeParticipants(summary, conversation)]).toEqual([]);
});
