import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ClaimVerdict, createClaimJudge } from '../../demo/claude/judge.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import { summarize } from '../../src/app/summarize.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { type EvidenceMessage, toEvidence } from '../../src/core/conversation/evidence.ts';
import { toAnswerText, toWordLimit } from '../../src/core/prompt/answer.ts';
import { judgeSystemText } from '../../src/core/prompt/judge.ts';
import { answerSystemText, citeSystemText, escapeText, systemText } from '../../src/core/prompt/parts.ts';
import { toCpuMs } from '../cpu.ts';
import { type Attack, attacks } from './attacks.ts';
import { toHostileConversation, toMessageId } from './conversation.ts';
import { judgeCredit, judgeParticipants } from './judges/credit.ts';
import { judge } from './judges/judge.ts';
import {
  judgeCiteTask,
  judgeExcerpt,
  judgePrompt,
  judgeRepairTask,
  judgeVerdictTask,
} from './judges/prompt.ts';
import { createHostileClaude, type HostileClaude } from './model/claude-scene.ts';
import { falselyCredited, honestClaims, obey, toStage, writeHonestly } from './model/obeying.ts';
import { rawAnswers } from './model/raw-answers.ts';

let claude: HostileClaude;
beforeAll(async () => {
  claude = await createHostileClaude();
});
afterAll(() => claude.close());

const block = z.object({ type: z.literal('text'), text: z.string() });
const body = z.object({ messages: z.tuple([z.object({ content: z.tuple([block, block]) })]) });
const answerBody = body.extend({ system: z.literal(answerSystemText) });
const citeBody = body.extend({ system: z.literal(citeSystemText) });
const repairBody = body.extend({ system: z.literal(systemText) });
const judgeBody = body.extend({ system: z.tuple([z.object({ text: z.literal(judgeSystemText) })]) });

/** What of what was sent is not as we write it. */
function judgeSent(sent: readonly unknown[], messages: readonly EvidenceMessage[]): readonly string[] {
  const [draft] = sent.flatMap(each => answerBody.safeParse(each).data ?? []);
  const citing = sent.flatMap(each => citeBody.safeParse(each).data ?? []);
  const repairs = sent.flatMap(each => repairBody.safeParse(each).data ?? []);
  const [talk, task] = draft?.messages[0].content ?? [];
  const wordsRead = messages.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  // Neither the system's words nor the task hold anything of a conversation.
  const isOurs =
    task?.text ===
    toAnswerText({ detail: 'standard', language: 'en', words: toWordLimit('standard', wordsRead) });
  const judging = sent.flatMap(each => judgeBody.safeParse(each).data ?? []);
  return [
    ...judgePrompt(talk?.text ?? '', messages),
    ...(isOurs ? [] : ['the task is another']),
    ...(citing.length > 0 ? [] : ['nothing is cited']),
    ...citing.flatMap(({ messages: [{ content }] }) => [
      ...judgePrompt(content[0].text, messages),
      ...judgeCiteTask(content[1].text),
    ]),
    ...repairs.flatMap(({ messages: [{ content }] }) => [
      ...judgeExcerpt(content[0].text, messages),
      ...judgeRepairTask(content[1].text),
    ]),
    ...judging.flatMap(({ messages: [{ content }] }) => [
      ...judgeExcerpt(content[0].text, messages),
      ...judgeVerdictTask(content[1].text),
    ]),
  ];
}

/** Honest claims that are not shown as they were written, with their own message and, without a judge, as `sources_found`. */
function findHarmed({ claims, footnotes }: Summary): readonly string[] {
  return honestClaims.flatMap(({ line, kind, text, quote, by }) => {
    const claim = claims.find(each => each.text === text);
    if (!claim) return [`lost: ${text}`];
    const [reference, ...others] = claim.references;
    const isWhole =
      claim.kind === kind &&
      claim.status === 'sources_found' &&
      claim.speakers.every(name => name === by) &&
      others.length === 0 &&
      reference?.quote?.text === quote &&
      footnotes[reference.footnote - 1]?.messageId === toMessageId(line);
    return isWhole ? [] : [`changed: ${text}`];
  });
}

describe.each(attacks)('attacked by $family: $name ($where)', attack => {
  const conversation = toHostileConversation(attack);
  const { messages } = toEvidence(conversation);

  test.skipIf(attack.where === 'model')('a summary of quotes shows nothing live or forged', async () => {
    const request = { detail: 'comprehensive', zone: 'UTC', window: {}, language: 'en' } as const;
    const ports = { engine: extractiveEngine, newId: () => 's_attacked' };
    const summary = await summarize(conversation, request, ports, new AbortController().signal);
    expect(judge(summary)).toEqual([]);
    expect(judgeCredit(summary, conversation)).toEqual([]);
    expect(judgeParticipants(summary, conversation)).toEqual([]);
  });

  test('a model that obeys does no harm, and changes no claim of the others', async () => {
    const answer = obey(attack, toStage(messages));
    // A stubborn model repeats what did not hold.
    const isStubborn = attacks.indexOf(attack) % 4 === 0;
    const { summary, sent } = await claude.summarize(conversation, answer, isStubborn);
    expect(judge(summary)).toEqual([]);
    expect(judgeCredit(summary, conversation)).toEqual([]);
    expect(judgeParticipants(summary, conversation)).toEqual([]);
    expect(findHarmed(summary)).toEqual([]);
    const isNamesake = messages.some(
      ({ author }) => author.id !== 'u-nadia' && author.name.trim().toLowerCase() === 'nadia',
    );
    if (!isNamesake)
      expect(summary.claims.filter(({ text }) => text.startsWith(falselyCredited))).toEqual([]);
    expect(judgeSent(sent, messages)).toEqual([]);
  });
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
      const told = await claude.summarize(conversation, obey(attack, stage), false, async prompt => {
        const verdicts = await honest(prompt);
        const isTold = prompt.text.includes(escapeText(attack.payload));
        return isTold && typeof verdicts !== 'string'
          ? verdicts.map(each => ({ ...each, verdict, missing: attack.payload }))
          : verdicts;
      });
      for (const [index, [text, status]] of toHonest(told.summary).entries())
        expect([attack.name, text, status]).toEqual([attack.name, text, toHonest(quiet.summary)[index]?.[1]]);
      expect(judge(told.summary)).toEqual([]);
      expect(judgeSent(told.sent, messages)).toEqual([]);
    }
  },
  120_000,
);

const quiet: Attack = { name: 'none', family: 'model', where: 'model', payload: '' };
/** Of work, for all panels and for judging them. */
const longestMs = 8_000;

test.each(rawAnswers)(
  'an answer with %s harms nothing, costs no honest claim and no time',
  async (_, { lines, cited }) => {
    const conversation = toHostileConversation(quiet);
    const before = process.threadCpuUsage();
    const { summary } = await claude.summarize(conversation, { lines, cited });
    expect(judge(summary)).toEqual([]);
    expect(judgeCredit(summary, conversation)).toEqual([]);
    expect(toCpuMs(before)).toBeLessThan(longestMs);
    const texts = summary.claims.filter(({ status }) => status === 'sources_found').map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(honestClaims.slice(0, 2).map(({ text }) => text)));
  },
);
