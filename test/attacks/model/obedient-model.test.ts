import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { systemText } from '../../../src/core/prompt/parts.ts';
import { toTaskText } from '../../../src/core/prompt/task.ts';
import { toCpuMs } from '../../cpu.ts';
import { type Attack, families } from '../attack.ts';
import { attacks, toLooks } from '../attacks.ts';
import { toHostileConversation, toMessageId } from '../conversation.ts';
import { judgeCredit, judgeParticipants } from '../judges/credit.ts';
import { judge } from '../judges/judge.ts';
import { judgeExcerpt, judgePrompt, judgeRepairTask } from '../judges/prompt.ts';
import { createHostileClaude, type HostileClaude } from './claude-scene.ts';
import { falselyCredited, honestClaims, obey, toStage } from './obeying.ts';
import { rawAnswers } from './raw-answers.ts';

let claude: HostileClaude;
beforeAll(async () => {
  claude = await createHostileClaude();
});
afterAll(() => claude.close());

/** Neither the system's words nor the task hold anything of a conversation. */
const asked = { detail: 'standard', language: 'en' } as const;

const block = z.object({ type: z.literal('text'), text: z.string() });
const sentBody = z.object({
  system: z.string(),
  messages: z.tuple([z.object({ role: z.literal('user'), content: z.tuple([block, block]) })]),
});

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

describe.each(families)('a model that obeys %s', family => {
  test.each(attacks.filter(attack => attack.family === family))(
    '$name ($where): no harm in any format, no claim of the others changed',
    async attack => {
      const conversation = toHostileConversation(attack);
      const { messages } = toEvidence(conversation);
      const { summary, sent } = await claude.summarize(
        conversation,
        obey(attack, toStage(messages)),
        toLooks(attack).length > 1,
      );

      expect(judge(summary, toLooks(attack))).toEqual([]);
      expect([...judgeCredit(summary, conversation), ...judgeParticipants(summary, conversation)]).toEqual(
        [],
      );
      expect(findHarmed(summary)).toEqual([]);
      const isNamesake = messages.some(
        ({ author }) => author.id !== 'u-nadia' && author.name.trim().toLowerCase() === 'nadia',
      );
      if (!isNamesake)
        expect(summary.claims.filter(({ text }) => text.startsWith(falselyCredited))).toEqual([]);

      const [draft, ...repairs] = sent.map(body => sentBody.parse(body));
      const [talk, task] = draft?.messages[0].content ?? [];
      expect(judgePrompt(talk?.text ?? '', messages)).toEqual([]);
      const wordsRead = messages.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
      expect([draft?.system, task?.text]).toEqual([systemText, toTaskText({ ...asked, wordsRead })]);
      for (const {
        system,
        messages: [turn],
      } of repairs) {
        expect(system).toBe(systemText);
        expect(judgeExcerpt(turn.content[0].text, messages)).toEqual([]);
        expect(judgeRepairTask(turn.content[1].text)).toEqual([]);
      }
    },
  );
});

const quiet: Attack = { name: 'none', family: 'model', where: 'model', payload: '' };
/** Of work, for all formats, their sources set in every way, and for judging them. */
const longestMs = 8_000;

test.each(rawAnswers)(
  'an answer with %s harms no format, costs no honest claim and no time',
  async (_, answer) => {
    const conversation = toHostileConversation(quiet);
    const before = process.threadCpuUsage();
    const { summary } = await claude.summarize(conversation, answer);
    expect(judge(summary)).toEqual([]);
    expect(judgeCredit(summary, conversation)).toEqual([]);
    expect(toCpuMs(before)).toBeLessThan(longestMs);
    // What comes too late in an answer without end is not read.
    const expected =
      summary.engine.reason === undefined ? honestClaims.slice(0, 2) : honestClaims.slice(0, 1);
    const texts = summary.claims.filter(({ status }) => status === 'sources_found').map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(expected.map(({ text }) => text)));
  },
);
