import type { Engine, EngineReport, Judge } from '../../../src/app/ports.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { parseJudgements } from '../../../src/core/claims/judgement.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toJudgePrompt, toRepairPrompt } from '../../../src/core/prompt/prompt.ts';
import { createClaimReader, createJsonReader } from '../../../src/io/claude/answer-readers.ts';
import { toClaudeRequest } from '../../../src/io/claude/engine.ts';
import { defaultFacts } from '../../../src/io/claude/models.ts';
import { type ClaudeRequest, toDraftRequest, toJudgeRequest } from '../../../src/io/claude/request.ts';
import { type Ask, toMarked, toPromptFile } from '../asking.ts';
import type { Week } from './records.ts';

const answerer = { model: 'measured', facts: defaultFacts };
const never = new AbortController().signal;

type Drafted = { readonly summary: Summary; readonly draft: string; readonly isWhole: boolean };

/** The summary of a week whose model is played by readers of exactly what would be sent; null without a draft. */
export async function summarizeWeek(
  { name, conversation }: Week,
  ask: Ask,
  {
    draft,
    repairs = true,
  }: {
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
      const answer = draft ?? ask(`draft/${name}`, toPromptFile(toClaudeRequest(asked, answerer)));
      drafted = answer;
      return read(answer, onClaim);
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
    { detail: 'standard', zone: 'UTC', window: {}, language: 'en' },
    { engine, judge, newId: () => '0b12c6a0-563b-4c9c-804f-9c9ee54aa2c1' },
    never,
  );
  return drafted === null ? null : { summary, draft: drafted, isWhole };
}
