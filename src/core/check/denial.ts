import type { TermReader } from '../select/stems.ts';
import type { CheckContext } from '../verify/check.ts';
import { toTellingTerms } from '../verify/coverage.ts';
import { type PolarSentence, readPolarity, readSentences } from '../verify/polarity.ts';

/** From this share of a statement on, a sentence speaks of the same. */
const muchAlike = 0.6;

/** What is named only as what is not to be: "stream it instead of raising the limit". */
const alternative =
  /(?<!\p{L})(?:instead of|rather than|(?:an)?statt|en (?:lugar|vez) de|au lieu de|plutôt que|invece di|em vez de)(?!\p{L})([^.,;:!?…]{1,80})/giu;

/**
 * Whether the sentence that says most of a statement denies what the statement says plainly, or the other way round.
 * Verification lets pass what may be another matter; who asks whether a statement is true would rather look.
 */
export function isDenied(text: string, positions: readonly number[], context: CheckContext): boolean {
  const telling = toTellingTerms(text, context);
  const { terms } = context;
  const weigh = (list: readonly string[]) => list.reduce((sum, term) => sum + terms.weigh(term), 0);
  const total = weigh(telling);
  const said = readPolarity(text, context);
  const isPlain = !said.isNegative && text.search(alternative) < 0;
  let most = 0;
  let denied = false;
  for (const sentence of readSentences(positions, context)) {
    const shared = telling.filter(term => sentence.terms.has(term));
    const share = weigh(shared) / (total || 1);
    const isContrary = said.denies
      ? !sentence.isNegative && shared.some(term => said.negated.has(term))
      : isPlain && isRefused(shared, sentence, terms.read);
    if (share < muchAlike || share < most) continue;
    denied = share > most ? isContrary : denied && isContrary;
    most = share;
  }
  return denied;
}

function isRefused(shared: readonly string[], { words, negated }: PolarSentence, read: TermReader): boolean {
  const refused = [...words.matchAll(alternative)].flatMap(match => read(match[1] ?? ''));
  return shared.some(term => negated.has(term) || refused.includes(term));
}
