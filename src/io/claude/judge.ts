import type { Judge } from '../../app/ports.ts';
import type { Payer } from '../../app/usage/ports.ts';
import type { Judgement } from '../../core/claims/judgement.ts';
import { parseComparisons, toComparePrompt } from '../../core/prompt/compare.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { createJsonReader } from './call/json-reader.ts';
import { createVerdictReader } from './call/verdict-reader.ts';
import { type ClaudeRequest, toCompareRequest, toJudgeRequest } from './request.ts';
import { type SmallCallParts, smallCall } from './small-call.ts';

/** The judge that asks Claude, one call for all claims of a request. */
export function createClaudeJudge(parts: SmallCallParts): Judge {
  const { log, model } = parts;
  /** Asks for one JSON value, which nobody waits for; null if there is none. */
  const askJson = async <Value>(
    body: ClaudeRequest,
    parse: (value: unknown) => Value | null,
    payer: Payer | undefined,
    signal: AbortSignal,
  ) => {
    const asked = { isBackground: true, ...(payer && { payer }) };
    const { reader, usage, failure } = await smallCall(
      body,
      () => createJsonReader(parse),
      asked,
      parts,
      signal,
    );
    return { value: failure === null ? reader.value() : null, usage, failure: failure?.reason ?? null };
  };
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
      const { value, usage, failure } = await askJson(body, parseComparisons, payer, signal);
      const comparisons = value ?? [];
      const relations = comparisons.map(({ relation }) => relation);
      if (failure === null) log.debug({ model, relations, ...usage }, 'decisions-compared');
      return { comparisons, failure };
    },
  };
}
