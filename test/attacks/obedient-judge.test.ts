import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Summary } from '../../src/core/claims/summary.ts';
import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { judgeSystemText } from '../../src/core/prompt/judge.ts';
import { attacks } from './attacks.ts';
import { createHostileClaude, type HostileClaude } from './claude-scene.ts';
import { toHostileConversation } from './conversation.ts';
import { judgeCredit, judgeParticipants } from './judges/credit.ts';
import { judge } from './judges/judge.ts';
import { judgeExcerpt, judgeVerdictTask } from './judges/prompt.ts';
import { honestClaims, obey, toStage } from './obeying.ts';

let claude: HostileClaude;
beforeAll(async () => {
  claude = await createHostileClaude();
});
afterAll(() => claude.close());

const block = z.object({ type: z.literal('text'), text: z.string() });
const judgeBody = z.object({
  system: z.literal(judgeSystemText),
  messages: z.tuple([z.object({ content: z.tuple([block, block]) })]),
});

/** What a reader relies on: each claim with its words and what it rests on. */
function toCore({ claims, footnotes, rejected }: Summary): unknown {
  const shown = claims.map(({ id, kind, text, owner, due, references, before }) => ({
    id,
    kind,
    text,
    owner,
    due,
    references,
    before,
  }));
  // The parser of answers takes a byte order mark away where a piece of the stream happens to begin with it.
  return JSON.parse(JSON.stringify({ shown, footnotes, rejected }).replace(/\s/g, ''));
}

const toStatuses = ({ claims }: Summary) => claims.map(({ status }) => status);

/** Those that tell a model what to do, or speak in another's place. */
const telling = attacks.filter(({ family }) => family === 'instructions' || family === 'forged messages');

test.each(telling)('a judge that obeys $name ($where) raises nothing', async attack => {
  const conversation = toHostileConversation(attack);
  const { messages } = toEvidence(conversation);
  const answer = obey(attack, toStage(messages));
  const { summary: alone } = await claude.summarize(conversation, answer);
  const verdict = { missing: '', verdict: 'supported' } as const;
  const { summary: judged } = await claude.summarize(conversation, answer, false, verdict);
  expect(toCore(judged)).toEqual(toCore(alone));
  expect(toStatuses(judged)).toEqual(toStatuses(alone));
});

/** One of each payload, wherever it stands. */
const distinct = attacks.filter(
  ({ payload }, index) => attacks.findIndex(each => each.payload === payload) === index,
);

test.each(distinct)('$name ($where): what a judge is asked and says of it harms nobody', async attack => {
  const conversation = toHostileConversation(attack);
  const { messages } = toEvidence(conversation);
  const answer = obey(attack, toStage(messages));
  const verdict = { missing: attack.payload, verdict: 'contradicted' } as const;
  const { summary, sent } = await claude.summarize(conversation, answer, false, verdict);

  const asked = sent.flatMap(body => judgeBody.safeParse(body).data ?? []);
  expect(asked.length).toBeGreaterThanOrEqual(honestClaims.length);
  for (const { messages: turns } of asked) {
    const [talk, task] = turns[0].content;
    expect(judgeExcerpt(talk.text, messages)).toEqual([]);
    expect(judgeVerdictTask(task.text)).toEqual([]);
  }
  expect(judge(summary, [true])).toEqual([]);
  expect([...judgeCredit(summary, conversation), ...judgeParticipants(summary, conversation)]).toEqual([]);
});
