import type { DraftClaim } from '../claims/draft.ts';
import type { Detail } from '../claims/summary.ts';
import type { Evidence } from '../conversation/evidence.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { createTermReader, type TermReader } from '../select/languages.ts';
import { cutQuote } from './cut.ts';
import { chooseExchanges, type Passage } from './exchanges.ts';
import { findFeatures, soundsDecided, soundsPromised, toSentenceFeatures } from './features.ts';
import { findLinks } from './links.ts';
import { toQuoteClaim } from './quote-claim.ts';
import { findFocus, toProbability, type Weights, weigh } from './score.ts';
import { createSmallTalkFilter, isAimedAtBot } from './small-talk.ts';
import { findTurns, type Turn } from './turns.ts';
import { weights as learned } from './weights.ts';

export type HighlightOptions = {
  readonly detail: Detail;
  readonly languages: readonly string[];
  readonly focus?: string | undefined;
  readonly weights?: Weights;
};

/** The most words, quotes and links at each level of detail; the links have about ten more words. */
const limits = {
  brief: { words: 140, quotes: 8, links: 2 },
  standard: { words: 295, quotes: 24, links: 3 },
  comprehensive: { words: 580, quotes: 40, links: 6 },
} as const satisfies Readonly<Record<Detail, object>>;
/** Highlights are at most this share of a short conversation, but never fewer words than these. */
const shareQuoted = 0.4;
const fewestWords = 100;

/** The longest quote of the main message and of the others, in UTF-16 units. */
const longestQuote = 140;
const longestRest = 90;

/** The reader's focus outweighs everything else. */
const focusShare = 4;

/** Long conversations are read in parts; from each, so many turns may be quoted. */
const turnsInPart = 500;
const mostParts = 12;
const readInPart = 150;

/** The engine without a model: quotes, each after its speaker's name and with the reply that completes it, and shared links. */
export function toHighlights(evidence: Evidence, options: HighlightOptions): readonly DraftClaim[] {
  const { detail, languages, focus: words, weights = learned } = options;
  const turns = findTurns(evidence);
  const features = findFeatures(turns);
  const focus = words ? findFocus(words, evidence, languages) : () => 0;
  const sums = features.map(own => weigh(own, weights));
  const asked = turns.map(({ messages }) =>
    messages.reduce((most, { position }) => Math.max(most, focus(position)), 0),
  );
  const parts = Math.max(1, Math.min(mostParts, Math.floor(turns.length / turnsInPart)));
  const partOf = ({ index }: Turn) => Math.floor((index * parts) / turns.length);
  const toPassages = createPassages({
    read: createTermReader(languages),
    toWorth: ({ index }, sum) =>
      toProbability((sums[index] ?? 0) + sum, weights) + focusShare * (asked[index] ?? 0),
    weights,
  });
  const isSmallTalk = createSmallTalkFilter(evidence, languages);
  const promising = findPromising(turns, {
    score: ({ index }) => (sums[index] ?? 0) + 100 * (asked[index] ?? 0),
    canLead: turn => !turn.context && !isAimedAtBot(turn.text) && !isSmallTalk(turn.text),
    partOf,
  });
  const leads = promising.flatMap(turn => toPassages(turn, longestQuote, turn.isQuestion));
  const total = evidence.messages.reduce(
    (sum, { text, context }) => sum + (context ? 0 : countWords(text)),
    0,
  );
  const limit = limits[detail];
  const companions = new Map<Turn, Passage | null>();
  const exchanges = chooseExchanges(turns, {
    leads,
    toCompanion: turn => {
      const known = companions.get(turn);
      if (known !== undefined) return known;
      const found = isAimedAtBot(turn.text) ? [] : toPassages(turn, longestRest, turn.isQuestion);
      const best = found.reduce<Passage | null>((a, b) => (a && a.worth >= b.worth ? a : b), null);
      companions.set(turn, best);
      return best;
    },
    partOf,
    words: Math.min(limit.words, Math.max(fewestWords, total * shareQuoted)),
    count: limit.quotes,
  });
  const quotes = exchanges.map(({ passages }) => toQuoteClaim('key_point', passages));
  const cited = new Set(quotes.flatMap(quote => quote.evidence.map(({ position }) => position)));
  return [...quotes, ...findLinks(evidence, cited, limit.links)];
}

type Promising = {
  readonly score: (turn: Turn) => number;
  readonly canLead: (turn: Turn) => boolean;
  readonly partOf: (turn: Turn) => number;
};

/** The turns of each part that may be worth a quote, in order; only these are cut into sentences. */
function findPromising(turns: readonly Turn[], { score, canLead, partOf }: Promising): readonly Turn[] {
  const sorted = turns.toSorted((a, b) => score(b) - score(a));
  const counts = new Map<number, number>();
  const found: Turn[] = [];
  for (const turn of sorted) {
    const part = partOf(turn);
    const count = counts.get(part) ?? 0;
    if (count >= readInPart || !canLead(turn)) continue;
    counts.set(part, count + 1);
    found.push(turn);
  }
  return found.sort((a, b) => a.index - b.index);
}

type PassageOptions = {
  readonly read: TermReader;
  readonly toWorth: (turn: Turn, sum: number) => number;
  readonly weights: Weights;
};

/** The words to quote from each message of a turn. */
function createPassages({ read, toWorth, weights }: PassageOptions) {
  return (turn: Turn, longest: number, prefersQuestion = false): readonly Passage[] =>
    turn.messages.flatMap((message): Passage[] => {
      const cut = cutQuote(message.text, {
        longest,
        toWorth: sentence => toWorth(turn, weigh(toSentenceFeatures(sentence, read), weights)),
        ...(prefersQuestion && { prefers: hasQuestionMark }),
      });
      if (cut === null) return [];
      const said = message.text.slice(cut.span.start, cut.span.end);
      return [
        {
          message,
          span: cut.span,
          turn,
          worth: cut.worth,
          words: countWords(`${message.author.name} ${said}`),
          terms: new Set(read(said)),
          isPlan: soundsPromised(said) || soundsDecided(said),
        },
      ];
    });
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;

/** How many words a reader reads; in scripts without spaces, two characters count as one. */
function countWords(text: string): number {
  return text.split(/\s+/).length + (text.match(unspaced)?.length ?? 0) / 2;
}
