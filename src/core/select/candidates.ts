import { type Evidence, messageAt, toReplyPositions } from '../conversation/evidence.ts';
import type { Message } from '../conversation/message.ts';
import { toStrands } from '../conversation/strands.ts';
import { tokenize } from '../conversation/tokens.ts';
import { estimateMessage } from '../windows/cut.ts';
import { scoreSurroundings, toTermIndex } from './term-index.ts';

/** What is read to answer one question, in tokens as `estimateMessage` counts them. */
export const tokensOfCandidates = 16_000;

/** How much the talk around a message says of a question, beside what the message itself says. */
const shareOfTalk = 1;
/** What people said counts more where the question names them. */
const namedBonus = 0.6;
/** The messages before and after a hit that are read with it, of its strand and of its place. */
const mostOfStrand = 2;
const mostBeside = 1;

/**
 * The messages that may answer a question, each with what it answers, what answers it and what was said around it, the
 * likeliest first until there are as many tokens as may be read; all of them where they are few.
 *
 * @param queries the question, and the same in other words
 */
export function findCandidates(
  evidence: Evidence,
  languages: readonly string[],
  queries: readonly string[],
  mostTokens: number = tokensOfCandidates,
): ReadonlySet<number> {
  const { messages } = evidence;
  if (messages.reduce((sum, message) => sum + estimateMessage(message), 0) <= mostTokens)
    return new Set(messages.map(({ position }) => position));
  const chosen = new Set<number>();
  let tokens = 0;
  const replies = toReplyPositions(evidence);
  const repliedBy = Map.groupBy(replies.keys(), position => replies.get(position) ?? 0);
  for (const position of rankMessages(evidence, languages, queries)) {
    const together = [
      position,
      ...(replies.has(position) ? [replies.get(position) ?? 0] : []),
      ...(repliedBy.get(position) ?? []),
      ...findAround(position, evidence),
    ];
    for (const each of together) {
      const message = messageAt(evidence, each);
      if (message === undefined || chosen.has(each)) continue;
      const added = estimateMessage(message);
      if (tokens + added > mostTokens) return chosen;
      tokens += added;
      chosen.add(each);
    }
  }
  return chosen;
}

/** Positions by what a message and the talk around it say of any of the queries, the best first. */
export function rankMessages(
  evidence: Evidence,
  languages: readonly string[],
  queries: readonly string[],
): readonly number[] {
  const index = toTermIndex(evidence, languages);
  const { length } = evidence.messages;
  const sums = new Float64Array(length + 1);
  for (const query of queries) {
    const terms = index.read(query);
    const own = index.score(terms);
    const around = scoreSurroundings(new Map(terms.map(term => [term, 1])), length, index);
    const [mostOwn, mostAround] = [findMost(own.values()), findMost(around)];
    const isNamed = createNameFinder(query);
    for (const { position, author } of evidence.messages) {
      const talk = (shareOfTalk * (around[position] ?? 0)) / mostAround;
      const score = (own.get(position) ?? 0) / mostOwn + talk;
      const bonus = score > 0 && isNamed(author.name) ? namedBonus : 0;
      sums[position] = (sums[position] ?? 0) + score + bonus;
    }
  }
  return evidence.messages
    .map(({ position }) => position)
    .filter(position => (sums[position] ?? 0) > 0)
    .sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0));
}

/** Whether a query names a person: all words of the name are in it. */
function createNameFinder(query: string): (name: string) => boolean {
  const words = new Set(tokenize(query));
  const known = new Map<string, boolean>();
  return name => {
    const parts = [...tokenize(name)];
    const isNamed = known.get(name) ?? (parts.length > 0 && parts.every(part => words.has(part)));
    known.set(name, isNamed);
    return isNamed;
  };
}

function findMost(values: Iterable<number>): number {
  let most = Number.MIN_VALUE;
  for (const value of values) most = Math.max(most, value);
  return most;
}

function findAround(position: number, evidence: Evidence): readonly number[] {
  const { strands, of } = toStrands(evidence);
  const strand = strands[of(position)] ?? [];
  const at = strand.indexOf(position);
  const place = toPlaceId(messageAt(evidence, position));
  const beside = [];
  for (let step = -mostBeside; step <= mostBeside; step += 1)
    if (toPlaceId(messageAt(evidence, position + step)) === place) beside.push(position + step);
  return [...strand.slice(Math.max(0, at - mostOfStrand), at + mostOfStrand + 1), ...beside];
}

function toPlaceId(message: Message | undefined): string | undefined {
  return message?.thread?.id ?? message?.channel?.id;
}

/** The evidence of these positions alone, numbered anew; the others are counted as left out. */
export function narrowEvidence(evidence: Evidence, positions: ReadonlySet<number>): Evidence {
  const kept = evidence.messages.filter(({ position }) => positions.has(position));
  const count = evidence.messages.length - kept.length;
  if (count === 0) return evidence;
  return {
    ...evidence,
    messages: kept.map((message, index) => ({ ...message, position: index + 1 })),
    omitted: [...evidence.omitted, { reason: 'off_topic', count }],
  };
}
