import type { Checker } from '../../src/core/check/checker.ts';
import { measureLikeness } from '../../src/core/check/likeness.ts';
import { splitStatements } from '../../src/core/check/statements.ts';
import { messageAt } from '../../src/core/conversation/evidence.ts';
import { toSentences } from '../../src/core/select/sentences.ts';
import type { CheckContext } from '../../src/core/verify/check.ts';
import { toTellingTerms } from '../../src/core/verify/coverage.ts';
import { figure } from '../../src/core/verify/known-numbers.ts';
import { readPolarity } from '../../src/core/verify/polarity.ts';
import { rankSources } from '../../src/core/verify/sources.ts';
import type { Verifier } from '../../src/core/verify/verifier.ts';

/** How a sentence of no known source stands to a whole conversation. */
type SentenceSigns = {
  /** The share of its telling words that the best single message holds. */
  readonly covered: number;
  /** The share of neighbouring telling words that some message holds together. */
  readonly paired: number;
  /** Who does what, compared with the likeliest places. */
  readonly alike: number;
  readonly misplaced: number;
  /** A check fails over the three likeliest messages. */
  readonly failing: number;
  readonly denies: number;
  readonly strangeNumbers: number;
};

const near = 3;
const compared = 8;
/** What a word that nobody says counts. */
const unheard = 0.9;
/** Where nothing can be compared. */
const middling = 0.5;

/**
 * The signs of a text: means over its sentences, or the worst of them where one wrong sentence is enough; how many there
 * are, and the share of its statements that checking does not verify.
 */
export function toSigns(
  text: string,
  context: CheckContext,
  verifier: Verifier,
  checker: Checker,
): readonly number[] {
  const signs = toSentences(text).map(({ start, end }) =>
    readSentence(text.slice(start, end), context, verifier),
  );
  const mean = (of: (each: SentenceSigns) => number) =>
    signs.reduce((sum, each) => sum + of(each), 0) / Math.max(1, signs.length);
  const worst = (of: (each: SentenceSigns) => number) => Math.max(0, ...signs.map(of));
  return [
    mean(({ covered }) => covered),
    mean(({ paired }) => paired),
    mean(({ alike }) => alike),
    worst(({ misplaced }) => misplaced),
    mean(({ failing }) => failing),
    worst(({ denies }) => denies),
    worst(({ strangeNumbers }) => strangeNumbers),
    signs.length,
    measureRefused(text, checker),
  ];
}

function measureRefused(text: string, checker: Checker): number {
  const { statements } = splitStatements(text);
  const refused = statements.filter(each => {
    const outcome = checker.check({ text: each });
    return !outcome.found || outcome.claim.status !== 'verified';
  });
  return refused.length / Math.max(1, statements.length);
}

function readSentence(sentence: string, context: CheckContext, verifier: Verifier): SentenceSigns {
  const { terms, evidence } = context;
  const telling = toTellingTerms(sentence, context);
  const weigh = (term: string) => (terms.count(term) > 0 ? terms.weigh(term) : unheard);
  const total = telling.reduce((sum, term) => sum + weigh(term), 0) || 1;
  const share = (position: number) =>
    telling.reduce((sum, term) => sum + (terms.termsAt(position).has(term) ? weigh(term) : 0), 0) / total;
  const pairs = telling.slice(1).map((term, at) => [telling[at] ?? term, term] as const);
  const together = pairs.filter(([a, b]) =>
    terms.positionsOf(a).some(position => terms.termsAt(position).has(b)),
  ).length;
  const ranked = rankSources({ text: sentence }, context).map(({ position }) => position);
  const likeness = measureLikeness(sentence, ranked.slice(0, compared), context);
  const said = evidence.messages.map(({ text }) => text).join('\n');
  return {
    covered: Math.max(0, ...evidence.messages.map(({ position }) => share(position))),
    paired: pairs.length === 0 ? 1 : together / pairs.length,
    alike: likeness?.alike ?? middling,
    misplaced: likeness?.misplaced ?? 0,
    failing: toFailed(sentence, ranked.slice(0, near), context, verifier) === null ? 0 : 1,
    denies: readPolarity(sentence, context).isNegative ? 1 : 0,
    strangeNumbers: (sentence.match(figure) ?? []).some(number => !said.includes(number)) ? 1 : 0,
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
