import { messageAt } from '../conversation/evidence.ts';
import { toSentences } from '../select/sentences.ts';
import type { CheckContext } from './check.ts';

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
/** "Not only" and "not all" assert. */
const asserting = /^(?:only|just|merely|necessarily|least|all|nur|solo|sólo|alle|seulement|seule)$/u;
/** "Not too much" is a denial for who says as much without "too", and no denial of it. */
const slight = /^(?:too|much|zu|trop|demasiado)$/u;
/** "Why not" and "why don't we" propose. */
const offering = /^(?:why|warum|pourquoi) (?:not|nicht|pas|don['’]?t (?:we|you|i))(?!\p{L})/u;

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
  /** It denies no more than "too much" of something. */
  readonly isSlight: boolean;
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
  let isSlight = true;
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
    const isOffered = () => offering.test(list.slice(Math.max(0, at - 1), at + 2).join(' '));
    if (negator.test(each) && !asserting.test(list[at + 1] ?? '') && !isOffered()) {
      denies = true;
      isSlight &&= slight.test(list[at + 1] ?? '');
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
    isSlight: denies && isSlight,
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

/** The clauses of a sentence, as far as commas and conjunctions tell. */
export function toClauses(text: string): readonly string[] {
  return text.split(clauseEnd).filter(clause => clause.trim() !== '');
}
