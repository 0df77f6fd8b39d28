import type { Judge, JudgeRequest } from '../../app/ports.ts';
import { parseJudgements } from '../../core/claims/judgement.ts';
import { parseComparisons, toComparePrompt } from '../../core/prompt/compare.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { createJsonReader } from './answer-readers.ts';
import { type ClaudeParts, callInTurn, estimate, type TurnOptions } from './call-in-turn.ts';
import type { Asker } from './call-limiter.ts';
import { defaultFacts } from './models.ts';
import type { Prices } from './prices.ts';
import { type ClaudeRequest, toCompareRequest, toJudgeRequest } from './request.ts';

/** About what these requests cost, in US dollars; null if the price of the model is unknown. */
export function estimateJudging(
  requests: readonly JudgeRequest[],
  model: string,
  prices: Prices,
): number | null {
  const costs = requests.map(({ evidence, ...asked }) => {
    const prompt = toJudgePrompt(evidence, asked);
    const body = toJudgeRequest(prompt, { model, facts: defaultFacts, claims: asked.claims.length });
    return estimate(body, prices).usd;
  });
  return costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

/** The judge that asks Claude, one call for all claims of a request. */
export function createClaudeJudge(parts: ClaudeParts): Judge {
  const { log, model, limits } = parts;
  const longestWaitMs = Math.min(limits.longestWaitMs, longestJudgeWaitMs);
  const patient = { ...parts, limits: { ...limits, attempts, longestWaitMs }, work: 'judge' as const };
  return {
    model,
    judge: async ({ evidence, ...asked }, signal) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...parts, claims: length });
      const parse = (answer: unknown) => parseJudgements(answer, length);
      const { value, usage, failure } = await askForJson(body, parse, asked, patient, signal);
      const judgements = asked.claims.map((_, index) => value?.get(index + 1) ?? null);
      const verdicts = judgements.map(each => each?.verdict ?? null);
      if (failure === null) log.debug({ model, verdicts, ...usage }, 'claims-judged');
      return { judgements, usage, failure };
    },
    compare: async ({ evidence, payer, ...task }, signal) => {
      const body = toCompareRequest(toComparePrompt(evidence, task), parts);
      const asked = { isBackground: true, payer };
      const { value, usage, failure } = await askForJson(body, parseComparisons, asked, patient, signal);
      const comparisons = value ?? [];
      const relations = comparisons.map(({ relation }) => relation);
      if (failure === null) log.debug({ model, relations, ...usage }, 'decisions-compared');
      return { comparisons, failure };
    },
  };
}

/** A summary can be shown without the answer, so these are low. */
const attempts = 2;
const longestJudgeWaitMs = 3_000;

/** Has one call answered with JSON; the value is null where it failed. */
export async function askForJson<Value>(
  request: ClaudeRequest,
  parse: (value: unknown) => Value | null,
  asked: Asker,
  parts: ClaudeParts & Pick<TurnOptions, 'work'>,
  signal: AbortSignal,
) {
  const toReader = () => createJsonReader(parse);
  const { reader, usage, failure } = await callInTurn(() => request, { ...parts, asked, signal, toReader });
  return { value: failure === null ? reader.value() : null, usage, failure };
}
