import { type Evidence, messageAt, toRepliesTo, toReplyPositions } from '../conversation/evidence.ts';
import { toStrands } from '../conversation/strands.ts';
import { rankMessages } from '../select/rank.ts';
import { estimateMessage } from './cut.ts';

/** What is read to answer one question, in tokens as `estimateMessage` counts them. */
const tokensOfCandidates = 16_000;

/** With so much of it taken, hardly a message fits. */
const full = 0.98;
/** As many messages of its strand are read before and after a hit. */
const mostOfStrand = 2;

/** The messages that may answer a question, `kept` first, then the likeliest, each with what is around it, until the tokens are used up. */
export function findCandidates(
  evidence: Evidence,
  languages: readonly string[],
  question: string,
  kept: readonly number[] = [],
  mostTokens: number = tokensOfCandidates,
): ReadonlySet<number> {
  const { messages } = evidence;
  if (messages.reduce((sum, message) => sum + estimateMessage(message), 0) <= mostTokens)
    return new Set(messages.map(({ position }) => position));
  const chosen = new Set<number>();
  let tokens = 0;
  const replies = toReplyPositions(evidence);
  const repliesTo = toRepliesTo(evidence);
  for (const position of [...kept, ...rankMessages(evidence, languages, question)]) {
    if (tokens > full * mostTokens) break;
    const together = [
      position,
      ...(replies.has(position) ? [replies.get(position) ?? 0] : []),
      ...(repliesTo.get(position) ?? []),
      ...findAround(position, evidence),
    ];
    for (const each of together) {
      const message = messageAt(evidence, each);
      if (message === undefined || chosen.has(each)) continue;
      const added = estimateMessage(message);
      // One that is too long leaves room for shorter ones.
      if (tokens + added > mostTokens) continue;
      tokens += added;
      chosen.add(each);
    }
  }
  return chosen;
}

function findAround(position: number, evidence: Evidence): readonly number[] {
  const { strands, of } = toStrands(evidence);
  const strand = strands[of(position)] ?? [];
  const at = strand.indexOf(position);
  return strand.slice(Math.max(0, at - mostOfStrand), at + mostOfStrand + 1);
}

/** The evidence of these positions alone, numbered anew; the others are counted as left out. */
export function narrowEvidence(evidence: Evidence, positions: ReadonlySet<number>): Evidence {
  const kept = evidence.messages.filter(({ position }) => positions.has(position));
  const count = evidence.messages.length - kept.length;
  if (count === 0) return evidence;
  return {
    ...evidence,
    messages: kept.map((message, index) => ({
      ...message,
      position: index + 1,
      shownPosition: message.position,
    })),
    omitted: [...evidence.omitted, { reason: 'off_topic', count }],
  };
}
