import { toRejectedMessages } from '../../../src/core/claims/footnotes.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { english } from '../../../src/render/texts.ts';
import { toView } from '../../../src/render/view/view.ts';

/** What a judge may rely on: which message each number is of, and where it opens. */
export type Known = {
  /** The address of footnote n at n - 1. */
  readonly urls: readonly string[];
  /** Addresses of messages that claims only count. */
  readonly more: readonly string[];
  /** Addresses of messages that only what was dropped cites. */
  readonly unshown: readonly string[];
  /** How many claims there are. */
  readonly claims: number;
  /** The headings of claims: of matters, these hold words of a model. */
  readonly headings: readonly string[];
  /** How many topics and people are listed. */
  readonly lists: number;
};

/** Reads it off the summary, each number checked against the messages that there are. */
export function toKnown(summary: Summary): Known {
  const listed = summary.claims.flatMap(({ more, before }) => [...more, ...(before?.more ?? [])]);
  return {
    urls: summary.footnotes.map(({ url }) => url ?? ''),
    more: listed.flatMap(({ url }) => url ?? []),
    unshown: summary.rejected
      .flatMap(({ claim }) => toRejectedMessages(claim))
      .flatMap(({ url }) => url ?? []),
    claims: summary.claims.length,
    lists: summary.matters === undefined ? summary.topics.length : 0,
    headings: toView(summary, { t: english }).sections.flatMap(({ heading }) => toLetters(heading ?? '')),
  };
}

/** The letters and digits of a heading: formats escape the rest in their own ways. */
export function toLetters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
