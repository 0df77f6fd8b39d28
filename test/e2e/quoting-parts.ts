import type { Engine, Judge } from '../../src/app/ports.ts';
import { isControl, lookUp } from '../app/judging/judge.ts';

/**
 * An engine that makes a claim of each message that answers none, with its answer cited too, and a judge that supports all,
 * with what it was asked.
 */
export function createQuotingParts() {
  const judged: (readonly string[])[] = [];
  const engine: Engine = {
    name: 'quoting',
    draft: async ({ evidence }, onClaim) => {
      const byId = new Map(evidence.messages.map(({ id, position }) => [id, position]));
      const answers = new Map(
        evidence.messages.flatMap(({ replyTo, position }) => {
          const answered = byId.get(replyTo ?? '');
          return answered === undefined ? [] : [[answered, position] as const];
        }),
      );
      for (const { position, text, replyTo } of evidence.messages) {
        const answer = answers.get(position);
        const cited = [position, ...(answer === undefined ? [] : [answer])];
        if (!byId.has(replyTo ?? ''))
          onClaim({ text, kind: 'fact', evidence: cited.map(each => ({ position: each, quote: '' })) });
      }
      const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 10, costUsd: 0.5, durationMs: 9 };
      return { engine: { name: 'quoting' }, usage, failure: null };
    },
  };
  const judge: Judge = {
    model: 'judge-1',
    judge: async request => {
      judged.push(request.claims.filter(claim => !isControl(claim)).map(({ text }) => text));
      const judgements = request.claims.map(claim => {
        return {
          verdict: lookUp(claim, request) ?? ('supported' as const),
          missing: '',
          kind: null,
          outcome: 'none' as const,
          position: null,
        };
      });
      return { judgements, usage: null, failure: null };
    },
  };
  return { engine, judge, toJudged: () => judged.flat() };
}
