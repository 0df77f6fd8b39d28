import type { DraftClaim } from '../claims/draft.ts';
import type { Detail } from '../claims/summary/summary.ts';
import type { Evidence } from '../conversation/evidence.ts';
import { tokenizeEvidence } from '../conversation/tokens.ts';
import { finish, mapInSlices, type Sliced } from '../slices.ts';
import { cutQuote } from './cut.ts';
import { chooseExchanges, type Exchange } from './exchanges.ts';
import { findFeatures } from './features.ts';
import { findFocus } from './focus.ts';
import { findLinks } from './links.ts';
import { type QuotedSpan, toQuoteClaim } from './quote-claim.ts';
import { score, type Weights } from './score.ts';
import { createSmallTalkFilter, isAimedAtBot } from './small-talk.ts';
import { countTerms, type Terms } from './terms.ts';
import { findTurns, type Turn } from './turns.ts';
import { weights as learned } from './weights.ts';

type HighlightOptions = {
  readonly detail: Detail;
  /** BCP 47 tags of the languages of the conversation. */
  readonly languages: readonly string[];
  /** The reader's focus, in their words. */
  readonly focus?: string | undefined;
  readonly weights?: Weights;
};

/** The most quotes and links at each level of detail. */
const limits: Readonly<Record<Detail, { readonly quotes: number; readonly links: number }>> = {
  brief: { quotes: 6, links: 3 },
  standard: { quotes: 12, links: 6 },
  comprehensive: { quotes: 12, links: 12 },
};
const shareQuoted = 0.15;
const fewestQuotes = 3;

/** The longest quote of the main turn and of the others, in UTF-16 units. */
const longestQuote = 240;
const longestRest = 160;

/** The reader's focus outweighs everything else. */
const focusShare = 4;

/** The number of quotes to show for a number of messages. */
export function toQuoteCount(messages: number, detail: Detail): number {
  return Math.min(limits[detail].quotes, Math.max(fewestQuotes, Math.floor(messages * shareQuoted)));
}

/**
 * The engine without a model: a draft of verbatim quotes, each after its speaker's name and with the reply that
 * completes it, and of shared links and files. It does not know what a quote is (a decision, a task).
 */
export function toHighlights(evidence: Evidence, options: HighlightOptions): readonly DraftClaim[] {
  return finish(findHighlights(evidence, options));
}

/** The same with pauses, for conversations so long that others would wait. */
export function* findHighlights(
  evidence: Evidence,
  options: HighlightOptions,
): Sliced<readonly DraftClaim[]> {
  const { detail, languages, focus: words, weights = learned } = options;
  const turns = yield* findTurns(evidence);
  const terms = yield* countTerms(turns, tokenizeEvidence(evidence));
  const features = yield* findFeatures(turns, terms);
  const focus = words ? yield* findFocus(words, evidence, languages) : () => 0;
  const worth = yield* mapInSlices(turns, ({ messages }, index) => {
    const asked = messages.reduce((most, { position }) => Math.max(most, focus(position)), 0);
    const own = features[index];
    return (own === undefined ? 0 : score(own, weights)) + focusShare * asked;
  });
  const isSmallTalk = createSmallTalkFilter(evidence, languages);
  const exchanges = yield* chooseExchanges(turns, {
    worth: ({ index }) => worth[index] ?? 0,
    isQuotable: turn => !isAimedAtBot(turn.text) && toCuts(turn, terms, longestRest).length > 0,
    canLead: turn => !turn.context && !isSmallTalk(turn.text),
    count: toQuoteCount(evidence.messages.length, detail),
  });
  const quotes = exchanges.map(exchange => toQuoteClaim('key_point', toExchangeCuts(exchange, terms)));
  const cited = new Set(quotes.flatMap(quote => quote.evidence.map(({ position }) => position)));
  return [...quotes, ...(yield* findLinks(evidence, cited, limits[detail].links))];
}

function toExchangeCuts({ lead, turns }: Exchange, terms: Terms): readonly QuotedSpan[] {
  return turns.flatMap(turn => toCuts(turn, terms, turn === lead ? longestQuote : longestRest));
}

/** The words to quote from each message of a turn. */
function toCuts(turn: Turn, { rarity }: Terms, longest: number): readonly QuotedSpan[] {
  return turn.messages.flatMap((message): QuotedSpan[] => {
    const span = cutQuote(message, longest, rarity);
    return span === null ? [] : [{ message, span }];
  });
}
