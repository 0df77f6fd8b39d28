import type { DraftClaim } from '../claims/draft.ts';
import type { Detail } from '../claims/summary.ts';
import type { Evidence, EvidenceMessage } from '../conversation/evidence.ts';
import { hasSpoiler } from '../conversation/spoilers.ts';
import { hasBracketedNumber, hasQuestionMark } from '../conversation/text.ts';
import { createTermReader, type TermReader } from '../select/languages.ts';
import type { TextSpan } from '../select/sentences.ts';
import { scoreSurroundings, toTermIndex } from '../select/term-index.ts';
import { cutQuote } from './cut.ts';
import { chooseExchanges, type Passage } from './exchanges.ts';
import {
  type FeatureName,
  findFeatures,
  soundsDecided,
  soundsPromised,
  toSentenceFeatures,
} from './features.ts';
import { toQuoteClaim } from './quote-claim.ts';
import { createSmallTalkFilter, isAimedAtBot } from './small-talk.ts';
import { findTurns, type Turn } from './turns.ts';
import { weights as learned, type weights } from './weights.ts';

/** A named link in Markdown, a bare one, or the line for a file. Images are left out, because their names say nothing. */
const shared =
  /\[([^\]\n]{3,80})\]\(<?(https?:\/\/[^\s)>]+)>?\)|https?:\/\/([^\s<>"“”)\]]+)|^\[(?:file|audio|video): (.+)\]$/dgmu;

const pictures = /^(?:[\w-]+\.)*(?:tenor|giphy|klipy|gfycat|imgur)\.com\b/i;

const longestAddress = 60;

type Shared = { readonly key: string; readonly message: EvidenceMessage; readonly span: TextSpan };

/** The links and files that people shared, each address once; those of the messages given are left out. The newest stand. */
function findLinks(evidence: Evidence, cited: ReadonlySet<number>, count: number): readonly DraftClaim[] {
  const found = new Map<string, Shared>();
  for (const message of evidence.messages) {
    const own = message.context ? [] : toShared(message);
    if (own.length === 0 || hasSpoiler(message.text) || isAimedAtBot(message.text)) continue;
    for (const each of own) if (!found.has(each.key)) found.set(each.key, each);
  }
  // One claim a message: the others are one press away.
  const messages = new Map([...found.values()].reverse().map(each => [each.message.position, each] as const));
  return [...messages.values()]
    .filter(({ message }) => !cited.has(message.position))
    .sort((a, b) => a.message.position - b.message.position)
    .slice(-count)
    .map(({ message, span }) => toQuoteClaim('link', [{ message, span }]));
}

function toShared(message: EvidenceMessage): readonly Shared[] {
  return [...message.text.matchAll(shared)].flatMap(({ 1: title, 2: target, 3: bare, 4: file, indices }) => {
    const address = (target?.replace(/^https?:\/\//, '') ?? bare ?? '').replace(/[.,;:!?]+$/, '');
    const at = indices?.[title === undefined ? (bare === undefined ? 4 : 3) : 1]?.[0] ?? 0;
    const words = title ?? file ?? shorten(address);
    if (pictures.test(address) || words === '' || hasBracketedNumber(words)) return [];
    return [{ key: file ?? address, message, span: { start: at, end: at + words.length } }];
  });
}

function shorten(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  const bare = path.replace(/\/+$/, '');
  if (bare.length <= longestAddress) return bare;
  const cut = bare.lastIndexOf('/', longestAddress);
  return bare.slice(0, cut > 0 ? cut : longestAddress);
}

export type Weights = typeof weights;

export function weigh(features: Readonly<Partial<Record<FeatureName, number>>>, weights: Weights): number {
  let sum = 0;
  for (const name of Object.keys(features) as FeatureName[]) sum += weights[name] * (features[name] ?? 0);
  return sum;
}

/** The probability, 0..1, that a sentence with this weighted sum is worth knowing to a member who was away. */
export function toProbability(sum: number, { bias }: Weights): number {
  return 1 / (1 + Math.exp(-bias - sum));
}

/** The weight of the surrounding messages; a message's own words weigh 1. */
const aroundShare = 3;

/** How much of what the reader cares about is spoken of at each position; 1 where most of it is. */
export function findFocus(
  words: string,
  evidence: Evidence,
  languages: readonly string[],
): (position: number) => number {
  const index = toTermIndex(evidence, languages);
  const terms = new Set(index.read(words));
  if (terms.size === 0) return () => 0;
  const own = index.score([...terms]);
  const weights = new Map([...terms].map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, index);
  const score = (position: number) => (own.get(position) ?? 0) + aroundShare * (around[position] ?? 0);
  const most = evidence.messages.reduce((max, { position }) => Math.max(max, score(position)), 0) || 1;
  return position => score(position) / most;
}

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

/** Long conversations are read in parts; how many turns of each may be quoted. */
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
