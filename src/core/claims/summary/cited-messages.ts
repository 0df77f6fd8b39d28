import { compareSnowflakes } from '../../conversation/evidence.ts';
import type { Message } from '../../conversation/message.ts';
import type { CitedMessage, ListedMessage, Summary, SummaryClaim, UnnumberedSummary } from './summary.ts';

/** The messages that a summary shows or lists, and those that its rejected claims cite. */
export function toCitedMessages({ footnotes, claims, rejected }: Summary): readonly CitedMessage[] {
  const listed = claims.flatMap(({ more, before }) => [...more, ...(before?.more ?? [])]);
  return [...footnotes, ...listed, ...rejected.flatMap(({ claim }) => toRejectedMessages(claim))];
}

/** The ids of all people whose messages went into a summary, as far as it contains them. */
export function toPersonIds(summary: Summary): readonly string[] {
  const authors = [...toCitedMessages(summary), ...(summary.checked ? [summary.checked] : [])];
  const ids = [...authors.map(({ authorId }) => authorId), ...summary.participants.map(({ id }) => id)];
  return [...new Set(ids.filter(id => id !== undefined))];
}

/**
 * The ids of all messages that a summary shows, lists or has rejected claims about, and of the message whose statements
 * it checks, oldest first.
 */
export function toCitedIds(summary: Summary): readonly string[] {
  const { topics, checked, rejectedSources } = summary;
  const cited = toCitedMessages(summary).map(({ messageId }) => messageId);
  const stated = checked?.messageId === undefined ? [] : [checked.messageId];
  return [
    ...new Set([...cited, ...stated, ...topics.flatMap(({ sources }) => sources), ...rejectedSources]),
  ].sort(compareSnowflakes);
}

/** Maps the id of each of these messages that the summary cites to its thread or channel. */
export function toPlaces(summary: Summary, messages: readonly Message[]): Readonly<Record<string, string>> {
  const cited = new Set(toCitedIds(summary));
  return Object.fromEntries(
    messages.flatMap(({ id, thread, channel }) => {
      const placeId = thread?.id ?? channel?.id;
      return cited.has(id) && placeId !== undefined ? [[id, placeId] as const] : [];
    }),
  );
}

/** The messages that a rejected claim cites. */
export function toRejectedMessages(claim: UnnumberedSummary | null): readonly ListedMessage[] {
  return claim === null ? [] : [...claim.cited, ...(claim.before?.cited ?? [])];
}

/** The ids of the messages that one claim cites, including those only listed. */
export function toClaimIds({ references, more, before }: SummaryClaim, { footnotes }: Summary): string[] {
  const shown = [...references, ...(before?.references ?? [])].flatMap(
    ({ footnote }) => footnotes[footnote - 1]?.messageId ?? [],
  );
  return [...shown, ...[...more, ...(before?.more ?? [])].map(({ messageId }) => messageId)];
}
