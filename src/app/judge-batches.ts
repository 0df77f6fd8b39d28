import type { Citation } from '../core/claims/claim.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toParticipants,
  toReplyPositions,
} from '../core/conversation/evidence.ts';
import { toPlaceId } from '../core/conversation/message.ts';
import { toStrands } from '../core/conversation/strands.ts';
import { toSpeakerName } from '../core/conversation/text.ts';
import { tokenize } from '../core/conversation/tokens.ts';
import { compare } from '../core/order.ts';
import type { JudgedClaim } from '../core/prompt/judge.ts';
import { toTermIndex } from '../core/select/term-index.ts';
import { estimateMessage } from '../core/windows/cut.ts';

export type BatchLimits = {
  readonly mostBatches: number;
  readonly leastClaims: number;
};

export type Cites = { readonly citations: readonly Citation[]; readonly before?: Pick<Cites, 'citations'> };

export function toCitedPositions({ citations, before }: Cites): readonly number[] {
  return [...citations, ...(before?.citations ?? [])].map(({ position }) => position);
}

/** Divides claims into batches of similar size, neighbors together, so that they share messages. Ordered claims keep their order. */
export function toBatches<Claim extends Cites>(
  claims: readonly Claim[],
  { mostBatches, leastClaims }: BatchLimits,
  isOrdered = false,
): readonly (readonly Claim[])[] {
  if (claims.length === 0) return [];
  const rank = (claim: Claim) => Math.min(...toCitedPositions(claim));
  const ranked = isOrdered ? claims : claims.toSorted((a, b) => compare(rank(a), rank(b)));
  const count = Math.min(mostBatches, Math.max(1, Math.floor(claims.length / leastClaims)));
  const startOf = (batch: number) => Math.round((batch * claims.length) / count);
  return Array.from({ length: count }, (_, batch) => ranked.slice(startOf(batch), startOf(batch + 1)));
}

// One call judges several claims, so a message or claim with instructions to the judge could change the verdicts on the
// others. Control claims have known verdicts: if the judge gets one wrong, it may have followed such instructions, and
// none of its verdicts in that call is used. This detects instructions about all claims, not about a single one.

type Control = { readonly claim: JudgedClaim; readonly isTrue: boolean };

/** A claim in a call: one to judge, or a control. */
type Entry<Claim> =
  | { readonly claim: Claim; readonly control: null }
  | { readonly claim: JudgedClaim; readonly control: Control };

const fewestWords = 4;
const mostWords = 12;
const longestWords = 120;

/** A true and a false control about the shown messages. No false one if nothing can be changed; none if no message has enough words. */
export function toControls(
  shown: readonly EvidenceMessage[],
  evidence: Evidence,
  seed: number,
): readonly Control[] {
  const told = shown.filter(
    ({ context, text }) => !context && !/[“”]/.test(text) && tokenize(text).length >= fewestWords,
  );
  const [first, second = first] = rotate(told, seed);
  if (first === undefined || second === undefined) return [];
  const authors = [
    ...shown.map(({ author }) => author.name),
    ...toParticipants(evidence).map(({ name }) => name),
  ];
  const other = authors.map(toSpeakerName).find(name => isAnother(name, second, shown));
  const words = toFirstWords(second.text);
  const miscounted = withOtherNumber(words, shown);
  const verb = verbs[seed % verbs.length] ?? 'wrote';
  // Both ways alternate where both are possible, so that a judge cannot expect one of them.
  const wrong =
    miscounted !== null && (other === undefined || (seed >>> 4) % 2 === 0)
      ? toClaim(second, toSpeakerName(second.author.name), verb, miscounted)
      : other && toClaim(second, other, verb, words);
  return [
    {
      claim: toClaim(first, toSpeakerName(first.author.name), verb, toFirstWords(first.text)),
      isTrue: true,
    },
    ...(wrong ? [{ claim: wrong, isTrue: false }] : []),
  ];
}

const verbs = ['wrote', 'said', 'posted'] as const;

/** The words with their first number raised by one to a number that no shown message has; null without a number. */
function withOtherNumber(words: string, shown: readonly EvidenceMessage[]): string | null {
  const [found] = /(?<![\p{L}\d.,:])\d{1,6}(?![\p{L}\d]|[.,:]\d)/u.exec(words) ?? [];
  if (found === undefined) return null;
  const other = String(Number(found) + 1);
  return shown.some(({ text }) => text.includes(other)) ? null : words.replace(found, other);
}

const nick = 3;

/** Whether the shown messages rule out that a person with this name said these words. */
function isAnother(name: string, source: EvidenceMessage, shown: readonly EvidenceMessage[]): boolean {
  const words = toFirstWords(source.text);
  return (
    // "bob" and "bob_away" may be the same person, as a careful judge notices.
    name.slice(0, nick).toLowerCase() !== toSpeakerName(source.author.name).slice(0, nick).toLowerCase() &&
    shown.every(({ author, text }) => toSpeakerName(author.name) !== name || !text.includes(words))
  );
}

function toClaim({ position }: EvidenceMessage, name: string, verb: string, words: string): JudgedClaim {
  return {
    kind: 'key_point',
    text: `${name} ${verb}: “${words}”`,
    speakers: [name],
    owner: null,
    due: null,
    citations: [{ position, quote: null }],
  };
}

function toFirstWords(text: string): string {
  const words = text.split(/\s+/).filter(Boolean).slice(0, mostWords).join(' ');
  return [...words].slice(0, longestWords).join('');
}

export function withControls<Claim>(
  claims: readonly Claim[],
  controls: readonly Control[],
  seed: number,
): readonly Entry<Claim>[] {
  const entries: Entry<Claim>[] = claims.map(claim => ({ claim, control: null }));
  for (const [index, control] of controls.entries()) {
    const place = (seed >>> (8 * index)) % (entries.length + 1);
    entries.splice(place, 0, { claim: control.claim, control });
  }
  return entries;
}

export function toSeed(texts: readonly string[]): number {
  let seed = 0x811c9dc5;
  for (const character of texts.join('\n')) {
    seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return seed >>> 0;
}

function rotate<Item>(list: readonly Item[], by: number): readonly Item[] {
  const start = by % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Messages of the same place before and after a cited one. */
const before = 2;
const after = 1;
/** Later messages of the same strand that may say that a plan was replaced. */
const mostLater = 3;
/** The messages that share most with a claim whose citations code chose. */
const mostNearest = 12;
/** A conversation of at most about this many tokens is shown as a whole for such claims. */
const wholeTokens = 6_000;
/** Messages anywhere that say a word of the claim which no message shown so far says: what "the node" is called. */
const mostNaming = 4;

type JudgeContext = {
  /** What it cites and what that answers. */
  readonly toNeeded: (claim: JudgedClaim) => readonly number[];
  /** The same with the messages around it, later ones about the same, and those that say words of it that are missing. */
  readonly toShown: (claim: JudgedClaim) => readonly number[];
};

/** `isUncited`: code chose the citations, so they may be the wrong ones. */
export function toJudgeContext(
  evidence: Evidence,
  spoken: readonly string[],
  isUncited = false,
): JudgeContext {
  const replies = toReplyPositions(evidence);
  const { strands, of } = toStrands(evidence);
  const index = toTermIndex(evidence, spoken);
  const places = Map.groupBy(evidence.messages, toPlaceId);
  const orders = new Map<number, number>();
  for (const place of places.values())
    for (const [order, { position }] of place.entries()) orders.set(position, order);

  const toAnswered = (position: number) => replies.get(position) ?? [];
  const toAround = (position: number): readonly number[] => {
    const message = messageAt(evidence, position);
    const place = message && places.get(toPlaceId(message));
    const order = orders.get(position);
    if (place === undefined || order === undefined) return [];
    return place.slice(Math.max(0, order - before), order + after + 1).map(each => each.position);
  };
  const toLater = ({ text, citations }: JudgedClaim): readonly number[] => {
    const last = Math.max(...citations.map(({ position }) => position));
    const own = new Set(citations.map(({ position }) => of(position)));
    const scores = index.score(index.read(text));
    return [...own]
      .flatMap(strand => strands[strand] ?? [])
      .flatMap(position => {
        const score = scores.get(position);
        return position > last && score !== undefined ? [{ position, score }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, mostLater)
      .map(({ position }) => position);
  };
  const toNeeded = (claim: JudgedClaim) => {
    const own = toCitedPositions(claim);
    return [...own, ...own.flatMap(toAnswered)];
  };
  /** One message after another, each time the one with most of the words that are missing, and of those the nearest. */
  const toNaming = ({ text, citations }: JudgedClaim, shown: readonly number[]): readonly number[] => {
    const at = citations[0]?.position ?? 0;
    const said = new Set(shown.flatMap(position => [...index.termsAt(position)]));
    let missing = index.read(text).filter(term => !said.has(term));
    const found: number[] = [];
    while (found.length < mostNaming && missing.length > 0) {
      const [best] = [...Map.groupBy(missing.flatMap(index.positionsOf), position => position)].sort(
        ([a, one], [b, other]) => other.length - one.length || Math.abs(a - at) - Math.abs(b - at),
      );
      if (!best) break;
      found.push(best[0]);
      missing = missing.filter(term => !index.termsAt(best[0]).has(term));
    }
    return found;
  };
  const toNearest = ({ text }: JudgedClaim): readonly number[] =>
    [...index.score(index.read(text))]
      .sort(([, a], [, b]) => b - a)
      .slice(0, mostNearest)
      .map(([position]) => position);
  const all = isUncited && isShort(evidence) ? evidence.messages.map(({ position }) => position) : null;
  return {
    toNeeded,
    toShown: claim => {
      if (all) return all;
      const cited = [...toCitedPositions(claim), ...(isUncited ? toNearest(claim) : [])];
      const shown = [...toNeeded(claim), ...cited.flatMap(toAround), ...toLater(claim)];
      return [...shown, ...toNaming(claim, shown)];
    },
  };
}

function isShort({ messages }: Evidence): boolean {
  let left = wholeTokens;
  for (const message of messages) {
    left -= estimateMessage(message);
    if (left < 0) return false;
  }
  return true;
}
