import type { Judge } from '../../app/ports.ts';
import type { Judgement } from '../../core/claims/judgement.ts';
import { parseAssignments, toAssignPrompt } from '../../core/prompt/assign.ts';
import { parseComparisons, toComparePrompt } from '../../core/prompt/compare.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { createJsonReader } from './call/json-reader.ts';
import { createVerdictReader } from './call/verdict-reader.ts';
import { toAssignRequest, toCompareRequest, toJudgeRequest } from './request.ts';
import { type SmallCallParts, smallCall } from './small-call.ts';

/** The judge that asks Claude, one call for all claims of a request. */
export function createClaudeJudge(parts: SmallCallParts): Judge {
  const { log, model } = parts;
  return {
    model,
    judge: async ({ evidence, ...asked }, signal) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...parts, claims: length });
      const { reader, usage, failure } = await smallCall(
        body,
        () => createVerdictReader(length),
        asked,
        parts,
        signal,
      );
      const read = failure === null ? reader.judgements() : new Map<number, Judgement>();
      const judgements = asked.claims.map((_, index) => read.get(index + 1) ?? null);
      const verdicts = judgements.map(each => each?.verdict ?? null);
      if (failure === null) log.debug({ model, verdicts, ...usage }, 'claims-judged');
      return { judgements, usage, failure: failure?.reason ?? null };
    },
    compare: async ({ evidence, payer, ...task }, signal) => {
      const body = toCompareRequest(toComparePrompt(evidence, task), parts);
      const asked = { isBackground: true, ...(payer && { payer }) };
      const { reader, usage, failure } = await smallCall(
        body,
        () => createJsonReader(parseComparisons),
        asked,
        parts,
        signal,
      );
      const comparisons = (failure === null ? reader.value() : null) ?? [];
      const relations = comparisons.map(({ relation }) => relation);
      if (failure === null) log.debug({ model, relations, ...usage }, 'decisions-compared');
      return { comparisons, failure: failure?.reason ?? null };
    },
    assign: async ({ payer, ...task }, signal) => {
      const body = toAssignRequest(toAssignPrompt(task), parts);
      const asked = { isBackground: true, ...(payer && { payer }) };
      const { reader, usage, failure } = await smallCall(
        body,
        () => createJsonReader(parseAssignments),
        asked,
        parts,
        signal,
      );
      const assignments = (failure === null ? reader.value() : null) ?? new Map<number, number>();
      const counts = { claims: task.claims.length, topics: new Set(assignments.values()).size };
      if (failure === null) log.debug({ model, ...counts, ...usage }, 'topics-assigned');
      return { assignments, failure: failure?.reason ?? null };
    },
  };
}
