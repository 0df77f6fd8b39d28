import { compareSnowflakes } from '../conversation/evidence.ts';
import type { ListedMessage, Summary, SummaryClaim } from './summary.ts';
import type { Unnumbered } from './unnumbered.ts';

/**
 * The ids of all messages that a summary shows or lists, that what was dropped of it cites, and of the one whose
 * statements it is of, oldest first.
 */
export function toCitedIds({
  footnotes,
  claims,
  rejected,
  topics,
  checked,
  rejectedSources,
}: Summary): readonly string[] {
  const listed = claims.flatMap(({ more, before }) => [...more, ...(before?.more ?? [])]);
  const unshown = rejected.flatMap(({ claim }) => toRejectedMessages(claim));
  const cited = [...footnotes, ...listed, ...unshown].map(({ messageId }) => messageId);
  const stated = checked?.messageId === undefined ? [] : [checked.messageId];
  return [
    ...new Set([...cited, ...stated, ...topics.flatMap(({ sources }) => sources), ...rejectedSources]),
  ].sort(compareSnowflakes);
}

/** The messages that a claim cites which is not shown. */
export function toRejectedMessages(claim: Unnumbered | null): readonly ListedMessage[] {
  return claim === null ? [] : [...claim.cited, ...(claim.before?.cited ?? [])];
}

/** The ids of the messages that one claim rests on, those that are only listed included. */
export function toClaimIds({ references, more, before }: SummaryClaim, { footnotes }: Summary): string[] {
  const shown = [...references, ...(before?.references ?? [])].flatMap(
    ({ footnote }) => footnotes[footnote - 1]?.messageId ?? [],
  );
  return [...shown, ...[...more, ...(before?.more ?? [])].map(({ messageId }) => messageId)];
}
