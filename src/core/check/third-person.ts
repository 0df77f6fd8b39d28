import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { CheckContext } from '../verify/check.ts';

/**
 * One word of a text told in the third person: a stem, or whoever it means. A pronoun of a statement may mean any of those
 * named before it; then all of them are its forms.
 */
export type ToldWord = {
  readonly forms: readonly string[];
  readonly isPerson: boolean;
  /** By name, so that nobody else can be meant. */
  readonly isNamed: boolean;
};

export type ToldSentence = readonly ToldWord[];

const word =
  /\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:['._-][\p{L}\p{N}]+)*|[.!?;\n…]/gu;
const sentenceEnd = /^[.!?;\n…]$/;
const longestName = 5;
/** As much of a message is told. */
const longest = 3_000;

const first = /^(?:i|me|my|mine|myself)$/;
const firstOfMany = /^(?:we|us|our|ours|ourselves)$/;
const second = /^(?:you|your|yours|yourself)$/;
const third = /^(?:he|she|him|her|his|hers|himself|herself)$/;
const thirdOfMany = /^(?:they|them|their|theirs)$/;

/** How chats write what is told in full. */
const spelled: Readonly<Record<string, string>> = {
  im: "i'm",
  ive: "i've",
  youre: "you're",
  youll: "you'll",
  u: 'you',
  ur: 'your',
  ya: 'you',
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'have to',
  "let's": 'we',
  lets: 'we',
  cannot: 'can not',
};
const tails: Readonly<Record<string, string>> = { ll: 'will', d: 'would' };

/** Words that stand between those that count and say little of who does what. */
const small = new Set(
  'a an the is are was were be been being am do does did to of so just very really that this there oh ok okay well lol haha yeah yes hi hey hello too also as still now then s m re'.split(
    ' ',
  ),
);

/** Irregular forms, and a few words that a writer puts for those of a chat; the first of each line stands for all. */
const families = toFamilies([
  'have has had having',
  'go goes went going gone',
  'come comes came coming',
  'get gets got getting gotten',
  'take takes took taking taken',
  'give gives gave giving given',
  'make makes made making',
  'buy buys bought buying',
  'bring brings brought bringing',
  'send sends sent sending',
  'tell tells told telling',
  'say says said',
  'think thinks thought',
  'know knows knew known',
  'find finds found',
  'see sees saw seen seeing',
  'meet meets met meeting',
  'leave leaves left leaving',
  'feel feels felt',
  'lose loses lost losing',
  'break breaks broke broken',
  'write writes wrote written',
  'speak speaks spoke spoken',
  'can could',
  'mum mom mother mummy mommy',
  'dad father daddy',
]);

function toFamilies(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.flatMap(line => line.split(' ').map(each => [each, line.split(' ')[0] ?? each])));
}

/** Whether texts of this conversation can be told in the third person: their pronouns are known. */
export function isTellable({ languages }: CheckContext): boolean {
  return languages.length > 0 && languages.every(language => language.split('-')[0] === 'en');
}

/** The sentences of a statement; each pronoun is whoever was named before it. */
export function tellStatement(text: string, context: CheckContext): readonly ToldSentence[] {
  const named: string[] = [];
  return tell(text, context, {
    onName: ids => named.push(...ids),
    pronoun: plain => {
      const known = [...new Set(named)];
      if (third.test(plain)) return known.length > 0 ? [toPerson(known)] : [];
      if (thirdOfMany.test(plain)) return known.slice(-2).map(id => toPerson([id]));
      return null;
    },
  });
}

/** The sentences of a message as others would tell them; each, and what is joined to it, is led by who wrote it. */
export function tellMessage(message: EvidenceMessage, context: CheckContext): readonly ToldSentence[] {
  const author = toPerson([message.author.id], true);
  const addressed = toAddressed(message, context).map(id => toPerson([id]));
  const told = tell(message.text.slice(0, longest), context, {
    onName: () => {},
    pronoun: plain => {
      if (first.test(plain)) return [author];
      if (firstOfMany.test(plain)) return [author, ...addressed];
      if (second.test(plain)) return addressed;
      return null;
    },
  });
  return told.map(sentence =>
    [author, ...sentence]
      .filter((each, at, all) => at === 0 || !isSame(each, all[at - 1]))
      .flatMap((each, at, all) =>
        joins.has(each.forms[0] ?? '') && !all[at + 1]?.isPerson ? [each, author] : [each],
      ),
  );
}

function isSame(a: ToldWord, b: ToldWord | undefined): boolean {
  return a.isPerson && a.forms[0] === b?.forms[0];
}

/** A person as a form; no word begins like this. */
export function toForm(id: string): string {
  return `@${id}`;
}

function toPerson(ids: readonly string[], isNamed = false): ToldWord {
  return { forms: ids.map(toForm), isPerson: true, isNamed };
}

function toPlain(stem: string): ToldWord {
  return { forms: [stem], isPerson: false, isNamed: false };
}

/** Behind these the one who writes often goes on without naming themselves again. */
const joins = new Set(['and', 'but', 'or', 'because']);

type Reader = {
  readonly onName: (ids: readonly string[]) => void;
  /** Whoever a pronoun means; null of what is none. */
  readonly pronoun: (plain: string) => readonly ToldWord[] | null;
};

function tell(text: string, context: CheckContext, reader: Reader): readonly ToldSentence[] {
  const words = text.replaceAll('’', "'").match(word) ?? [];
  const sentences: ToldWord[][] = [];
  let sentence: ToldWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const written = words[at] ?? '';
    if (sentenceEnd.test(written)) {
      if (sentence.length > 0) sentences.push(sentence);
      sentence = [];
      continue;
    }
    const name = readName(words, at, context);
    if (name) {
      reader.onName(name.ids);
      sentence.push(toPerson(name.ids, true));
      at += name.count - 1;
      continue;
    }
    const lower = written.toLowerCase();
    for (const plain of (spelled[lower] ?? lower).split(' '))
      sentence.push(...toToldWords(plain, context, reader));
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

function toToldWords(written: string, { terms }: CheckContext, { pronoun }: Reader): readonly ToldWord[] {
  if (/n't$/.test(written)) return [toPlain('not')];
  const [, bare = written, tail = ''] = /^(.+)'(ll|m|re|ve|d|s)$/.exec(written) ?? [];
  const people = pronoun(bare);
  const joined = bare.replace(/(?<=\d),(?=\d{3})/g, '');
  const stem = families.get(joined) ?? terms.read(joined)[0] ?? joined;
  const own = people ?? (small.has(bare) ? [] : [toPlain(stem)]);
  const also = tails[tail];
  return also ? [...own, toPlain(also)] : own;
}

/** Whoever of the conversation is named here, by as many words as possible; a name that is a small word too has a capital. */
function readName(
  words: readonly string[],
  at: number,
  { toAuthorIds, terms }: CheckContext,
): { readonly ids: readonly string[]; readonly count: number } | null {
  for (let count = Math.min(longestName, words.length - at); count > 0; count--) {
    const name = words
      .slice(at, at + count)
      .join(' ')
      .replace(/'s?$/u, '');
    const ids = toAuthorIds(name);
    if (ids.size === 0) continue;
    if (/^\p{Lu}/u.test(name) || terms.read(name).length > 0) return { ids: [...ids], count };
  }
  return null;
}

const near = 3;

/** Whom a message speaks to: whoever it answers, the only other one there is, else who wrote last before it or next after it. */
function toAddressed(message: EvidenceMessage, context: CheckContext): readonly string[] {
  const { evidence, replies } = context;
  const me = message.author.id;
  const others = (position: number | undefined) => {
    const other = position === undefined ? undefined : messageAt(evidence, position);
    return other && other.author.id !== me ? [other.author.id] : [];
  };
  const answered = others(replies.get(message.position));
  if (answered.length > 0) return answered;
  const people = toPeople(context);
  if (people.length === 2) return people.filter(id => id !== me);
  for (const direction of [-1, 1]) {
    for (let step = 1; step <= near; step++) {
      const [id] = others(message.position + direction * step);
      if (id !== undefined) return [id];
    }
  }
  return [];
}

const peopleOf = new WeakMap<CheckContext, readonly string[]>();

/** The ids of all who wrote. */
function toPeople(context: CheckContext): readonly string[] {
  const known = peopleOf.get(context) ?? [
    ...new Set(context.evidence.messages.map(({ author }) => author.id)),
  ];
  peopleOf.set(context, known);
  return known;
}
