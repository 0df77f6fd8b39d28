import type { Footnote, ListedMessage, SummaryClaim, Support, UnnumberedClaim } from './summary.ts';

/** Replaces a claim's footnote numbers with the messages behind them. */
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
