import type { Judge, JudgeRequest } from '../../app/ports.ts';
import { parseJudgements } from '../../core/claims/judgement.ts';
import { parseComparisons, toComparePrompt } from '../../core/prompt/compare.ts';
import { toJudgePrompt } from '../../core/prompt/prompt.ts';
import { createJsonReader } from './answer-readers.ts';
import { type ClaudeParts, callInTurn, estimate, toCallOptions } from './call-in-turn.ts';
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

/** Nobody saw the picture that such a claim rests on. */
const unseen = { verdict: 'not_supported', missing: '' } as const;

/** The judge that asks Claude, one call for all claims of a request. */
export function createClaudeJudge(parts: ClaudeParts): Judge {
  const { log, model } = parts;
  return {
    model,
    judge: async ({ evidence, ...asked }, signal) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...parts, claims: length });
      const parse = (answer: unknown) => parseJudgements(answer, length);
      const { value, usage, failure, isBlind } = await askForJson(body, parse, asked, parts, signal);
      const judgements = asked.claims.map(({ fromPicture }, index) => {
        const judgement = value?.get(index + 1) ?? null;
        return judgement && fromPicture && isBlind ? { ...judgement, ...unseen } : judgement;
      });
      const verdicts = judgements.map(each => each?.verdict ?? null);
      if (failure === null) log.debug({ model, verdicts, ...usage }, 'claims-judged');
      return { judgements, usage, failure };
    },
    compare: async ({ evidence, payer, ...task }, signal) => {
      const body = toCompareRequest(toComparePrompt(evidence, task), parts);
      const asked = { isBackground: true, payer };
      const { value, usage, failure } = await askForJson(body, parseComparisons, asked, parts, signal);
      const comparisons = value ?? [];
      const relations = comparisons.map(({ relation }) => relation);
      if (failure === null) log.debug({ model, relations, ...usage }, 'decisions-compared');
      return { comparisons, failure };
    },
  };
}

/** A summary can be shown without the answer, so these are low. */
const attempts = 2;
const longestWaitMs = 3_000;

async function askForJson<Value>(
  request: ClaudeRequest,
  parse: (value: unknown) => Value | null,
  asked: Parameters<typeof toCallOptions>[1],
  parts: ClaudeParts,
  signal: AbortSignal,
) {
  const { reader, usage, failure, isBlind } = await callInTurn(() => request, {
    ...parts,
    limits: {
      ...parts.limits,
      attempts,
      longestWaitMs: Math.min(parts.limits.longestWaitMs, longestWaitMs),
    },
    work: 'judge',
    payer: asked.payer,
    call: toCallOptions(request, asked),
    signal,
    toReader: () => createJsonReader(parse),
  });
  return { value: failure === null ? reader.value() : null, usage, failure, isBlind };
}
