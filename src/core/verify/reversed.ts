import type { CheckContext } from './check.ts';
import { toLooserOpposites, toOpposites } from './opposites.ts';
import { type PolarSentence, toPolarTokens } from './polarity.ts';

/** A word of the claim of which its messages only say the opposite, about the same thing; null where there is none. */
export function findReversed(
  claim: PolarSentence,
  sentences: readonly PolarSentence[],
  context: CheckContext,
): string | null {
  const opposites = toOpposites(context.languages);
  const looser = toLooserOpposites(context.languages);
  const list = toPolarTokens(claim.words);
  for (const [at, word] of list.entries()) {
    const others = opposites.get(word);
    if (others && isReversed(word, others, claim, sentences, context)) return word;
    if (faulting.test(word) && isAddedBlame(word, claim, sentences, context)) return word;
    const all = new Set([...(others ?? []), ...(looser.get(word) ?? [])]);
    if (all.size > 0 && isSwapped(list, at, all, claim, sentences, context)) return word;
  }
  return null;
}

/** Nothing of the word's own side is said, and its opposite is, neither of them denied. */
function isReversed(
  word: string,
  others: ReadonlySet<string>,
  claim: PolarSentence,
  sentences: readonly PolarSentence[],
  { terms, background, languages }: CheckContext,
): boolean {
  const own = new Set(terms.read(word));
  const side = toSide(word, languages);
  if (sentences.some(sentence => speaksOf(side, own, sentence))) return false;
  const about = [...claim.terms].filter(term => !own.has(term) && !background.has(term));
  let most = 0;
  let isContrary = false;
  for (const [at, sentence] of sentences.entries()) {
    const other = [...others].find(each => sentence.plain.has(each) && !claim.plain.has(each));
    if (other === undefined) continue;
    const around = sentences.slice(Math.max(0, at - beside), at + beside + 1);
    const shared = about.filter(term => around.some(each => each.terms.has(term))).length;
    if (shared < most) continue;
    const isSame = sentence.negatedWords.has(other) === claim.negatedWords.has(word);
    isContrary = shared > most ? isSame : isContrary || isSame;
    most = shared;
  }
  return isContrary && most > 0;
}

/** What is said of a thing may stand in the clause beside its name. */
const beside = 1;

/** What a word is said of follows it within so many words: "the first of the councils". */
const ahead = 3;

/** Before the very word that it is said of in the claim, the messages have its opposite and never itself. */
function isSwapped(
  claim: readonly string[],
  at: number,
  others: ReadonlySet<string>,
  { negatedWords }: PolarSentence,
  sentences: readonly PolarSentence[],
  context: CheckContext,
): boolean {
  const word = claim[at] ?? '';
  const said = toSaidOf(claim, at, context);
  if (said === undefined) return false;
  let isThere = false;
  for (const sentence of sentences) {
    if (!sentence.plain.has(said)) continue;
    const list = toPolarTokens(sentence.words);
    for (const [place, each] of list.entries()) {
      if (each !== word && !others.has(each)) continue;
      if (toSaidOf(list, place, context) !== said) continue;
      if (each === word) return false;
      if (sentence.negatedWords.has(each) === negatedWords.has(word)) isThere = true;
    }
  }
  return isThere;
}

function toSaidOf(list: readonly string[], at: number, { terms }: CheckContext): string | undefined {
  return list.slice(at + 1, at + 1 + ahead).find(each => terms.read(each).length > 0);
}

/** Words that find fault. A writer who uses one tells of fault that somebody found. */
const faulting =
  /^(?:dislik\p{L}*|hate[ds]?|none|bad|poor|terribl[ey]|awful|worse|worst|worsen\p{L}*|impossible|hard(?:er|est)|oppos(?:es?|ing)|disagree[ds]?|never|useless|unhelpful|dangerous|unsafe|unhappy|upset|dissatisfied|wrong|incorrect|disadvantages?)$/u;

/** A word that finds fault where nobody uses one like it, and the sentence closest to the claim goes against nothing. */
function isAddedBlame(
  word: string,
  claim: PolarSentence,
  sentences: readonly PolarSentence[],
  { terms, background, languages }: CheckContext,
): boolean {
  if (claim.negatedWords.has(word)) return false;
  const side = toSide(word, languages);
  const own = new Set(terms.read(word));
  const about = [...claim.terms].filter(term => !own.has(term) && !background.has(term));
  let closest: PolarSentence | null = null;
  let most = 0;
  for (const sentence of sentences) {
    if (speaksOf(side, own, sentence)) return false;
    const share = about.reduce((sum, term) => sum + (sentence.terms.has(term) ? terms.weigh(term) : 0), 0);
    if (share <= most) continue;
    closest = sentence;
    most = share;
  }
  if (word.startsWith('disagree') && sentences.some(({ denies }) => denies)) return false;
  return closest !== null && !closest.isNegative;
}

/** A word, and those of which the messages may make it: what denies its opposites. */
function toSide(word: string, languages: readonly string[]): ReadonlySet<string> {
  const opposites = toOpposites(languages);
  return new Set([
    word,
    ...[...(opposites.get(word) ?? [])].flatMap(other => [...(opposites.get(other) ?? [])]),
  ]);
}

function speaksOf(
  side: ReadonlySet<string>,
  own: ReadonlySet<string>,
  { plain, terms }: PolarSentence,
): boolean {
  return [...side].some(each => plain.has(each)) || [...own].some(term => terms.has(term));
}
