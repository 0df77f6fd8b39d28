import { z } from 'zod';
import { problemShape } from './problem.ts';
import { notFoundReasons } from './summary.ts';

/** The checks of the second version, by what does their work now. */
const checks: Readonly<Record<string, string>> = {
  shape: 'shape',
  position: 'citation',
  quote: 'quote',
  author: 'attribution',
  specifics: 'values',
  judge: 'judge',
};

const problem = z.unknown().transform(value => {
  const known = problemShape.safeParse(value);
  return known.success ? known.data : { code: 'outdated' as const };
});
const check = z.string().transform(name => checks[name] ?? 'values');
const finding = z.looseObject({ check, outcome: z.string(), problem: problem.exactOptional() });
const reason = z.looseObject({ check, problem });
const attempt = z.looseObject({ reasons: z.array(reason) });

const claim = z
  .looseObject({
    status: z.string().exactOptional(),
    recited: z.boolean(),
    findings: z.array(finding),
    review: z.looseObject({ decision: z.string() }).exactOptional(),
    attempt: attempt.exactOptional(),
  })
  .transform(({ recited, ...rest }) => ({ ...rest, citationReplaced: recited }));

const statement = z
  .looseObject({ claimId: z.null(), reason: z.string(), findings: z.array(finding) })
  .transform(({ reason: was, ...rest }) => ({
    ...rest,
    reason: notFoundReasons.find(each => each === was) ?? 'nothing_similar',
  }));

const second = z.looseObject({
  version: z.literal(2),
  summary: z.looseObject({
    engine: z.looseObject({ name: z.string() }),
    claims: z.array(claim),
    rejected: z.array(
      z.looseObject({ reasons: z.array(reason), claim: claim.nullable(), attempt: attempt.exactOptional() }),
    ),
    counts: z
      .looseObject({ recited: z.int(), verified: z.int() })
      .transform(({ recited, ...rest }) => ({ ...rest, citationsReplaced: recited })),
    checked: z
      .looseObject({ statements: z.array(z.union([statement, z.looseObject({ claimId: z.string() })])) })
      .exactOptional(),
  }),
});

/**
 * A stored summary of the second version as one of the third; anything else as it is. Findings of checks that no longer
 * exist become "outdated", and a claim that only those checks verified becomes `sources_found`.
 */
export function upgrade(value: unknown): unknown {
  const read = second.safeParse(value);
  if (!read.success) return value;
  const { summary } = read.data;
  const isQuoted = summary.engine.name === 'extractive';
  const claims = summary.claims.map(claim =>
    claim.status === 'verified' && !isQuoted && !isConfirmed(claim)
      ? { ...claim, status: 'sources_found' }
      : claim,
  );
  const sourcesFound = claims.filter(({ status }) => status === 'sources_found').length;
  const { verified, ...counts } = summary.counts;
  return {
    ...read.data,
    version: 3,
    summary: { ...summary, claims, counts: { ...counts, verified: verified - sourcesFound, sourcesFound } },
  };
}

/** Whether a judge or a person said that it holds. */
function isConfirmed({ findings, review }: z.output<typeof claim>): boolean {
  return (
    review?.decision === 'confirmed' ||
    findings.some(({ check: name, outcome }) => name === 'judge' && outcome === 'pass')
  );
}
