import type { Citation } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import { messageAt } from '../conversation/evidence.ts';
import type { Candidate, Check, CheckContext } from './check.ts';
import { toNeighbours, toTellingTerms } from './coverage.ts';
import { findQuote } from './quote.ts';

/**
 * Every quote stands in the message it is cited from, and words that the claim itself sets in quotation
 * marks stand in a cited message. Quotes that stand are replaced by slices of their messages.
 */
export const checkQuote: Check = {
  name: 'quote',
  onFailure: 'drop',
  run: (claim, context) => {
    const removed: Problem[] = [];
    const citations = claim.citations.flatMap((citation): Citation[] => {
      const message = messageAt(context.evidence, citation.position);
      if (!message || citation.quote === null) return [citation];
      const quote = findQuote(message.text, citation.quote.text, () => context.normalised(message));
      if (quote) return [{ position: citation.position, quote }];
      removed.push({
        code: 'not_in_message',
        quote: toGlimpse(citation.quote.text),
        position: citation.position,
      });
      return [];
    });
    const revised = { ...claim, citations };
    if (
      citations.length === 0 ||
      citations.every(({ position }) => messageAt(context.evidence, position)?.context)
    ) {
      return { outcome: 'fail', problem: removed[0] ?? { code: 'no_quote' }, removed, revised };
    }
    const loose = toQuotedWords(maskLeads(claim)).find(
      words => isPhrase(words) && !standsInCited(words, revised, context),
    );
    if (loose !== undefined) {
      return {
        outcome: 'fail',
        problem: { code: 'quoted_nowhere', quote: toGlimpse(loose) },
        removed,
        revised,
      };
    }
    if (citations.every(({ quote }) => quote === null)) {
      return { outcome: 'fail', effect: 'mark', problem: { code: 'no_quote' }, removed, revised };
    }
    if (provesNothing(revised, context)) {
      return {
        outcome: 'fail',
        effect: 'mark',
        problem: { code: 'empty_quote' },
        removed,
        revised,
      };
    }
    return { outcome: 'pass', removed, revised };
  },
};

const shortWords = 3;

/**
 * "ok", quoted from any message, proves nothing. A yes, a thumb or a thanks counts through the message that it answers,
 * by reply or as the next thing said, where that one speaks of what is claimed.
 */
function provesNothing(claim: Candidate, context: CheckContext): boolean {
  const quotes = claim.citations.flatMap(citation =>
    citation.quote ? [{ ...citation, quote: citation.quote }] : [],
  );
  const isEmpty = (words: string) =>
    context.terms.read(words).filter(term => !context.background.has(term)).length === 0 &&
    words.trim().split(/\s+/u).length <= shortWords &&
    !/[\d\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|:\/\//u.test(words);
  if (quotes.length < claim.citations.length || !quotes.every(({ quote }) => isEmpty(quote.text)))
    return false;
  const wanted = new Set(toTellingTerms(claim.text, context));
  if (wanted.size === 0) return false;
  const answered = quotes.flatMap(({ position }) =>
    toNeighbours(position, context).filter(at => at < position),
  );
  return !answered.some(at => !wanted.isDisjointFrom(context.terms.termsAt(at)));
}

const quoted = /“([^“”]+)”|"([^"]+)"|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」/gu;

function toQuotedWords(text: string): readonly string[] {
  return [...text.matchAll(quoted)].flatMap(match => match.slice(1).find(group => group !== undefined) ?? []);
}

/** One or two words in quotation marks name a thing; more quote somebody. */
function isPhrase(words: string): boolean {
  return words.trim().split(/\s+/).length > 2 || words.trim().length > 24;
}

export function standsInCited(
  words: string,
  claim: Pick<Candidate, 'citations'>,
  context: CheckContext,
): boolean {
  return claim.citations.some(({ position }) => {
    const message = messageAt(context.evidence, position);
    return (
      message !== undefined && findQuote(message.text, words, () => context.normalised(message)) !== null
    );
  });
}

/**
 * The writer's own words of a claim: the names that lead what they said are blanked out, and so is what stands in a
 * cited message. Read on, "Bob will: …" would credit a Bob, and "Team 7: …" would need a 7.
 */
export function toProse(claim: Candidate, context: CheckContext): string {
  const known = proses.get(claim);
  if (known !== undefined) return known;
  const prose = readProse(claim, context);
  proses.set(claim, prose);
  return prose;
}

/** A claim is on its way through the checks of one context; each of them asks. */
const proses = new WeakMap<Candidate, string>();

function readProse(claim: Candidate, context: CheckContext): string {
  let prose = maskLeads(claim);
  for (const { quote } of claim.citations) {
    const words = quote?.text.replace(/\s+/g, ' ');
    if (words && isPhrase(words)) prose = prose.replaceAll(words, ' ');
  }
  return prose.replace(quoted, whole => (standsInCited(whole.slice(1, -1), claim, context) ? ' “” ' : whole));
}

function maskLeads({ text, speakers }: Candidate): string {
  const lead = toLead(text);
  return [...speakers, ...(lead === null ? [] : [lead])].reduce(
    (rest, name) => rest.replaceAll(`${name}: `, ' '),
    text,
  );
}

/** The words before the first colon, where a claim may name its speaker. */
export function toLead(text: string): string | null {
  const end = text.indexOf(': ');
  return end > 0 && end <= 80 ? text.slice(0, end) : null;
}

/** A reader is to see where it goes wrong, which is seldom at the beginning. */
const longestGlimpse = 200;

function toGlimpse(words: string): string {
  return words.length > longestGlimpse ? `${words.slice(0, longestGlimpse - 1).toWellFormed()}…` : words;
}
