import type { Citation } from '../claims/claim.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toSentences } from '../select/sentences.ts';
import type { Candidate, CheckContext } from './check.ts';
import { measureHeld, toTellingTerms } from './coverage.ts';
import { findQuote } from './quote.ts';
import { rankSources } from './sources.ts';

/** Fewer telling terms stand in many messages and point to none. */
const fewTerms = 3;
const candidates = 12;
/**
 * New citations hold this share of what the claim says, and clearly more than the old ones did. Where the old ones are
 * about the claim and only a name or a number of it is missing there, it is more likely the claim that is wrong.
 */
const limits = {
  elsewhere: { citations: 2, covered: 0.8, more: 0.4 },
  detail: { citations: 1, covered: 0.8, more: 0.5 },
} as const;
/** A second message is cited where it adds this share. */
const worthCiting = 0.15;
const longestQuote = 240;

/**
 * The claim with other citations where its own are merely wrong or missing: the message in which its quote does stand,
 * else the messages that hold most of what it says. Null where nothing fits much better than what it cited.
 */
export function findOtherCitations(
  claim: Candidate,
  missing: keyof typeof limits,
  context: CheckContext,
): Candidate | null {
  return findByQuote(claim, context) ?? findByWords(claim, limits[missing], context);
}

function findByQuote(claim: Candidate, context: CheckContext): Candidate | null {
  let moved = false;
  const citations = claim.citations.flatMap((citation): Citation[] => {
    const message = messageAt(context.evidence, citation.position);
    const words = citation.quote?.text;
    if (words === undefined || (message && findQuote(message.text, words))) return message ? [citation] : [];
    const found = findNearest(words, citation.position, context);
    if (!found) return [];
    moved = true;
    return [found];
  });
  const single = [...new Map(citations.map(each => [each.position, each])).values()];
  return moved ? { ...claim, citations: single } : null;
}

/** Where quoted words stand, nearest to where they were said to; few words stand anywhere. */
function findNearest(words: string, near: number, { evidence, terms }: CheckContext): Citation | null {
  const telling = terms.read(words);
  const isTelling = new Set(telling).size >= fewTerms || words.trim().split(/\s+/).length > fewTerms;
  if (telling.length === 0 || !isTelling) return null;
  const rarest = telling.reduce((a, b) => (terms.count(b) < terms.count(a) ? b : a));
  const byDistance = [...terms.positionsOf(rarest)].sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  for (const position of byDistance) {
    const quote = findQuote(messageAt(evidence, position)?.text ?? '', words);
    if (quote) return { position, quote };
  }
  return null;
}

function findByWords(
  claim: Candidate,
  limit: (typeof limits)[keyof typeof limits],
  context: CheckContext,
): Candidate | null {
  // A quote that stands nowhere was made up, and so may be the claim.
  if (claim.citations.some(citation => isMadeUp(citation, context))) return null;
  const telling = toTellingTerms(claim.text, context);
  if (telling.length < fewTerms) return null;
  const before = measureHeld(
    telling,
    claim.citations.map(({ position }) => position),
    context,
  );
  const ranked = rankSources(
    { text: claim.text, ...(claim.topic !== null && { about: claim.topic }) },
    context,
  )
    .slice(0, candidates)
    .flatMap(({ position }) => messageAt(context.evidence, position) ?? [])
    .filter(message => !message.context);
  const chosen: EvidenceMessage[] = [];
  let covered = 0;
  while (chosen.length < limit.citations) {
    let best: EvidenceMessage | null = null;
    let most = covered + (chosen.length === 0 ? 0 : worthCiting);
    for (const message of ranked) {
      if (chosen.includes(message)) continue;
      const positions = [...chosen, message].map(({ position }) => position);
      const cited = measureHeld(telling, positions, context);
      if (cited > most) {
        best = message;
        most = cited;
      }
    }
    if (!best) break;
    chosen.push(best);
    covered = most;
  }
  if (covered < limit.covered || covered < before + limit.more) return null;
  return {
    ...claim,
    citations: chosen.map(message => cite(message, telling, context)).sort((a, b) => a.position - b.position),
  };
}

function isMadeUp({ position, quote }: Citation, { evidence }: CheckContext): boolean {
  const message = messageAt(evidence, position);
  return quote !== null && (!message || !findQuote(message.text, quote.text));
}

/** The sentence of a message that holds most of the terms, cut at a word where it is long. */
function cite(
  { position, text }: EvidenceMessage,
  telling: readonly string[],
  { terms }: CheckContext,
): Citation {
  const wanted = new Set(telling);
  let best = { start: 0, end: Math.min(text.length, longestQuote) };
  let most = -1;
  for (const span of toSentences(text)) {
    const shared = new Set(terms.read(text.slice(span.start, span.end)).filter(term => wanted.has(term)))
      .size;
    if (shared > most) {
      best = span;
      most = shared;
    }
  }
  const words = text.slice(best.start, best.end);
  const end =
    words.length <= longestQuote ? best.end : best.start + words.slice(0, longestQuote).search(/\s\S*$/);
  const whole = end > best.start ? end : best.end;
  return { position, quote: { start: best.start, end: whole, text: text.slice(best.start, whole) } };
}
