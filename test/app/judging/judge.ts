import type {
  Engine,
  EngineRequest,
  Judge,
  JudgeReport,
  JudgeRequest,
  RepairRequest,
} from '../../../src/app/ports.ts';
import type { Judgement, JudgeVerdict } from '../../../src/core/claims/judgement.ts';
import type { EngineReason, Usage } from '../../../src/core/claims/summary.ts';
import { messageAt } from '../../../src/core/conversation/evidence.ts';
import type { JudgedClaim } from '../../../src/core/prompt/judge.ts';

export const callUsage: Usage = {
  inputTokens: 10,
  cachedTokens: 0,
  outputTokens: 2,
  costUsd: 0.5,
  durationMs: 7,
};

/** An engine that writes these claims, and those when it is asked once more; with what it was asked, first and then. */
export function createEngine(
  claims: readonly unknown[],
  again: readonly unknown[] = [],
  failure: EngineReason | null = null,
) {
  const asked: RepairRequest[] = [];
  const drafted: EngineRequest[] = [];
  const engine: Engine = {
    name: 'scripted',
    draft: async (drafting, onClaim) => {
      drafted.push(drafting);
      for (const each of claims) onClaim(each);
      return { engine: { name: 'scripted', model: 'm1' }, usage: callUsage, failure };
    },
    repair: async (repairing, onClaim) => {
      asked.push(repairing);
      for (const [index, each] of again.entries()) onClaim(toRewritten(each, index + 1));
      return { engine: { name: 'scripted' }, usage: callUsage, failure: null };
    },
  };
  return { engine, asked, drafted };
}

/** What takes the place of a claim that failed, by its number. */
export const toRewritten = (claim: unknown, number: number) => ({
  matter: { number, continues: number },
  ...Object(claim),
});

export type Told = JudgeVerdict | Partial<Judgement> | null;

export const toJudgement = (told: JudgeVerdict | Partial<Judgement>): Judgement => {
  const given = typeof told === 'string' ? { verdict: told } : told;
  const { verdict = 'supported' } = given;
  const missing = verdict === 'supported' ? '' : 'the year';
  return { verdict, missing, kind: null, outcome: 'none', positions: [], ...given };
};

/** What an honest judge says of a quotation, as controls are; null of any other claim. */
export function lookUp({ text, citations }: JudgedClaim, { evidence }: JudgeRequest): JudgeVerdict | null {
  const [, name, quote] = /^(.+) (?:wrote|said|posted): “(.*)”$/.exec(text) ?? [];
  if (name === undefined || quote === undefined) return null;
  const isThere = citations.some(({ position }) => {
    const message = messageAt(evidence, position);
    return message?.author.name === name && message.text.includes(quote);
  });
  return isThere ? 'supported' : 'not_supported';
}

export const isControl = (claim: JudgedClaim) => / (?:wrote|said|posted): “/.test(claim.text);

/** A judge that says of each claim what it is told to, and is honest about quotations; with what it was asked. */
export function createJudge(
  tell: (claim: JudgedClaim, request: JudgeRequest, call: number) => Told | Promise<Told>,
  usage: Usage = callUsage,
) {
  return createBatchJudge(async (request, _, call) => {
    const judgements = await Promise.all(
      request.claims.map(async claim => {
        const told = lookUp(claim, request) ?? (await tell(claim, request, call));
        return told === null ? null : toJudgement(told);
      }),
    );
    return { judgements, usage };
  });
}

/** A judge that answers each call as it is told to. */
export function createBatchJudge(
  answer: (
    request: JudgeRequest,
    signal: AbortSignal,
    call: number,
  ) => Partial<JudgeReport> | Promise<Partial<JudgeReport>>,
) {
  const asked: JudgeRequest[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const judge: Judge = {
    model: 'judge-1',
    judge: async (request, signal) => {
      asked.push(request);
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      try {
        const report = await answer(request, signal, asked.length);
        return { judgements: [], usage: null, failure: null, ...report };
      } finally {
        underWay -= 1;
      }
    },
  };
  /** The claims of each call without its controls, in the order of their texts. */
  const toTexts = () =>
    asked.map(({ claims }) =>
      claims
        .filter(claim => !isControl(claim))
        .map(({ text }) => text)
        .sort(),
    );
  return { judge, asked, toTexts, mostAtOnce: () => mostAtOnce };
}

export const fail = (failure: EngineReason): Partial<JudgeReport> => ({ failure, usage: callUsage });
