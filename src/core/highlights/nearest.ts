import type { DraftClaim } from '../claims/draft.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toRepliesTo,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { toStrands } from '../conversation/strands.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { findNamedDays } from '../select/named-days.ts';
import { createNameFinder, rankMessages } from '../select/rank.ts';
import { toTermIndex } from '../select/term-index.ts';
import { findAnswers } from './answers.ts';
import { cutQuote } from './cut.ts';

import { type QuotedSpan, toQuoteClaim } from './quote-claim.ts';

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
  const replies = toReplyPositions(evidence);
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
    const cuts = [...own, ...findLater(message, evidence).flatMap(cut)].map((each, index, all) => {
      const at = each.message.position;
      const before = all[index - 1]?.message.position ?? at;
      return { ...each, afterGap: before < at - 1 && replies.get(at) !== before };
    });
    for (const each of cuts) quoted.add(each.message.position);
    const said = message.text.slice(first.span.start, first.span.end);
    const isQuestion = cuts.length === 1 && hasQuestionMark(said);
    (isQuestion ? unanswered : claims).push(toQuoteClaim('key_point', cuts));
  }
  return [...claims, ...unanswered];
}

/**
 * What is said later on a message: the last of the replies to it and to these, with what that replies to or the first of them, or the answer
 * right after an unanswered question; and what its author adds right after it, or says last in the thread.
 */
function findLater(message: EvidenceMessage, evidence: Evidence): readonly number[] {
  const { position } = message;
  const replies = toReplyPositions(evidence);
  const repliesTo = toRepliesTo(evidence);
  const { of } = toStrands(evidence);
  const replied = new Set([position]);
  for (const at of replied) for (const reply of repliesTo.get(at) ?? []) replied.add(reply);
  // What replies to another message is about that one.
  const isAbout = (other: EvidenceMessage) => (replies.get(other.position) ?? position) === position;
  const addedTo = (first: EvidenceMessage) => {
    const next = messageAt(evidence, first.position + 1);
    const isAdded =
      next?.author.id === first.author.id && of(next.position) === of(first.position) && isAbout(next);
    return isAdded ? [next.position] : [];
  };
  const { thread, author } = message;
  const addedLast =
    thread &&
    evidence.messages.findLast(
      other => other.thread?.id === thread.id && other.author.id === author.id && isAbout(other),
    );
  const [, first, ...others] = [...replied].sort((a, b) => a - b);
  const last = others.at(-1);
  const parent = last === undefined ? position : (replies.get(last) ?? position);
  const answers =
    first !== undefined
      ? [parent === position ? first : parent, last ?? first]
      : findAnswers(message, evidence)
          .filter(isAbout)
          .flatMap(answer => [answer.position, ...addedTo(answer)]);
  const added = addedLast ? [addedLast.position] : addedTo(message);
  return [...new Set([...added, ...answers])].filter(at => at > position).sort((a, b) => a - b);
}
