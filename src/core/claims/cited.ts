import { compareSnowflakes } from '../conversation/evidence.ts';
import type { Summary, SummaryClaim } from './summary.ts';

/** The ids of all messages that a summary shows or lists, oldest first. */
export function toCitedIds({ footnotes, claims, topics }: Summary): readonly string[] {
  const listed = claims.flatMap(({ more, before }) => [...more, ...(before?.more ?? [])]);
  const cited = [...footnotes, ...listed].map(({ messageId }) => messageId);
  return [...new Set([...cited, ...topics.flatMap(({ sources }) => sources)])].sort(compareSnowflakes);
}

/** The ids of the messages that one claim rests on, those that are only listed included. */
export function toClaimIds({ references, more, before }: SummaryClaim, { footnotes }: Summary): string[] {
  const shown = [...references, ...(before?.references ?? [])].flatMap(
    ({ footnote }) => footnotes[footnote - 1]?.messageId ?? [],
  );
  return [...shown, ...[...more, ...(before?.more ?? [])].map(({ messageId }) => messageId)];
}
