import type { Quote } from '../../core/claims/claim.ts';
import type { CitedMessage, Summary, SummaryClaim, Support } from '../../core/claims/summary.ts';
import { maskSpoilers, widenToSpoilers } from '../../core/conversation/spoilers.ts';
import { toShownText } from '../view/shown.ts';

/** A message that a claim cites; without a number it is only listed. */
type ShownCitation = {
  readonly number: number | null;
  readonly message: CitedMessage;
  readonly quote: Quote | null;
};

/** What a claim, or what held before it, rests on: numbered messages first. */
export function toCitations({ references, more }: Support, { footnotes }: Summary): readonly ShownCitation[] {
  return [
    ...references.flatMap(({ footnote, quote }): ShownCitation[] => {
      const message = footnotes[footnote - 1];
      return message ? [{ number: footnote, message, quote }] : [];
    }),
    ...more.map(({ quote, ...message }): ShownCitation => ({ number: null, message, quote })),
  ];
}

/** The same with what rests behind the text of before. */
export function toAllCitations(claim: SummaryClaim, summary: Summary): readonly ShownCitation[] {
  return [claim, ...(claim.before ? [claim.before] : [])].flatMap(support => toCitations(support, summary));
}

/** Text as anybody may see it, on several lines if it has them. */
export function toMaskedText(text: string): string {
  return maskSpoilers(toShownText(text));
}

/** The words that are quoted; half a spoiler is all of it. */
export function toQuotedText(text: string, quote: Quote): string {
  const { start, end } = widenToSpoilers(text, quote);
  return toMaskedText(text.slice(start, end));
}
