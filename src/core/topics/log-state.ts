import type { LogEntry, Statement } from '../decisions/entry.ts';
import { isSameStatement, toEntryLikeness } from '../decisions/similarity.ts';
import type { TopicRecord } from './record.ts';
import { type LogState, type TopicClaim, toClaimKey, toTimeSpan } from './topic-claim.ts';

/**
 * The records with the state of each claim in the log.
 *
 * @param log As much of it as the reader may see.
 */
export function withLogStates(
  records: readonly TopicRecord[],
  log: readonly LogEntry[],
): readonly TopicRecord[] {
  const toLogState = createLogStates(log);
  return records.map(({ placeId, contributions }) => ({
    placeId,
    contributions: contributions.map(each => ({
      ...each,
      claims: each.claims.map(claim => {
        const logState = toLogState(claim, each.language);
        return logState === undefined ? claim : { ...claim, logState };
      }),
    })),
  }));
}

/**
 * Finds what the log knows of a claim: whether a task is done, a question decided, a decision replaced. Undefined if it
 * knows nothing.
 *
 * @param log As much of it as the reader may see.
 */
export function createLogStates(
  log: readonly LogEntry[],
): (claim: TopicClaim, language: string) => LogState | undefined {
  const ids = new Set(log.map(({ id }) => id));
  const byKey = new Map<string, LogEntry>();
  const byMessage = new Map<string, Set<LogEntry>>();
  for (const entry of log) {
    for (const { summaryId, claimId } of entry.statements) byKey.set(toClaimKey(summaryId, claimId), entry);
    for (const { messageId } of entry.sources)
      byMessage.set(messageId, (byMessage.get(messageId) ?? new Set()).add(entry));
  }

  const findCiting = ({ sources }: TopicClaim): readonly LogEntry[] => [
    ...new Set(sources.flatMap(({ messageId }) => [...(byMessage.get(messageId) ?? [])])),
  ];

  /** Entries keep only their newest statements, and only verified ones, so another claim may say the same. */
  const findEntries = (claim: TopicClaim, language: string): readonly LogEntry[] => {
    const { key, text, sources } = claim;
    const known = byKey.get(key);
    if (known) return [known];
    const cited = sources.map(({ messageId }) => ({ messageId, quote: null }));
    return findCiting(claim).filter(entry => {
      const likeness = toEntryLikeness(entry, { text, language, cited });
      return likeness !== null && isSameStatement(likeness);
    });
  };

  /** What is decided in the words of the question itself leaves it open. */
  const isDecided = (claim: TopicClaim) => {
    const { last } = toTimeSpan([claim]);
    return findCiting(claim).some(({ kind, statements, sources }) => {
      const later = new Set(sources.filter(({ time }) => time > last).map(({ messageId }) => messageId));
      const asked = new Set(claim.sources.map(({ messageId }) => messageId));
      const hasCited = (cited: Statement['cited'], ids: ReadonlySet<string>) =>
        cited.some(({ messageId }) => ids.has(messageId));
      return (
        kind === 'decision' &&
        statements.some(({ cited }) => hasCited(cited, asked) && hasCited(cited, later))
      );
    });
  };

  return (claim, language) => {
    const { kind } = claim;
    if (kind === 'question' || kind === 'request') return isDecided(claim) ? 'closed' : undefined;
    if (kind === 'action') {
      const actions = findEntries(claim, language).filter(each => each.kind === 'action');
      if (actions.length === 0) return undefined;
      return actions.every(({ done }) => done !== null) ? 'closed' : 'open';
    }
    if (kind !== 'decision' && kind !== 'change') return undefined;
    const decisions = findEntries(claim, language).filter(each => each.kind === 'decision');
    const isReplaced = ({ supersededBy }: (typeof decisions)[number]) => supersededBy.some(id => ids.has(id));
    return decisions.length > 0 && decisions.every(isReplaced) ? 'replaced' : undefined;
  };
}
