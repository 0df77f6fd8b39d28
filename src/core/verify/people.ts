import { type Evidence, memoize } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/text.ts';
import { startsUnspaced } from './words.ts';

export type People = {
  /** The ids of the authors with a name: none if nobody has it, several if they share it. */
  readonly toIds: (name: string) => ReadonlySet<string>;
  /** The names of participants in a text, in order; `at` is a UTF-16 offset. */
  readonly findNames: (text: string) => readonly FoundName[];
  readonly findNamed: (text: string) => ReadonlySet<string>;
};

type FoundName = { readonly name: string; readonly at: number; readonly ids: ReadonlySet<string> };

const nobody: ReadonlySet<string> = new Set();

/** Compares names by their words, without case, accents, marks and emoji: "Bob" is "🎉 Bob Smith", or both of two Bobs. */
export const toPeople = memoize((evidence: Evidence): People => {
  const people = createPeople();
  for (const { author } of evidence.messages) people.add(author);
  return people;
});

/** People to whom authors are added one by one: to add 50,000 takes 400 ms. */
type PeopleBuilder = People & {
  readonly add: (author: { readonly id: string; readonly name: string }) => void;
};

export function createPeople(): PeopleBuilder {
  const byName = new OneOrMore();
  const byWord = new OneOrMore();
  const written = new WrittenNames();
  const namesOf = new OneOrMore();
  const add: PeopleBuilder['add'] = ({ id, name: own }) => {
    if (!namesOf.add(id, own)) return;
    for (const name of new Set([own, toSpeakerName(own)])) {
      const words = toNameWords(name);
      byName.add(words.join(' '), id);
      for (const word of words) byWord.add(word, id);
      written.add(name.trim().replace(/^@+/u, ''));
      if (words.length > 1) written.add(name.trim().split(/[\s|(]/u)[0] ?? '');
    }
  };
  const findIds = (name: string): ReadonlySet<string> => {
    const words = toNameWords(name);
    const exact = byName.get(words.join(' '));
    if (exact || words.length === 0) return exact ?? nobody;
    const [first = nobody, ...others] = words.map(word => byWord.get(word) ?? findHonored(word, byWord));
    return others.reduce((ids, each) => ids.intersection(each), first);
  };
  // Thousands may share a name, and a text may repeat it.
  const idsOf = new Map<string, ReadonlySet<string>>();
  const findNames = (text: string): readonly FoundName[] =>
    written.findIn(text).map(({ name, at }) => {
      const ids = idsOf.get(name) ?? findIds(name);
      idsOf.set(name, ids);
      return { name, at, ids };
    });
  return {
    add,
    toIds: findIds,
    findNames,
    findNamed: text => {
      const named = new Set(findNames(text).map(({ ids }) => ids));
      return new Set([...named].flatMap(ids => [...ids]));
    },
  };
}

/** A longer name is looked for by as many of its tokens; at most 30, because lengths are bits of a number. */
const mostTokens = 24;
/** A word, some space, or one other character. */
const nameToken = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;

type Token = { readonly folded: string; readonly at: number; readonly end: number; readonly isWord: boolean };

/** The names as people write them. To find them in a text takes time in proportion to the text, however many there are. */
class WrittenNames {
  readonly #names = new Set<string>();
  /** By the first token of names: their lengths in tokens, as bits. */
  readonly #lengths = new Map<string, number>();

  add(name: string): void {
    if (name.length < 2 || !/[\p{L}\p{N}]/u.test(name)) return;
    const tokens = toTokens(name.trim()).slice(0, mostTokens);
    const first = tokens[0]?.folded ?? '';
    this.#names.add(tokens.map(({ folded }) => folded).join(''));
    this.#lengths.set(first, (this.#lengths.get(first) ?? 0) | (1 << tokens.length));
  }

  /** The names in a text from left to right, each the longest that begins there. No letter or digit is right before or after one. */
  findIn(text: string): readonly { readonly name: string; readonly at: number }[] {
    const tokens = toTokens(text);
    const found: { readonly name: string; readonly at: number }[] = [];
    for (let from = 0; from < tokens.length; ) {
      const end = this.#findEnd(tokens, from);
      const at = tokens[from]?.at ?? 0;
      if (end > from) found.push({ name: text.slice(at, tokens[end - 1]?.end), at });
      from = Math.max(end, from + 1);
    }
    return found;
  }

  /** The index after the last token of the longest name that begins at a token; the token's own index if none does. */
  #findEnd(tokens: readonly Token[], from: number): number {
    const lengths = this.#lengths.get(tokens[from]?.folded ?? '') ?? 0;
    if (lengths === 0 || tokens[from - 1]?.isWord) return from;
    let end = from;
    let folded = '';
    for (let length = 1; length <= mostTokens && from + length <= tokens.length; length += 1) {
      folded += tokens[from + length - 1]?.folded ?? '';
      const isName = (lengths & (1 << length)) !== 0 && this.#names.has(folded);
      if (isName && !tokens[from + length]?.isWord) end = from + length;
    }
    return end;
  }
}

function toTokens(text: string): readonly Token[] {
  return [...text.matchAll(nameToken)].map(({ 0: token, index }) => ({
    folded: /^\s/u.test(token) ? ' ' : token.toLowerCase(),
    at: index,
    end: index + token.length,
    isWord: /^[\p{L}\p{N}]/u.test(token),
  }));
}

function toNameWords(name: string): readonly string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [plain.trim()].filter(Boolean);
}

/** "田中さん" is 田中: in scripts without spaces, a title may follow a name. */
function findHonored(word: string, byWord: OneOrMore): ReadonlySet<string> {
  if (!startsUnspaced.test(word)) return nobody;
  for (let length = word.length - 1; length > 1; length -= 1) {
    const ids = byWord.get(word.slice(0, length));
    if (ids) return ids;
  }
  return nobody;
}

/** Values by key. Most keys have one, for which a set would be large. */
class OneOrMore {
  readonly #values = new Map<string, string | Set<string>>();

  /** Whether it was not there yet. */
  add(key: string, value: string): boolean {
    const known = this.#values.get(key);
    if (known === value || (typeof known === 'object' && known.has(value))) return false;
    if (known === undefined) this.#values.set(key, value);
    else if (typeof known === 'object') known.add(value);
    else this.#values.set(key, new Set([known, value]));
    return true;
  }

  get(key: string): ReadonlySet<string> | undefined {
    const known = this.#values.get(key);
    return typeof known === 'string' ? new Set([known]) : known;
  }
}
