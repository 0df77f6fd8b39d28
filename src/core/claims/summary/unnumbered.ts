import type { Attempt, Review } from '../changes/reviewed.ts';
import type { ClaimBody } from '../claim.ts';
import type { Footnote, ListedMessage, SummaryClaim, Support } from './summary.ts';

/** A claim without footnotes: what it says, and the messages it rests on, those first that are to be shown. */
export type Unnumbered = ClaimBody & {
  readonly cited: readonly ListedMessage[];
  readonly before: { readonly text: string; readonly cited: readonly ListedMessage[] } | null;
};

/** The same, with its place in a summary. */
export type UnnumberedClaim = Unnumbered & {
  readonly id: string;
  readonly review?: Review;
  readonly attempt?: Attempt;
};

/** Takes the numbers off a claim of a summary with these footnotes. */
export function toUnnumbered(claim: SummaryClaim, footnotes: readonly Footnote[]): UnnumberedClaim {
  const { references, more, before, ...rest } = claim;
  return {
    ...rest,
    cited: toListed({ references, more }, footnotes),
    before: before && { text: before.text, cited: toListed(before, footnotes) },
  };
}

function toListed({ references, more }: Support, footnotes: readonly Footnote[]): readonly ListedMessage[] {
  const shown = references.flatMap(({ footnote, quote }): ListedMessage[] => {
    const note = footnotes[footnote - 1];
    if (!note) return [];
    const { number: _, quotes: __, ...message } = note;
    return [{ ...message, quote }];
  });
  return [...shown, ...more];
}
