import type { Engine, Judge } from '../../src/app/ports.ts';

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
    judge: async ({ claims, evidence }) => {
      judged.push(claims.map(({ text }) => text).filter(text => !text.includes(' wrote: “')));
      const judgements = claims.map(({ text, citations, speakers }) => {
        const quote = /^(.+) wrote: “(.*)”$/.exec(text)?.[2];
        const source = evidence.messages[(citations[0]?.position ?? 0) - 1];
        const isTrue = quote === undefined || source?.author.name === speakers[0];
        return {
          verdict: isTrue ? ('supported' as const) : ('not_supported' as const),
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
