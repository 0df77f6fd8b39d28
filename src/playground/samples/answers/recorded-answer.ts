import type { WrittenKind } from '../../claude/writers/writer.ts';
import type { SampleLine } from '../sample.ts';

/** A line of the sample, from 1, and the words of it that the claim cites. */
export type RecordedCitation = readonly [line: number, quote: string];

/** A claim in the shape of a draft, whose citations name lines of the sample. */
export type RecordedClaim = {
  readonly kind: WrittenKind;
  readonly topic: string;
  readonly text: string;
  readonly cites: readonly RecordedCitation[];
  readonly speakers?: readonly string[];
  readonly owner?: string;
  readonly due?: string;
  /** How a decision ended, which is part of the judge's verdict. */
  readonly outcome?: 'approved' | 'declined';
};

/** What a capable model would write about a sample conversation. We wrote it; no model was called. */
export type RecordedAnswer = {
  readonly lines: readonly SampleLine[];
  readonly claims: readonly RecordedClaim[];
};
