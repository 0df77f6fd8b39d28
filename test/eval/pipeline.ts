import { z } from 'zod';
import type { Engine, EngineReport, Judge } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { parseAnswer } from '../../src/core/claims/answer.ts';
import { parseJudgements } from '../../src/core/claims/judgement.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { toJudgePrompt, toRepairPrompt } from '../../src/core/prompt/prompt.ts';
import { environmentSchema } from '../../src/environment.ts';
import { createCiteReader, createClaimReader, createJsonReader } from '../../src/io/claude/answer-readers.ts';
import { toAnswerRequest, toCiteRequest } from '../../src/io/claude/engine.ts';
import { defaultFacts } from '../../src/io/claude/models.ts';
import { type ClaudeRequest, toDraftRequest, toJudgeRequest } from '../../src/io/claude/request.ts';
import { type Ask, toPromptFile } from './asking.ts';

const { FOOTNOTE_MODEL, FOOTNOTE_MODEL_SMALL } = environmentSchema.shape;
const large = { model: FOOTNOTE_MODEL.parse(undefined), facts: defaultFacts };
const small = { model: FOOTNOTE_MODEL_SMALL.parse(undefined), facts: defaultFacts };
const never = new AbortController().signal;

type Written = {
  readonly summary: Summary;
  /** The claims as they were written, as one draft by matter, for those who label it. */
  readonly draft: string;
  /** Every text has its answer. */
  readonly isWhole: boolean;
};

/** A summary whose model is played by readers of exactly what would be sent; null without a draft. */
export async function summarizeByReaders(
  name: string,
  conversation: Conversation,
  ask: Ask,
  { draft, repairs = true }: { readonly draft?: string; readonly repairs?: boolean } = {},
): Promise<Written | null> {
  let isWhole = true;
  let drafted: string | null = null;
  const send = (work: string, body: ClaudeRequest): string | null => {
    const answer = ask(`${work}.${name}`, toPromptFile(body));
    isWhole &&= answer !== null;
    return answer;
  };
  const report: EngineReport = {
    engine: { name: 'claude', model: 'readers' },
    usage: null,
    failure: null,
  };
  const read = (answer: string | null, onClaim: (claim: unknown) => void): EngineReport => {
    if (answer === null) return report;
    const reader = createClaimReader(onClaim);
    reader.write(answer);
    if (!reader.isWhole()) throw new Error(`a draft of ${name} is not whole`);
    return report;
  };
  /** Has an answer written, and then its lines cited. */
  const write = (
    body: ClaudeRequest,
    asked: Omit<Parameters<typeof toCiteRequest>[0], 'answer'>,
    onClaim: (claim: unknown) => void,
  ): EngineReport => {
    const written = send('answer', body);
    if (written === null) return report;
    const answer = parseAnswer(written);
    if (answer.lines.length === 0) {
      drafted = toDraft([]);
      return report;
    }
    const cited = send('cite', toCiteRequest({ ...asked, answer }, small));
    if (cited === null) return report;
    const claims: unknown[] = [];
    const reader = createCiteReader(answer, claim => {
      claims.push(claim);
      onClaim(claim);
    });
    reader.write(cited);
    reader.end();
    if (!reader.isWhole()) throw new Error(`what was said of the answer about ${name} is not whole`);
    drafted = toDraft(claims);
    return report;
  };
  const engine: Engine = {
    name: 'claude',
    draft: async (asked, onClaim) => {
      if (draft !== undefined) {
        drafted = draft;
        return read(draft, onClaim);
      }
      return write(toAnswerRequest(asked, large), asked, onClaim);
    },
    ...(repairs && {
      repair: async ({ evidence, ...asked }, onClaim) => {
        const body = toDraftRequest(toRepairPrompt(evidence, asked), { ...large, detail: 'brief' });
        return read(send('repair', body), onClaim);
      },
    }),
  };
  const judge: Judge = {
    model: 'readers',
    judge: async ({ evidence, ...asked }) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...small, claims: length });
      const answer = send('judge', body);
      if (answer === null) return { judgements: [], usage: null, failure: 'timed_out' };
      const reader = createJsonReader(text => parseJudgements(text, length));
      reader.write(answer);
      const judgements = asked.claims.map((_, index) => reader.value()?.get(index + 1) ?? null);
      return { judgements, usage: null, failure: null };
    },
  };
  const summary = await summarize(
    conversation,
    { detail: 'standard', zone: 'UTC', window: {}, language: 'en' },
    { engine, judge, newId: () => '0b12c6a0-563b-4c9c-804f-9c9ee54aa2c1' },
    never,
  );
  return drafted === null ? null : { summary, draft: drafted, isWhole };
}

const placed = z.looseObject({
  matter: z.object({ number: z.number(), title: z.string(), topic: z.string(), continues: z.number() }),
});

function toDraft(claims: readonly unknown[]): string {
  const groups = Map.groupBy(
    claims.map(claim => placed.parse(claim)),
    ({ matter }) => matter.number,
  );
  return JSON.stringify({
    matters: [...groups.values()].map(own => ({
      ...own[0]?.matter,
      claims: own.map(({ matter: _, ...claim }) => claim),
    })),
  });
}
