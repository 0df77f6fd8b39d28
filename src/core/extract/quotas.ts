import type { Detail } from '../claims/summary.ts';

/** How many claims of a kind are drawn. */
export type Quotas = {
  readonly overview: number;
  readonly keyPoints: number;
  readonly actions: number;
  readonly decisions: number;
  readonly proposals: number;
  readonly questions: number;
  readonly contributions: number;
};

const full: Readonly<Record<Detail, Quotas>> = {
  brief: {
    overview: 2,
    keyPoints: 4,
    actions: 3,
    decisions: 3,
    proposals: 0,
    questions: 2,
    contributions: 0,
  },
  standard: {
    overview: 2,
    keyPoints: 9,
    actions: 6,
    decisions: 8,
    proposals: 3,
    questions: 5,
    contributions: 0,
  },
  comprehensive: {
    overview: 3,
    keyPoints: 22,
    actions: 15,
    decisions: 20,
    proposals: 8,
    questions: 12,
    contributions: 6,
  },
};

/** Messages from which on a summary is as long as its detail allows. */
const fullFrom = 60;

/** The quotas of a detail; short conversations get fewer points, never fewer decisions, actions and questions. */
export function toQuotas(detail: Detail, messages: number): Quotas {
  const quotas = full[detail];
  const share = Math.min(1, messages / fullFrom);
  const scale = (count: number) => Math.ceil(count * share);
  return {
    ...quotas,
    overview: messages < 10 ? 1 : quotas.overview,
    keyPoints: scale(quotas.keyPoints),
    contributions: scale(quotas.contributions),
  };
}
