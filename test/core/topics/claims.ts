import type { Contribution } from '../../../src/core/topics/record.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';

type ClaimOptions = Partial<Pick<TopicClaim, 'kind' | 'label' | 'closes'>> & {
  readonly by?: string;
  readonly message?: string;
  readonly at?: string;
};

const start = '2026-03-09T09:00:00.000Z';

/** A claim that rests on one message of its own. */
export function toClaim(key: string, text: string, options: ClaimOptions = {}): TopicClaim {
  const { by = 'Ann', message = key, at = start, kind = 'fact', label = null, closes = [] } = options;
  const sources = [{ messageId: message, placeId: '1', time: at, sender: by, authorId: by.toLowerCase() }];
  return { key, kind, label, text, sources, closes };
}

export function toContribution(
  summaryId: string,
  claims: readonly TopicClaim[],
  change: Partial<Contribution> = {},
): Contribution<TopicClaim> {
  return {
    summaryId,
    createdAt: start,
    end: start,
    language: 'en',
    requestKey: null,
    ...change,
    claims,
  };
}
