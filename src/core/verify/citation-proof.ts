import type { Citation, Finding, Quote } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { hasSeenPicture } from '../conversation/message.ts';
import { type Proof, type ProofContext, toNearby } from './proof.ts';
import { findExactQuote, findQuote } from './quotes.ts';

/**
 * Proves citations: positions exist, one is a person's, and quotes are in their messages. A failing one is removed, or moved to the only
 * other message with its quote; the claim fails if none is left. Quotes become slices; too short ones are dropped.
 */
export const proveCitations: Proof = (candidate, context) => {
  const findings: Finding[] = [];
  const problems: Missing[] = [];
  let { citationReplaced, fromPicture } = candidate;
  const remove = (problem: Missing): void => {
    if (problems.some(({ code, position }) => code === problem.code && position === problem.position)) return;
    problems.push(problem);
    findings.push({ check: toCheck(problem), outcome: 'fail', problem, effect: 'uncite' });
  };
  const citations = candidate.citations.flatMap((citation, index): Citation[] => {
    const { position, quote: written } = citation;
    const message = messageAt(context.evidence, position);
    const found = message && written && findNthQuote(message, written.text, index);
    const isSeen = message !== undefined && hasSeenPicture(message);
    if (isSeen && (!found || pictureLabel.test(found.text))) {
      fromPicture = true;
      return [{ position, quote: null }];
    }
    if (written === null) {
      if (!message) remove({ code: 'no_message', position });
      return message ? [citation] : [];
    }
    if (message && found) return [{ position, quote: tellsSomething(found.text, message) ? found : null }];
    const moved = index < mostSearched ? findElsewhere(written.text, position, context) : null;
    const quote = [...written.text].slice(0, longestToldQuote).join('');
    remove(message ? { code: 'not_in_message', position, quote } : { code: 'no_message', position });
    if (!moved) return [];
    citationReplaced = true;
    findings.push({
      check: 'quote',
      outcome: 'pass',
      problem: { code: 'citation_moved', position: moved.position },
      effect: 'cite',
    });
    return [moved];
  });
  const single = withUniquePositions(citations);
  const [first = { code: 'nothing_cited' as const }] = problems;
  if (single.length === 0)
    return { ok: false, check: toCheck(first), problems: problems.length > 0 ? problems : [first] };
  if (single.every(({ position }) => messageAt(context.evidence, position)?.context))
    return { ok: false, check: 'citation', problems: [{ code: 'only_bots' }] };
  return {
    ok: true,
    candidate: { ...candidate, citations: single, citationReplaced, ...(fromPicture && { fromPicture }) },
    findings,
  };
};

/** The most quotes of one claim that are searched for in every way; models write up to three. */
const mostSearched = 4;

/** The quote of a claim's citation at an index, which must be exact after the first few. */
export function findNthQuote(message: EvidenceMessage, words: string, index: number): Quote | null {
  return index < mostSearched ? findQuote(message, words) : findExactQuote(message, words);
}

const pictureLabel = /^\[?image\b/;

/** The most that is shown of a quote that is in no message. */
const longestToldQuote = 160;

type Missing = Extract<Problem, { code: 'no_message' | 'not_in_message' }>;

function toCheck({ code }: Problem): 'citation' | 'quote' {
  return code === 'not_in_message' ? 'quote' : 'citation';
}

/** One citation per position, the first with a quote. */
export function withUniquePositions(citations: readonly Citation[]): readonly Citation[] {
  const byPosition = new Map<number, Citation>();
  for (const citation of citations) {
    const known = byPosition.get(citation.position);
    if (!known || known.quote === null) byPosition.set(citation.position, citation);
  }
  return [...byPosition.values()];
}

/** A quote has at least two words or is the whole message; every message contains a given letter. */
function tellsSomething(quote: string, { text }: EvidenceMessage): boolean {
  const bare = (words: string) => words.replace(/[^\p{L}\p{N}]/gu, '');
  const isWhole = bare(quote) === bare(text);
  return isWhole || hasWords(quote, fewestWords);
}

const fewestWords = 2;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Counts words between spaces first: the segmenter is slow, and only needed for scripts without spaces. */
function hasWords(text: string, count: number): boolean {
  const spaced = text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  if (spaced >= count) return true;
  return [...segmenter.segment(text.slice(0, 1_000))].filter(({ isWordLike }) => isWordLike).length >= count;
}

/** Several messages contain fewer words by chance. */
const fewestWordsElsewhere = 4;

/** The citation if exactly one message contains a quote exactly; else exactly one nearby with case and punctuation folded. */
function findElsewhere(words: string, position: number, context: ProofContext): Citation | null {
  if (!hasWords(words, fewestWordsElsewhere)) return null;
  const exact = context.evidence.messages.filter(({ text }) => text.includes(words));
  const [longest = ''] = (words.match(/[\p{L}\p{N}]+/gu) ?? []).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longest, 'iu');
  // Searching for one word first is cheaper than folding all messages.
  const likely = () => toNearby([position], context).filter(({ text }) => pattern.test(text));
  const found: Citation[] = [];
  for (const message of exact.length > 0 ? exact : likely()) {
    const quote = findExactQuote(message, words);
    if (quote) found.push({ position: message.position, quote });
    if (found.length > 1) return null;
  }
  return found[0] ?? null;
}
