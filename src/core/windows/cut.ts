import { type Evidence, type EvidenceMessage, memoize } from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { type Strands, toStrands } from '../conversation/strands.ts';

/** A cut is this much likelier where the next message belongs to another strand. */
const strandFactor = 4;

type Gap = {
  readonly index: number;
  readonly tokens: number;
  readonly silenceMs: number;
};

/** Cuts evidence at the longest silences, most of all between two strands or channels, into windows of at most `most` tokens. */
export function cutWindows(evidence: Evidence, most: number): readonly (readonly EvidenceMessage[])[] {
  const { messages } = evidence;
  const starts = findWindowStarts(evidence, most);
  return starts.map((start, at) => messages.slice(start, starts[at + 1]));
}

export const findWindowStarts = memoize((evidence: Evidence, most: number): readonly number[] => {
  const { messages } = evidence;
  const strands = toStrands(evidence);
  const gaps: Gap[] = [];
  let tokens = 0;
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (before !== undefined) gaps.push({ index, tokens, silenceMs: toSilenceMs(before, message, strands) });
    tokens += estimateMessage(message);
  }
  return messages.length === 0 ? [] : [0, ...findCuts(0, tokens, gaps, most)];
});

function toSilenceMs(before: EvidenceMessage, after: EvidenceMessage, strands: Strands): number {
  if (toPlaceId(before) !== toPlaceId(after)) return Number.POSITIVE_INFINITY;
  const isOther = strands.of(before.position) !== strands.of(after.position);
  return (Date.parse(after.time) - Date.parse(before.time)) * (isOther ? strandFactor : 1);
}

/** The shortest part that a cut leaves if it can, as a share of the longest window. */
const fairShare = 1 / 8;

/** Cuts at the longest silence, of equal ones in the middle, until no part is too long. A message is never cut. */
function findCuts(from: number, to: number, gaps: readonly Gap[], most: number): readonly number[] {
  if (to - from <= most || gaps.length === 0) return [];
  const fair = gaps.filter(({ tokens }) => Math.min(tokens - from, to - tokens) >= most * fairShare);
  const toOffset = ({ tokens }: Gap) => Math.abs(tokens - (from + to) / 2);
  const best = (fair.length > 0 ? fair : gaps).reduce((a, b) => {
    const isEqual = a.silenceMs === b.silenceMs;
    return (isEqual ? toOffset(b) < toOffset(a) : b.silenceMs > a.silenceMs) ? b : a;
  });
  const at = gaps.indexOf(best);
  return [
    ...findCuts(from, best.tokens, gaps.slice(0, at), most),
    best.index,
    ...findCuts(best.tokens, to, gaps.slice(at + 1), most),
  ];
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
