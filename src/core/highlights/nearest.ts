import type { DraftClaim } from '../claims/draft.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { toStrands } from '../conversation/strands.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { findNamedDays } from '../select/named-days.ts';
import { createNameFinder, rankMessages } from '../select/rank.ts';
import { toTermIndex } from '../select/term-index.ts';
import { cutQuote } from './cut.ts';
import { findAnswers } from './exchanges.ts';
import { type QuotedSpan, toQuoteClaim } from './quote-claim.ts';
import { findTurns } from './turns.ts';

const mostQuotes = 5;
const longestQuote = 200;
/** Of the terms of a question that were said at all, by how rare they are, so much is in a message that comes near it. */
const leastShare = 0.3;

/**
 * The messages nearest to a question, unanswered questions last, each with replies to it and what its author adds: an answer or a
 * correction has other words. Of a person alone who is asked about, what they said.
 */
export function toNearestQuotes(
  evidence: Evidence,
  languages: readonly string[],
  question: string,
): readonly DraftClaim[] {
  const index = toTermIndex(evidence, languages);
  const days = findNamedDays(question, evidence.messages.at(-1)?.time ?? '', 'UTC');
  const toTerms = (words: string) => new Set(index.read(words).filter(term => index.count(term) > 0));
  const terms = toTerms(question);
  const hasSubject = toTerms(days?.rest ?? question).size > 0;
  const worthOf = (text: string) =>
    [...new Set(index.read(text))].reduce((sum, term) => sum + (terms.has(term) ? index.weigh(term) : 0), 0);
  const least = leastShare * worthOf(question);
  const cut = (position: number): readonly QuotedSpan[] => {
    const message = messageAt(evidence, position);
    const found =
      message && !message.context && cutQuote(message.text, { longest: longestQuote, toWorth: worthOf });
    return message && found ? [{ message, span: found.span }] : [];
  };
  const isNamed = createNameFinder(question);
  const namesSomebody = evidence.messages.some(({ author }) => isNamed(author.name));
  const isOnDays = ({ time }: EvidenceMessage) =>
    days !== null && Date.parse(time) >= days.fromMs && Date.parse(time) <= days.toMs;
  const hasDays = evidence.messages.some(isOnDays);
  const isNear = (message: EvidenceMessage) => {
    if (namesSomebody && (hasDays || !hasSubject))
      return isNamed(message.author.name) && (!hasDays || isOnDays(message));
    if (!hasSubject && isOnDays(message)) return true;
    const worth = worthOf(message.text);
    return worth > 0 && worth >= least;
  };
  const findLater = createLaterFinder(evidence);
  const hasGap = createGapFinder(evidence);
  const claims: DraftClaim[] = [];
  const unanswered: DraftClaim[] = [];
  const quoted = new Set<number>();
  for (const position of rankMessages(evidence, languages, question)) {
    const message = messageAt(evidence, position);
    if (claims.length + unanswered.length === mostQuotes) break;
    if (message === undefined || quoted.has(position)) continue;
    if (!isNear(message)) continue;
    const own = cut(position);
    const [first] = own;
    if (first === undefined) continue;
    const cuts = [...own, ...findLater(message).flatMap(cut)].map((each, index, all) => {
      const before = all[index - 1]?.message;
      return { ...each, afterGap: before !== undefined && hasGap(before, each.message) };
    });
    for (const each of cuts) quoted.add(each.message.position);
    const said = message.text.slice(first.span.start, first.span.end);
    const isQuestion = cuts.length === 1 && hasQuestionMark(said);
    (isQuestion ? unanswered : claims).push(toQuoteClaim('key_point', cuts));
  }
  return [...claims, ...unanswered];
}

/** Finds whether something was said between two messages that the later one may be about, unless it replies to the earlier. */
function createGapFinder(evidence: Evidence): (earlier: EvidenceMessage, later: EvidenceMessage) => boolean {
  const replies = toReplyPositions(evidence);
  const { of } = toStrands(evidence);
  return (earlier, later) => {
    if (replies.get(later.position) === earlier.position) return false;
    const strands = new Set([of(earlier.position), of(later.position)]);
    return evidence.messages
      .slice(earlier.position, later.position - 1)
      .some(
        ({ position, thread }) =>
          strands.has(of(position)) || (thread !== undefined && thread.id === later.thread?.id),
      );
  };
}

/**
 * Finds what is said later on a message: the last of the replies to it and to these, or the answer right after an unanswered question,
 * and what its author adds right after it, or says last in the thread.
 */
function createLaterFinder(evidence: Evidence): (message: EvidenceMessage) => readonly number[] {
  const replies = toReplyPositions(evidence);
  const repliedBy = Map.groupBy(replies.keys(), position => replies.get(position) ?? 0);
  /** The replies to a message, and those to them, ascending. */
  const toReplies = (position: number): readonly number[] => {
    const found = new Set([position]);
    for (const at of found) for (const reply of repliedBy.get(at) ?? []) found.add(reply);
    return [...found].filter(at => at > position).sort((a, b) => a - b);
  };
  const { strands, of } = toStrands(evidence);
  const toNext = ({ position }: EvidenceMessage) => {
    const strand = strands[of(position)] ?? [];
    return messageAt(evidence, strand[strand.indexOf(position) + 1] ?? 0);
  };
  const turns = findTurns(evidence);
  const turnAt = new Map(turns.flatMap(turn => turn.messages.map(each => [each.position, turn] as const)));
  const toAnswer = (position: number) => {
    const turn = turnAt.get(position);
    return (turn && findAnswers(turn, turns)[0]?.messages.map(each => each.position)) ?? [];
  };
  return message => {
    const { position, author, thread } = message;
    // What replies to another message is about that one.
    const isAbout = (other: number) => (replies.get(other) ?? position) === position;
    const replied = toReplies(position);
    const answers = replied.length > 0 ? replied : toAnswer(position).filter(isAbout);
    const isOwn = (other: EvidenceMessage | undefined) =>
      other?.author.id === author.id && isAbout(other.position);
    const added = thread
      ? evidence.messages.findLast(other => other.thread?.id === thread.id && isOwn(other))
      : [toNext(message)].find(isOwn);
    const last = answers.at(-1) ?? position;
    const parent = replies.get(last) ?? position;
    const first = parent === position ? answers[0] : parent;
    const found = new Set([first, last, added?.position].map(at => at ?? position));
    return [...found].filter(at => at > position).sort((a, b) => a - b);
  };
}
