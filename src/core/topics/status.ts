import type { Topic } from '../claims/summary/summary.ts';
import { isDominated } from '../claims/summary/topics.ts';
import { type AssignedClaim, type TopicClaim, toTimeSpan } from './topic-claim.ts';

type TopicStatus = {
  /** Why it is active; null if it is not. */
  readonly reason: Topic['reason'];
  /** Its tasks, questions and requests that nothing has settled since. */
  readonly open: readonly TopicClaim[];
};

const asked: ReadonlySet<string> = new Set(['question', 'request']);

/**
 * A topic is active while something in it is open, or until another one dominates.
 *
 * @param claims Those of one channel or thread, in the order of their summaries.
 */
export function toStatuses(claims: readonly AssignedClaim[]): ReadonlyMap<string, TopicStatus> {
  const topics = Map.groupBy(claims, ({ topicId }) => topicId);
  const allOpen = new Set<TopicClaim>(findOpen(claims));
  const spans = new Map([...topics].map(([id, claims]) => [id, toTimeSpan(claims)]));
  const newest =
    [...spans.values()]
      .map(({ last }) => last)
      .sort()
      .at(-1) ?? '';
  return new Map(
    [...topics].map(([id, own]) => {
      const open = own.filter(claim => allOpen.has(claim));
      const reason = open.some(({ kind }) => asked.has(kind))
        ? ('open_question' as const)
        : open.length > 0
          ? ('open_action' as const)
          : isDominated(spans.get(id)?.last ?? '', newest)
            ? null
            : ('recent' as const);
      return [id, { reason, open }];
    }),
  );
}

/**
 * The decision log says what is open. Of items that it does not know, a later claim of any topic resolves one by naming its
 * messages; a decision also settles a question that it cites.
 */
function findOpen(claims: readonly TopicClaim[]): readonly TopicClaim[] {
  return claims.filter(({ kind, sources, logState }, index) => {
    if (kind !== 'action' && !asked.has(kind)) return false;
    if (logState !== undefined) return logState === 'open';
    const ids = new Set(sources.map(({ messageId }) => messageId));
    return !claims
      .slice(index + 1)
      .some(
        later =>
          later.closes.some(id => ids.has(id)) ||
          (asked.has(kind) &&
            later.kind === 'decision' &&
            later.sources.some(({ messageId }) => ids.has(messageId))),
      );
  });
}
