import { type Evidence, messageAt, toReplyPositions } from '../core/conversation/evidence.ts';
import { toStrands } from '../core/conversation/strands.ts';
import type { JudgedClaim } from '../core/prompt/judge.ts';
import { toTermIndex } from '../core/select/term-index.ts';
import { toCitedPositions } from './judge-batches.ts';

/** Messages of the same place before and after a cited one. */
const before = 2;
const after = 1;
/** Later messages of the same strand that may say that a plan was replaced. */
const mostLater = 3;
/** Messages anywhere that say a word of the claim which no message shown so far says: what "the node" is called. */
const mostNaming = 4;

/** Which messages a judge needs for a claim, by position. */
type JudgeContext = {
  /** What it cites and what that answers. */
  readonly toNeeded: (claim: JudgedClaim) => readonly number[];
  /** The same with the messages around it, later ones about the same, and those that say words of it that are missing. */
  readonly toShown: (claim: JudgedClaim) => readonly number[];
};

export function toJudgeContext(evidence: Evidence, spoken: readonly string[]): JudgeContext {
  const replies = toReplyPositions(evidence);
  const { strands, of } = toStrands(evidence);
  const index = toTermIndex(evidence, spoken);
  const places = Map.groupBy(evidence.messages, ({ thread, channel }) => thread?.id ?? channel?.id ?? '');
  const orders = new Map<number, number>();
  for (const place of places.values())
    for (const [order, { position }] of place.entries()) orders.set(position, order);

  const toAnswered = (position: number) => replies.get(position) ?? [];
  const toAround = (position: number): readonly number[] => {
    const message = messageAt(evidence, position);
    const place = message && places.get(message.thread?.id ?? message.channel?.id ?? '');
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
  return {
    toNeeded,
    toShown: claim => {
      const shown = [...toNeeded(claim), ...toCitedPositions(claim).flatMap(toAround), ...toLater(claim)];
      return [...shown, ...toNaming(claim, shown)];
    },
  };
}
