import { z } from 'zod';
import type { Engine, EngineReport, Judge } from '../../../src/app/ports.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { parseJudgements } from '../../../src/core/claims/judgement.ts';
import type { Detail, Summary } from '../../../src/core/claims/summary.ts';
import { toJudgePrompt, toRepairPrompt } from '../../../src/core/prompt/prompt.ts';
import { createClaimReader, createJsonReader } from '../../../src/io/claude/answer-readers.ts';
import { toAnswerRequest, toCiteRequest } from '../../../src/io/claude/engine.ts';
import { defaultFacts } from '../../../src/io/claude/models.ts';
import { type ClaudeRequest, toDraftRequest, toJudgeRequest } from '../../../src/io/claude/request.ts';
import { type Ask, toMarked, toPromptFile, writeByFiles } from '../asking.ts';
import type { Week } from './records.ts';

const answerer = { model: 'measured', facts: defaultFacts };
const never = new AbortController().signal;

type Drafted = { readonly summary: Summary; readonly draft: string; readonly isWhole: boolean };

/** The summary of a week whose model is played by readers of exactly what would be sent; null without a draft. */
export async function summarizeWeek(
  { name, conversation }: Week,
  ask: Ask,
  {
    detail = 'standard',
    draft,
    repairs = true,
  }: {
    readonly detail?: Detail;
    readonly draft?: string;
    readonly repairs?: boolean;
  } = {},
): Promise<Drafted | null> {
  let isWhole = true;
  let drafted: string | null = null;
  const read = (answer: string | null, onClaim: (claim: unknown) => void): EngineReport => {
    if (answer === null) {
      isWhole = false;
      return { engine: { name: 'claude', model: 'readers' }, usage: null, failure: null };
    }
    const reader = createClaimReader(onClaim);
    reader.write(answer);
    if (!reader.isWhole()) throw new Error(`the draft of ${name} is not whole`);
    return { engine: { name: 'claude', model: 'readers' }, usage: null, failure: null };
  };
  const askOnce = (role: string, request: ClaudeRequest) => {
    const text = toPromptFile(request);
    return ask(toMarked(`${role}/${name}`, text), text);
  };
  const engine: Engine = {
    name: 'claude',
    draft: async (asked, onClaim) => {
      const done: EngineReport = { engine: { name: 'claude', model: 'readers' }, usage: null, failure: null };
      if (draft !== undefined) {
        drafted = draft;
        return read(draft, onClaim);
      }
      const claims: unknown[] = [];
      const isRead = writeByFiles(
        (work, request) => ask(`${work}/${name}`, toPromptFile(request), work === 'answer' ? 'md' : 'json'),
        toAnswerRequest(asked, answerer),
        answer => toCiteRequest({ ...asked, answer }, answerer),
        claim => {
          claims.push(claim);
          onClaim(claim);
        },
      );
      if (isRead === false) throw new Error(`what was said of the answer about ${name} is not whole`);
      isWhole &&= isRead !== null;
      if (isRead !== null) drafted = toDraft(claims);
      return done;
    },
    ...(repairs && {
      repair: async ({ evidence, ...asked }, onClaim) =>
        read(
          askOnce(
            'repair',
            toDraftRequest(toRepairPrompt(evidence, asked), { ...answerer, detail: 'brief' }),
          ),
          onClaim,
        ),
    }),
  };
  const judge: Judge = {
    model: 'readers',
    judge: async ({ evidence, ...asked }) => {
      const { length } = asked.claims;
      const request = toJudgeRequest(toJudgePrompt(evidence, asked), { ...answerer, claims: length });
      const answer = askOnce('judge', request);
      if (answer === null) {
        isWhole = false;
        return { judgements: [], usage: null, failure: 'timed_out' };
      }
      const reader = createJsonReader(text => parseJudgements(text, length));
      reader.write(answer);
      return {
        judgements: asked.claims.map((_, index) => reader.value()?.get(index + 1) ?? null),
        usage: null,
        failure: null,
      };
    },
  };
  const summary = await summarize(
    conversation,
    { detail, zone: 'UTC', window: {}, language: 'en' },
    { engine, judge, newId: () => '0b12c6a0-563b-4c9c-804f-9c9ee54aa2c1' },
    never,
  );
  return drafted === null ? null : { summary, draft: drafted, isWhole };
}

const placed = z.looseObject({
  matter: z.object({ number: z.number(), title: z.string(), topic: z.string(), continues: z.number() }),
});

/** The claims of an answer as one draft by matter, for those who label it. */
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
