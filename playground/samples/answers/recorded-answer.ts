import type { WrittenVerdict } from '../../claude/judges/judge.ts';
import type { WrittenKind } from '../../claude/writers/writer.ts';
import type { SampleLine } from '../sample.ts';
import type { Texts } from '../texts.ts';

/** A line of the sample, from 1, and the words of it that the claim cites. */
export type RecordedCitation = readonly [line: number, quote: string];

/** A claim in the shape of a draft, whose citations name lines of the sample. */
export type RecordedClaim = {
  readonly kind: WrittenKind;
  readonly topic: Texts;
  readonly text: Texts;
  readonly cites: readonly RecordedCitation[];
  readonly speakers?: readonly string[];
  readonly owner?: string;
  readonly due?: string;
  /** How a decision ended, which is part of the judge's verdict. */
  readonly outcome?: 'approved' | 'declined';
};

/** What a writer makes of a claim by mistake. Code finds it, or else the judge gives this verdict. */
export type Mistake = Partial<RecordedClaim> & {
  readonly text: Texts;
  readonly verdict?: Exclude<WrittenVerdict['verdict'], 'supported'>;
  /** What the judge says of it. */
  readonly missing?: Texts;
};

/** What a capable model would write about a sample conversation. We wrote it; no model was called. */
export type RecordedAnswer = {
  readonly lines: readonly SampleLine[];
  readonly claims: readonly (RecordedClaim & { readonly mistake?: Mistake })[];
};

/** The claims of an answer, with mistakes if those are asked for. */
export function toClaims(
  { claims }: RecordedAnswer,
  withMistakes: boolean,
): readonly (RecordedClaim & Omit<Mistake, 'text'>)[] {
  return claims.map(({ mistake, ...claim }) => (withMistakes && mistake ? { ...claim, ...mistake } : claim));
}
