import { messageAt } from '../../src/core/conversation/evidence.ts';
import { toSentences } from '../../src/core/select/sentences.ts';
import type { CheckContext } from '../../src/core/verify/check.ts';
import { findContradiction } from '../../src/core/verify/contradiction.ts';
import { toTellingTerms } from '../../src/core/verify/coverage.ts';
import { readPolarity, readSentences } from '../../src/core/verify/polarity.ts';
import { rankSources } from '../../src/core/verify/sources.ts';
import type { Verifier } from '../../src/core/verify/verifier.ts';

/** How a sentence of no known source stands to a whole conversation; the parts of a score. */
type Signs = {
  /** The share of its telling words that the best single message holds. */
  readonly covered: number;
  /** The share of neighbouring telling words that some message holds together. */
  readonly paired: number;
  /** Of the least fitting subject: how much more of what it does stands in its own messages than in another's. */
  readonly aligned: number;
  readonly contrary: boolean;
  readonly strange: boolean;
  readonly deniesAlone: boolean;
  readonly unheard: number;
};

// Weights of a logistic regression over the development half, the same for all sources.
const weights = {
  covered: 1.14,
  paired: 0.35,
  aligned: 0.56,
  contrary: -0.76,
  strange: -0.02,
  deniesAlone: -0.02,
  unheard: 0.19,
};
const near = 3;

/** A number that is higher for statements that the conversation supports; only its order means something. */
export function scoreSupport(text: string, context: CheckContext, verifier: Verifier): number {
  const signs = toSentences(text).map(({ start, end }) => toSigns(text.slice(start, end), context, verifier));
  const mean = (of: (each: Signs) => number) =>
    signs.reduce((sum, each) => sum + of(each), 0) / Math.max(1, signs.length);
  return (
    weights.covered * mean(({ covered }) => covered) +
    weights.paired * mean(({ paired }) => paired) +
    weights.aligned * mean(({ aligned }) => aligned) +
    weights.contrary * (signs.some(({ contrary }) => contrary) ? 1 : 0) +
    weights.strange * (signs.some(({ strange }) => strange) ? 1 : 0) +
    weights.deniesAlone * (signs.some(({ deniesAlone }) => deniesAlone) ? 1 : 0) +
    weights.unheard * signs.reduce((sum, { unheard }) => sum + unheard, 0)
  );
}

function toSigns(sentence: string, context: CheckContext, verifier: Verifier): Signs {
  const { terms, evidence } = context;
  const telling = toTellingTerms(sentence, context);
  const weigh = (term: string) => (terms.count(term) > 0 ? terms.weigh(term) : 0.9);
  const total = telling.reduce((sum, term) => sum + weigh(term), 0) || 1;
  const positions = evidence.messages.map(({ position }) => position);
  const share = (position: number) =>
    telling.reduce((sum, term) => sum + (terms.termsAt(position).has(term) ? weigh(term) : 0), 0) / total;
  const pairs = telling.slice(1).map((term, at) => [telling[at] ?? term, term] as const);
  const together = pairs.filter(([a, b]) =>
    terms.positionsOf(a).some(position => terms.termsAt(position).has(b)),
  ).length;
  const top = rankSources({ text: sentence }, context)
    .slice(0, near)
    .map(({ position }) => position);
  const denies = readPolarity(sentence, context).denies;
  return {
    covered: Math.max(0, ...positions.map(share)),
    paired: pairs.length === 0 ? 1 : together / pairs.length,
    aligned: measureAlignment(sentence, context),
    contrary: findContradiction(sentence, top, context) !== null,
    strange: toFailed(sentence, top, context, verifier) === 'names',
    deniesAlone: denies && !readSentences(top, context).some(each => each.denies),
    unheard: telling.filter(term => terms.count(term) === 0).length,
  };
}

/** The check that a statement fails over the messages given; null where it stands. */
export function toFailed(
  text: string,
  positions: readonly number[],
  { evidence }: CheckContext,
  verifier: Verifier,
): string | null {
  const cited = positions.map(position => ({
    position,
    quote: messageAt(evidence, position)?.text.slice(0, 200) ?? '',
  }));
  const verdict = verifier.verify({ text, kind: 'key_point', evidence: cited });
  if (!verdict.ok) return verdict.rejected.reasons[0]?.check ?? 'unknown';
  return verdict.claim.findings.find(({ effect }) => effect === 'mark')?.check ?? null;
}

const notSubject =
  /\b(?:to|for|with|of|by|from|about|at|on|asks?|asked|told|tells|helps?|invites?|gives?|gave|meets?|sees?) (?:the )?$/i;

function measureAlignment(sentence: string, context: CheckContext): number {
  const { terms, evidence } = context;
  const lower = sentence.toLowerCase();
  const authors = [...new Set(evidence.messages.map(({ author }) => author.name))];
  const places = authors
    .flatMap(name =>
      [...new Set([name, name.split(' ')[0] ?? name])].flatMap(form => {
        const at = form.length > 1 ? lower.indexOf(form.toLowerCase()) : -1;
        return at < 0 ? [] : [{ name, at, end: at + form.length }];
      }),
    )
    .sort((a, b) => a.at - b.at || b.end - a.end)
    .filter((place, at, all) => place.at !== all[at - 1]?.at)
    .filter(
      ({ at, end }) =>
        /^\s+(?!and\b|or\b)\p{L}/u.test(sentence.slice(end)) && !notSubject.test(sentence.slice(0, at)),
    );
  let least = 0;
  for (const [index, { name, end }] of places.entries()) {
    const said = toTellingTerms(sentence.slice(end, places[index + 1]?.at), context).filter(
      term => terms.count(term) > 0,
    );
    const total = said.reduce((sum, term) => sum + terms.weigh(term), 0);
    if (total === 0) continue;
    const held = (author: string) =>
      said.reduce(
        (sum, term) =>
          sum +
          (terms.positionsOf(term).some(position => messageAt(evidence, position)?.author.name === author)
            ? terms.weigh(term)
            : 0),
        0,
      ) / total;
    const others = Math.max(0, ...authors.filter(author => author !== name).map(held));
    least = Math.min(least, held(name) - others);
  }
  return least;
}
