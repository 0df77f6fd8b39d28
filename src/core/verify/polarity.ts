import { messageAt } from '../conversation/evidence.ts';
import { toSentences } from '../select/sentences.ts';
import type { CheckContext } from './check.ts';
import { findReversed } from './reversed.ts';

const negators: Readonly<Record<string, string>> = {
  en: "not|never|no|nobody|none|nothing|neither|nor|cannot|cant|dont|wont|\\p{L}+n['’]t",
  de: 'nicht|nie|niemals|niemand|nichts|kein(?:e[rnms]?)?|weder',
  es: 'no|nunca|jamás|nadie|nada|ningún|ninguna?|tampoco',
  fr: "ne|n['’]\\p{L}+|pas|jamais|aucune?|personne|rien",
  it: 'non|mai|nessuno|nessuna|niente|nulla',
  pt: 'não|nunca|ninguém|nenhuma?|nada',
};
/** Words that are no denial themselves, and after which a denial is no surprise. */
const negative: Readonly<Record<string, string>> = {
  en: 'refus\\p{L}*|fail\\p{L}*|reject\\p{L}*|avoid\\p{L}*|stop\\p{L}*|lack\\p{L}*|unable|impossible|unlikely|instead|rather|hardly|barely|rarely|too|only|un\\p{L}{4,}|against|hate\\p{L}*|dislik\\p{L}*|object\\p{L}*|disagree\\p{L}*|doubt\\p{L}*|deny|denied|problem\\p{L}*|wrong|miss\\p{L}*|away|off|out|rid|remov\\p{L}*|drop\\p{L}*|skip\\p{L}*|nope|nah|den\\p{L}{1,4}|difficult|hard|bad|sorry|unfortunately|without|less|few|little|but|if',
  de: 'ohne|ablehn\\p{L}*|abgelehnt|verweiger\\p{L}*|zu|nur|leider|statt|anstatt|gegen|nein|aber|sondern|un\\p{L}{4,}|lieber',
  es: 'sin|rechaz\\p{L}*|sólo|solo|tampoco|contra|pero|imposible|falta\\p{L}*|demasiado',
  fr: 'sans|refus\\p{L}*|seulement|contre|mais|impossible|manqu\\p{L}*|trop',
};
const opposing =
  /^(?:refus|fail|reject|avoid|unable|impossib|unlikely|rather$|instead$|lack|disagre|hate|dislik|oppos|deny|deni|stop|hardly|barely|unnecessar|un(?:clear|sure|certain|able)|ablehn|abgelehnt|lieber$|rechaz|contra$|refus)/u;
const refusing =
  /^(?:refus|fail|reject|object|deny|deni|doubt|oppos|disagre|declin|ablehn|abgelehnt|rechaz)/u;
/** "Not only" asserts, and "not too much" denies little. */
const asserting =
  /^(?:only|just|merely|necessarily|least|too|all|much|very|so|enough|exactly|nur|solo|sólo|zu|alle|seulement|seule|trop)$/u;
/** Words and signs, in lower case, as polarity is read from them. */
export function toPolarTokens(words: string): readonly string[] {
  return words.toLowerCase().match(token) ?? [];
}

const token = /[\p{L}\p{N}_][\p{L}\p{N}_'’-]*|[.,;:!?]/gu;
const reach = 6;

type Words = { readonly negator: RegExp; readonly negative: RegExp };
const kept = new Map<string, Words>();

function toWords(languages: readonly string[]): Words {
  const tags = [...new Set(['en', ...languages.map(tag => tag.split('-')[0] ?? tag)])].sort();
  // In one language a word denies, in another it says "her" or "to no".
  const own = languages.length === 0 ? tags : tags.filter(tag => tag === 'en' || tag in negators);
  const key = own.join(' ');
  const known = kept.get(key);
  if (known) return known;
  const join = (lists: Readonly<Record<string, string>>) =>
    new RegExp(`^(?:${own.flatMap(tag => lists[tag] ?? []).join('|')})$`, 'u');
  const made = { negator: join(negators), negative: join(negative) };
  kept.set(key, made);
  return made;
}

/** One sentence as far as it says yes and no. */
export type PolarSentence = {
  readonly words: string;
  readonly plain: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
  readonly negated: ReadonlySet<string>;
  /** Words as they stand, little ones too, that come close behind a denial. */
  readonly negatedWords: ReadonlySet<string>;
  readonly denies: boolean;
  readonly asks: boolean;
  readonly refuses: boolean;
  /** A denial is itself denied: "never refused". */
  readonly doubled: boolean;
  /** It refuses, fails or lacks something. */
  readonly opposes: boolean;
  /** Something in it goes against something. */
  readonly isNegative: boolean;
};

/** Reads one sentence for what it denies, refuses, asks and is about. */
export function readPolarity(words: string, { languages, terms: index }: CheckContext): PolarSentence {
  const { negator, negative: against } = toWords(languages);
  const plain = new Set<string>();
  const terms = new Set<string>();
  const negated = new Set<string>();
  const negatedWords = new Set<string>();
  let left = 0;
  let denies = false;
  let opposes = false;
  let refuses = false;
  let doubled = false;
  let isNegative = false;
  const list = toPolarTokens(words);
  for (const [at, each] of list.entries()) {
    if (/^[.,;:!?]$/.test(each)) {
      left = 0;
      continue;
    }
    plain.add(each);
    const isAsked = /^(?:why|warum|pourquoi)$/u.test(list[at - 1] ?? '');
    if (negator.test(each) && !isAsked && !asserting.test(list[at + 1] ?? '')) {
      denies = true;
      left = reach;
      continue;
    }
    if (left > 0) negatedWords.add(each);
    if (against.test(each)) isNegative = true;
    if (opposing.test(each)) opposes = true;
    if (refusing.test(each)) {
      refuses = true;
      if (left >= reach - 1) doubled = true;
    }
    for (const term of index.read(each)) {
      terms.add(term);
      if (left > 0) negated.add(term);
    }
    left -= 1;
  }
  return {
    words,
    plain,
    terms,
    negated,
    negatedWords,
    denies,
    opposes,
    refuses,
    doubled,
    asks: /[?？]\s*["”')]*$/.test(words.trim()),
    isNegative: isNegative || denies,
  };
}

/** The sentences of messages, read once each. */
export function readSentences(positions: readonly number[], context: CheckContext): readonly PolarSentence[] {
  return [...new Set(positions)].flatMap(position => {
    const known = context.sentences.get(position);
    if (known) return known;
    const text = messageAt(context.evidence, position)?.text ?? '';
    const read = toSentences(text.slice(0, longest))
      .map(({ start, end }) => text.slice(start, end))
      .flatMap(words => (words.length <= longSentence ? toClauses(words) : [words]))
      .map(words => readPolarity(words, context));
    context.sentences.set(position, read);
    return read;
  });
}

/** Longer sentences, as speech recognition writes them, have commas wherever somebody breathed. */
const longSentence = 160;

/** As much of a message is read for yes and no. */
const longest = 6_000;

const clauseEnd =
  /[,;:—–]\s|\s(?:but|because|while|whereas|although|though|which|aber|weil|sondern|während|pero|porque|mientras|mais|parce que)\s/u;

/** What is only supposed, doubted or asked is neither denied nor asserted. */
const supposing =
  /(?<!\p{L})(?:(?:may|might) not|if|unless|whether|wonder\p{L}*|in case|wenn|falls|ob|si|not least|not only|asked?|asks)(?!\p{L})/iu;

/** "The mean, not the median" sets one thing against another and denies nothing that was said of it. */
const contrasting = /^\s*(?:and |but )?not (?!\p{L}+(?:ing|ed)(?!\p{L}))[^.]{1,40}\.?$/u;

/** The clauses of a sentence, as far as commas and conjunctions tell. */
export function toClauses(text: string): readonly string[] {
  return text.split(clauseEnd).filter(clause => clause.trim() !== '');
}

/** Words of a claim that say the contrary of its messages; null where nothing speaks against it. */
export function findContradiction(
  prose: string,
  positions: readonly number[],
  context: CheckContext,
): string | null {
  const sentences = readSentences(positions, context);
  const whole = readPolarity(prose, context);
  for (const words of toClauses(prose)) {
    const clause = readPolarity(words, context);
    if (supposing.test(words) || contrasting.test(words)) continue;
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
  const denied = toTelling(clause.negated, context);
  const deniesToo = sentences.some(
    ({ negated, denies, terms }) =>
      denied.some(term => negated.has(term)) ||
      (denies && terms.size <= fewTerms && denied.some(term => terms.has(term))),
  );
  if (deniesToo) return false;
  if (closest && closest.share >= alike && closest.count >= 2) {
    const at = sentences.indexOf(closest.sentence);
    const beside = [sentences[at - 1], sentences[at + 1]].filter(each => each && each.terms.size <= fewTerms);
    return ![closest.sentence, ...beside].some(each => each?.denies || each?.opposes);
  }
  const about = sentences.flatMap((sentence, at) =>
    denied.some(term => sentence.terms.has(term)) ? [at - 1, at, at + 1] : [],
  );
  const read = about.flatMap(at => sentences[at] ?? []);
  const isLoose = closest !== null && closest.share >= loosely && closest.share < alike;
  return (
    read.length > 0 &&
    !read.some(({ isNegative, denies, opposes }) => (isLoose ? denies || opposes : isNegative))
  );
}

/** A sentence of so few telling terms belongs to the one before or after it. */
const fewTerms = 5;

function findClosest(
  telling: readonly string[],
  sentences: readonly PolarSentence[],
  { terms }: CheckContext,
) {
  const weigh = (list: readonly string[]) => list.reduce((sum, term) => sum + terms.weigh(term), 0);
  const total = weigh(telling) || 1;
  let closest: { readonly sentence: PolarSentence; readonly share: number; readonly count: number } | null =
    null;
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
