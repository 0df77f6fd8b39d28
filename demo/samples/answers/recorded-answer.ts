import type { WrittenVerdict } from '../../claude/judge.ts';
import type { WrittenKind } from '../../claude/writer.ts';
import type { SampleLine } from '../sample.ts';
import type { Texts } from '../texts.ts';

/** A line of the sample, from 1, and the quote from it. */
type RecordedCitation = readonly [line: number, quote: string];

/** A claim in the shape of a draft, with lines of the sample as citations. */
export type RecordedClaim = {
  readonly kind: WrittenKind;
  readonly topic: Texts;
  /** The title of its matter, at the first claim with its topic. */
  readonly title?: Texts;
  readonly text: Texts;
  readonly cites: readonly RecordedCitation[];
  readonly speakers?: readonly string[];
  readonly owner?: string;
  readonly due?: string;
  /** How a decision ended, which is part of the judge's verdict. */
  readonly outcome?: 'approved' | 'declined';
};

/** A mistake in a claim. Code finds it, or the judge gives this verdict. */
type Mistake = Partial<RecordedClaim> & {
  readonly text: Texts;
  readonly verdict?: Exclude<WrittenVerdict['verdict'], 'supported'>;
  /** The judge's explanation. */
  readonly missing?: Texts;
};

/** The answer of a capable model to a sample conversation. We wrote it; no model was called. */
export type RecordedAnswer = {
  readonly lines: readonly SampleLine[];
  readonly claims: readonly (RecordedClaim & { readonly mistake?: Mistake })[];
};

/** The claims of an answer, with or without mistakes. */
export function toClaims(
  { claims }: RecordedAnswer,
  withMistakes: boolean,
): readonly (RecordedClaim & Omit<Mistake, 'text'>)[] {
  return claims.map(({ mistake, ...claim }) => (withMistakes && mistake ? { ...claim, ...mistake } : claim));
}
