import type { DraftClaim } from '../claims/draft.ts';
import type { Detail } from '../claims/summary.ts';
import type { Evidence, EvidenceMessage } from '../conversation/evidence.ts';
import { hasSpoiler } from '../conversation/spoilers.ts';
import { hasBracketedNumber, hasQuestionMark } from '../conversation/text.ts';
import { createTermReader } from '../select/languages.ts';
import { findMost, scoreMessages } from '../select/rank.ts';
import type { TextSpan } from '../select/sentences.ts';
import { isQuestion } from './answers.ts';
import { cutQuote } from './cut.ts';
import { chooseExchanges, type Passage } from './exchanges.ts';
import {
  type FeatureName,
  soundsDecided,
  soundsPromised,
  toMessageFeatures,
  toSentenceFeatures,
} from './features.ts';
import { toQuoteClaim } from './quote-claim.ts';
import { createSmallTalkFilter, isAimedAtBot, toOwnWords } from './small-talk.ts';
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
  return path.slice(0, longestAddress).replace(/\/+$/, '');
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

/** Long conversations are read in parts; as many messages of each may lead a quote. */
const messagesInPart = 500;
const mostParts = 12;
const leadsInPart = 150;

/** The engine without a model: quotes, each after its speaker's name and with the reply that completes it, and shared links. */
export function toHighlights(evidence: Evidence, options: HighlightOptions): readonly DraftClaim[] {
  const { detail, languages, focus = '', weights = learned } = options;
  const { messages } = evidence;
  const focused = focus === '' ? new Map<number, number>() : scoreMessages(evidence, languages, focus);
  const most = findMost(focused.values());
  const toFocus = ({ position }: EvidenceMessage) => (focused.get(position) ?? 0) / most;
  const sums = messages.map(message => weigh(toMessageFeatures(message, evidence), weights));
  const toSum = ({ position }: EvidenceMessage) => sums[position - 1] ?? 0;
  const read = createTermReader(languages);
  const toPassage = (message: EvidenceMessage, longest: number): Passage | null => {
    const toWorth = (sentence: string) =>
      toProbability(toSum(message) + weigh(toSentenceFeatures(sentence, read), weights), weights) +
      focusShare * toFocus(message);
    const prefers = isQuestion(message) ? hasQuestionMark : undefined;
    const cut = cutQuote(message.text, { longest, toWorth, prefers });
    if (cut === null) return null;
    const said = message.text.slice(cut.span.start, cut.span.end);
    return {
      message,
      ...cut,
      words: countWords(`${message.author.name} ${said}`),
      isPlan: soundsPromised(said) || soundsDecided(said),
    };
  };

  const isSmallTalk = createSmallTalkFilter(languages);
  const canLead = ({ context, text }: EvidenceMessage) =>
    !context && !isAimedAtBot(text) && !isSmallTalk(toOwnWords(text));
  const toScore = (message: EvidenceMessage) => toSum(message) + 100 * toFocus(message);
  const parts = Math.max(1, Math.min(mostParts, Math.floor(messages.length / messagesInPart)));
  const byPart = Map.groupBy(
    messages.toSorted((a, b) => toScore(b) - toScore(a)),
    ({ position }) => Math.floor(((position - 1) * parts) / messages.length),
  );
  // Only these are cut into sentences.
  const promising = [...byPart.values()].flatMap(own => [...own.values().filter(canLead).take(leadsInPart)]);
  const said = messages.reduce((sum, { text, context }) => sum + (context ? 0 : countWords(text)), 0);
  const limit = limits[detail];
  const exchanges = chooseExchanges(evidence, {
    leads: promising.flatMap(message => toPassage(message, longestQuote) ?? []),
    toCompanion: message => (isAimedAtBot(message.text) ? null : toPassage(message, longestRest)),
    words: Math.min(limit.words, Math.max(fewestWords, said * shareQuoted)),
    count: limit.quotes,
  });
  const quotes = exchanges.map(passages => toQuoteClaim('key_point', passages));
  const cited = new Set(quotes.flatMap(quote => quote.evidence.map(({ position }) => position)));
  return [...quotes, ...findLinks(evidence, cited, limit.links)];
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;

/** How many words a reader reads; in scripts without spaces, two characters count as one. */
function countWords(text: string): number {
  return text.split(/\s+/).length + (text.match(unspaced)?.length ?? 0) / 2;
}
