import { type Evidence, type EvidenceMessage, memoize } from '../conversation/evidence.ts';
import { type Strands, toStrands } from '../conversation/strands.ts';

/** Sizes in tokens, as `estimateMessage` counts them. */
export type WindowSize = {
  /** Two cuts are at least this far apart; windows are about twice as long on average, the last one may be short. */
  readonly spacing: number;
  /** No window is longer, unless one message is. */
  readonly most: number;
};

/** A cut is this much likelier where the next message belongs to another strand. */
const strandFactor = 4;

/** A place between two messages where the conversation may be cut. */
type Gap = {
  /** The index of the message after it. */
  readonly index: number;
  /** How many tokens are before it. */
  readonly tokens: number;
  readonly silenceMs: number;
  /** Orders gaps of the same silence, by what was said: many exports have times to the minute. */
  readonly tie: number;
};

/**
 * Cuts evidence into windows at the longest silences, most of all between two strands or channels. A gap is a cut if
 * none within `spacing` tokens on either side is longer, so where a cut is depends on the messages around it alone:
 * messages that are added or removed move no cut farther away.
 */
export function cutWindows(evidence: Evidence, size: WindowSize): readonly (readonly EvidenceMessage[])[] {
  const { messages } = evidence;
  const starts = findWindowStarts(evidence, size);
  return starts.map((start, at) => messages.slice(start, starts[at + 1]));
}

/** The indexes of the first messages of windows. */
export const findWindowStarts = memoize((evidence: Evidence, size: WindowSize): readonly number[] => {
  const { messages } = evidence;
  const strands = toStrands(evidence);
  const gaps: Gap[] = [];
  let tokens = 0;
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (before !== undefined) gaps.push(toGap(before, message, index, tokens, strands));
    tokens += estimateMessage(message);
  }
  const cuts = splitLong(gaps, findCuts(gaps, size.spacing), tokens, size);
  return messages.length === 0 ? [] : [0, ...cuts.map(({ index }) => index)];
});

function toGap(
  before: EvidenceMessage,
  after: EvidenceMessage,
  index: number,
  tokens: number,
  strands: Strands,
): Gap {
  const isElsewhere = (before.thread ?? before.channel)?.id !== (after.thread ?? after.channel)?.id;
  const gapMs = Date.parse(after.time) - Date.parse(before.time);
  const isOther = strands.of(before.position) !== strands.of(after.position);
  const silenceMs = isElsewhere ? Number.POSITIVE_INFINITY : gapMs * (isOther ? strandFactor : 1);
  return { index, tokens, silenceMs, tie: toTie(`${after.time}${after.author.name}${after.text}`) };
}

/** FNV-1a over the beginning of a text. */
function toTie(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < Math.min(text.length, 100); index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function isLonger(a: Gap, b: Gap): boolean {
  return a.silenceMs > b.silenceMs || (a.silenceMs === b.silenceMs && a.tie > b.tie);
}

/** Gaps without a longer one within `spacing` tokens. */
function findCuts(gaps: readonly Gap[], spacing: number): readonly Gap[] {
  const cuts: Gap[] = [];
  // Gaps that no later one so far is longer than, each with the nearest longer one before it.
  const open: { readonly gap: Gap; readonly isFirst: boolean }[] = [];
  const close = (end: number) => {
    const last = open.pop();
    if (last?.isFirst && end - last.gap.tokens >= spacing) cuts.push(last.gap);
  };
  for (const gap of gaps) {
    for (let top = open.at(-1); top !== undefined && !isLonger(top.gap, gap); top = open.at(-1))
      close(gap.tokens);
    const from = open.at(-1)?.gap.tokens ?? 0;
    open.push({ gap, isFirst: gap.tokens - from >= spacing });
  }
  // As if more messages followed: those that do must add no cut to what was read.
  while (open.length > 0) close(Number.POSITIVE_INFINITY);
  return cuts.sort((a, b) => a.index - b.index);
}

/** Cuts windows that are too long once more, at their longest silence that leaves both parts a fair length. */
function splitLong(
  gaps: readonly Gap[],
  cuts: readonly Gap[],
  tokens: number,
  { spacing, most }: WindowSize,
): readonly Gap[] {
  const split = (from: number, to: number, inside: readonly Gap[]): readonly Gap[] => {
    if (to - from <= most) return [];
    const fair = inside.filter(gap => gap.tokens - from >= spacing / 2 && to - gap.tokens >= spacing / 2);
    const first = (fair.length > 0 ? fair : inside)[0];
    if (first === undefined) return [];
    const best = (fair.length > 0 ? fair : inside).reduce((a, b) => (isLonger(b, a) ? b : a), first);
    const at = inside.indexOf(best);
    return [
      ...split(from, best.tokens, inside.slice(0, at)),
      best,
      ...split(best.tokens, to, inside.slice(at + 1)),
    ];
  };
  const all: Gap[] = [];
  let begin = 0;
  for (const [at, cut] of [...cuts, null].entries()) {
    const from = cuts[at - 1]?.tokens ?? 0;
    const end = cut === null ? gaps.length : gaps.indexOf(cut, begin);
    all.push(...split(from, cut?.tokens ?? tokens, gaps.slice(begin, end)));
    if (cut !== null) all.push(cut);
    begin = end + 1;
  }
  return all;
}

const latinPerToken = 3.5;
/** What the element around a text takes: position, time, author. */
const tokensAround = 14;
const lastLatin = 0x24f;

/** About how many tokens a text is: it grows as the API's count does, and needs no call. */
export function estimateTokens(text: string): number {
  let latin = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) <= lastLatin) latin += 1;
  return Math.ceil(latin / latinPerToken) + text.length - latin;
}

/** About how many tokens a message takes in a prompt. */
export function estimateMessage({ text }: Pick<EvidenceMessage, 'text'>): number {
  return tokensAround + estimateTokens(text);
}
