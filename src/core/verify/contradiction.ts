import type { CheckContext } from './check.ts';
import { type PolarSentence, readPolarity, readSentences, toClauses } from './polarity.ts';
import { findReversed } from './reversed.ts';

/** What is only supposed, doubted or asked is neither denied nor asserted. */
const supposing =
  /(?<!\p{L})(?:(?:may|might) not|if|unless|whether|wonder\p{L}*|in case|wenn|falls|ob|si|not least|not only|asked?|asks)(?!\p{L})/iu;

/** "The mean, not the median" sets one thing against another and denies nothing that was said of it. */
const contrasting = /^\s*(?:and |but )?not (?!\p{L}+(?:ing|ed)(?!\p{L}))[^.]{1,40}\.?$/u;

/** Words of a claim that say the contrary of its messages; null where nothing speaks against it. */
export function findContradiction(
  prose: string,
  positions: readonly number[],
  context: CheckContext,
): string | null {
  const sentences = readSentences(positions, context);
  const whole = readPolarity(prose, context);
  for (const words of toClauses(prose)) {
    const clause = words === prose ? whole : readPolarity(words, context);
    if (clause.isSlight || supposing.test(words) || contrasting.test(words)) continue;
    const isContrary = clause.doubled
      ? sentences.some(({ refuses, doubled }) => refuses && !doubled)
      : clause.denies
        ? deniesAlone(clause, sentences, context)
        : assertsAlone(clause, whole, sentences, context);
    if (isContrary) return words.trim();
  }
  return findReversed(whole, sentences, context);
}

function toTelling(terms: Iterable<string>, { background }: CheckContext): readonly string[] {
  return [...terms].filter(term => !background.has(term));
}

/** From this share of its telling words on, a sentence says what a clause says, or denies it. */
const muchAlike = 0.6;
const alike = 0.4;
/** Below this nothing is known of what a claim rests on. */
const loosely = 0.15;

/** What somebody never said stands in no message; only a message that denies it as well can tell of it. */
const unsaid =
  /(?<!\p{L})never (?:\p{L}+ly )?(?:said|not(?:ed|iced)|mention|suggest|propos|recommend|explain|add(?:ed|s)|point(?:ed|s) out|report|ask(?:ed|s)|stat(?:ed|es)|argu|claim|describ|discuss|introduc|present(?:ed|s)|show|inform|express|emphasi|stress|announc|remind|rais|question|repl|respond|summari|demonstrat|indicat|confirm)/iu;

/** The claim denies what its messages say without any denial. */
function deniesAlone(
  clause: PolarSentence,
  sentences: readonly PolarSentence[],
  context: CheckContext,
): boolean {
  const telling = toTelling(clause.terms, context);
  const closest = findClosest(telling, sentences, context);
  if (unsaid.test(clause.words) && !closest?.sentence.denies) return true;
  if (!closest) return false;
  const denied = toTelling(clause.negated, context);
  if (isSaidPlainly(closest, telling, denied, sentences, context)) return true;
  const deniesToo = sentences.some(
    ({ negated, denies, terms }) =>
      denied.some(term => negated.has(term)) ||
      (denies && terms.size <= fewTerms && denied.some(term => terms.has(term))),
  );
  if (deniesToo) return false;
  // Where much is denied, a sentence that shares a word or two tells nothing.
  const denials = sentences.filter(({ denies }) => denies).length;
  if (closest.count <= 2 && denials > muchDenied * sentences.length) return false;
  const at = sentences.indexOf(closest.sentence);
  if (closest.share >= alike && closest.count >= 2) {
    const beside = [sentences[at - 1], sentences[at + 1]].filter(each => each && each.terms.size <= fewTerms);
    return ![closest.sentence, ...beside].some(each => each?.denies || each?.opposes);
  }
  const about = sentences.flatMap((sentence, at) =>
    denied.some(term => sentence.terms.has(term)) ? [at - 1, at, at + 1] : [],
  );
  const read = about.flatMap(at => sentences[at] ?? []);
  const isLoose = closest.share >= loosely && closest.share < alike;
  return (
    read.length > 0 &&
    !read.some(({ isNegative, denies, opposes }) => (isLoose ? denies || opposes : isNegative))
  );
}

const muchDenied = 0.3;
/** From here on a sentence holds so much more of a clause than another that the other is about something else. */
const farCloser = 0.4;
const mostHeard = 0.6;

/** A sentence that denies nothing holds far more of the clause than any that denies a word which the clause denies. */
function isSaidPlainly(
  closest: Closest,
  telling: readonly string[],
  denied: readonly string[],
  sentences: readonly PolarSentence[],
  context: CheckContext,
): boolean {
  if (closest.sentence.denies) return false;
  const isHeard = (term: string) => sentences.some(({ terms }) => terms.has(term));
  if (denied.filter(isHeard).length <= denied.length / 2) return false;
  const heard = telling.filter(isHeard);
  const weigh = (list: readonly string[]) => list.reduce((sum, term) => sum + context.terms.weigh(term), 0);
  if (weigh(heard) <= mostHeard * weigh(telling)) return false;
  const denying = sentences.filter(({ negated }) => denied.some(term => negated.has(term)));
  return closest.share > farCloser + (findClosest(telling, denying, context)?.share ?? 0);
}

/** A sentence of so few telling terms belongs to the one before or after it. */
const fewTerms = 5;

type Closest = { readonly sentence: PolarSentence; readonly share: number; readonly count: number };

function findClosest(
  telling: readonly string[],
  sentences: readonly PolarSentence[],
  { terms }: CheckContext,
): Closest | null {
  const weigh = (list: readonly string[]) => list.reduce((sum, term) => sum + terms.weigh(term), 0);
  const total = weigh(telling) || 1;
  let closest: Closest | null = null;
  for (const sentence of sentences) {
    const shared = telling.filter(term => sentence.terms.has(term));
    const share = weigh(shared) / total;
    if (!closest || share > closest.share) closest = { sentence, share, count: shared.length };
  }
  return closest;
}

/** Few words without one of these are an apposition and say nothing of their own. */
const stating =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|do|does|did|makes?|wird|werden|ist|sind|hat|dürfen|es|está|ha|han)(?!\p{L})/iu;

/** The claim says plainly what its messages deny. */
function assertsAlone(
  clause: PolarSentence,
  whole: PolarSentence,
  sentences: readonly PolarSentence[],
  context: CheckContext,
): boolean {
  if (whole.denies || whole.opposes || supposing.test(whole.words)) return false;
  const telling = toTelling(clause.terms, context);
  if (
    telling.length === 0 ||
    ((telling.length < 3 || clause.words.length < whole.words.length / 3) && !stating.test(clause.words))
  )
    return false;
  const weigh = (terms: readonly string[]) => terms.reduce((sum, term) => sum + context.terms.weigh(term), 0);
  const total = weigh(telling);
  const stated = sentences.filter(({ asks }) => !asks);
  const shares = stated.map(sentence => {
    const shared = telling.filter(term => sentence.terms.has(term));
    const denied = shared.filter(term => sentence.negated.has(term));
    return {
      share: weigh(shared) / total,
      count: shared.length,
      denied: weigh(denied) / (weigh(shared) || 1),
    };
  });
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a), { share: 0, count: 0, denied: 0 });
  if (best.share < muchAlike || best.count < Math.min(2, telling.length) || best.denied < 0.5) return false;
  if (telling.length < 2 && best.share < 1) return false;
  return !shares.some(({ share, denied }) => share >= alike && denied < 0.5);
}
