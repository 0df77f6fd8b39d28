import type { ClaimKind } from '../claims/kind.ts';
import { toSection } from '../claims/summary/section.ts';
import type { Summary } from '../claims/summary/summary.ts';
import { toUnnumbered } from '../claims/summary/unnumbered.ts';

/** A message behind a claim, without its words. */
type TopicSource = {
  readonly messageId: string;
  /** The thread that it is in, otherwise the channel. */
  readonly placeId: string;
  readonly time: string;
  readonly sender: string;
  readonly authorId?: string;
};

/** A claim of a stored summary, as far as topics need it. */
export type TopicClaim = {
  /** `SUMMARY.CLAIM` */
  readonly key: string;
  readonly kind: ClaimKind;
  /** The topic that the engine named. */
  readonly label: string | null;
  readonly text: string;
  /** At least one. */
  readonly sources: readonly TopicSource[];
  /** The messages of the item that it resolves. */
  readonly closes: readonly string[];
  /**
   * The topic that a model assigned it to: the key of the claim that began it, which may be gone. Null if no model will:
   * its words decide. Missing until a model was asked.
   */
  readonly judgedTopicId?: string | null;
  /** Never stored: it is added for one reader. */
  readonly logState?: LogState;
};

/** The id of a topic is the key of its first claim. */
export type AssignedClaim = TopicClaim & { readonly topicId: string };

/** What the decision log knows of a claim: an open or done task, a decided question, a replaced decision. */
export type LogState = 'open' | 'closed' | 'replaced';

/** An overview is about several topics, a link about none. */
const ofNoTopic: ReadonlySet<string> = new Set(['overview', 'link', 'unclear', 'note']);

/** The claims of a summary that belong to topics, in reading order. */
export function toTopicClaims(
  summary: Summary,
  toPlaceId: (messageId: string) => string,
): readonly TopicClaim[] {
  // What was selected without a model is sent to none.
  const isQuoted = summary.engine.name === 'extractive';
  return summary.claims.flatMap(numbered => {
    const { id, kind, topic, text, cited, before } = toUnnumbered(numbered, summary.footnotes);
    if (cited.length === 0 || ofNoTopic.has(toSection(numbered))) return [];
    return {
      key: toClaimKey(summary.id, id),
      kind,
      label: topic,
      text,
      sources: cited.map(({ messageId, time, sender, authorId }) => ({
        messageId,
        placeId: toPlaceId(messageId),
        time,
        sender,
        ...(authorId !== undefined && { authorId }),
      })),
      closes: kind === 'resolved' ? (before?.cited ?? []).map(({ messageId }) => messageId) : [],
      ...(isQuoted && { judgedTopicId: null }),
    };
  });
}

export function toClaimKey(summaryId: string, claimId: string): string {
  return `${summaryId}.${claimId}`;
}

/** Whether a text has the form of a claim's key. */
export function isClaimKey(text: string): boolean {
  return /^[\w-]+\.c\d+$/.test(text);
}

/** The instants of the first and the last message behind claims; there is at least one. */
export function toTimeSpan(claims: readonly TopicClaim[]): { readonly first: string; readonly last: string } {
  let [first, last] = [claims[0]?.sources[0]?.time ?? '', ''];
  for (const { sources } of claims)
    for (const { time } of sources) {
      if (time < first) first = time;
      if (time > last) last = time;
    }
  return { first, last };
}
