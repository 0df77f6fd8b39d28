import type { DraftClaim } from '../claims/draft.ts';
import { type Evidence, messageAt, toReplyPositions } from '../conversation/evidence.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { rankMessages } from '../select/rank.ts';
import { toTermIndex } from '../select/term-index.ts';
import { cutQuote } from './cut.ts';
import { type QuotedSpan, toQuoteClaim } from './quote-claim.ts';

const mostQuotes = 5;
const longestQuote = 200;
/** Of the terms of a question that were said at all, by how rare they are, so much is in a message that comes near it. */
const leastShare = 0.3;

/** The messages that come nearest to a question, the nearest first, each as a quote; of a question, with a reply. */
export function toNearestQuotes(
  evidence: Evidence,
  languages: readonly string[],
  question: string,
): readonly DraftClaim[] {
  const index = toTermIndex(evidence, languages);
  const terms = new Set(index.read(question).filter(term => index.count(term) > 0));
  const worthOf = (text: string) =>
    [...new Set(index.read(text))].reduce((sum, term) => sum + (terms.has(term) ? index.weigh(term) : 0), 0);
  const least = leastShare * worthOf(question);
  const cut = (position: number | undefined): readonly QuotedSpan[] => {
    const message = position === undefined ? undefined : messageAt(evidence, position);
    const found = message && cutQuote(message.text, { longest: longestQuote, toWorth: worthOf });
    return message && found ? [{ message, span: found.span }] : [];
  };
  const replies = toReplyPositions(evidence);
  const claims: DraftClaim[] = [];
  const quoted = new Set<number>();
  for (const position of rankMessages(evidence, languages, question)) {
    const message = messageAt(evidence, position);
    if (claims.length === mostQuotes) break;
    if (message === undefined || message.context || quoted.has(position)) continue;
    const worth = worthOf(message.text);
    if (worth === 0 || worth < least) continue;
    const reply = hasQuestionMark(message.text)
      ? [...replies].find(([, answered]) => answered === position)?.[0]
      : undefined;
    const cuts = [...cut(position), ...cut(reply)];
    if (cuts.length === 0) continue;
    for (const each of cuts) quoted.add(each.message.position);
    claims.push(toQuoteClaim('key_point', cuts));
  }
  return claims;
}
