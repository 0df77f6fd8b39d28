import type { Evidence } from '../../conversation/evidence.ts';
import { toSpeakerName } from '../../conversation/names.ts';
import { eachInSlices, finish, type Sliced } from '../../slices.ts';
import { startsUnspaced } from '../words.ts';

/** The participants of a conversation, by name. */
export type People = {
  /** The ids of the authors with a name: none if nobody has it, several if they share it. */
  readonly toIds: (name: string) => ReadonlySet<string>;
  /** The names of participants in a text, in order; `at` is a UTF-16 offset. */
  readonly findNames: (text: string) => readonly FoundName[];
  /** The ids of everyone whom a text names. */
  readonly findNamed: (text: string) => ReadonlySet<string>;
};

type FoundName = { readonly name: string; readonly at: number; readonly ids: ReadonlySet<string> };

const nobody: ReadonlySet<string> = new Set();

/**
 * Compares names by their words, without case, accents, marks and emoji. One or more words of a name match everyone who
 * has them: "Bob" is "🎉 Bob Smith", or both of two Bobs.
 */
export function toPeople(evidence: Evidence): People {
  return finish(findPeople(evidence));
}

const cache = new WeakMap<Evidence, People>();

/** The same with pauses; memoized per `Evidence`. */
export function* findPeople(evidence: Evidence): Sliced<People> {
  const known = cache.get(evidence) ?? (yield* indexPeople(evidence));
  cache.set(evidence, known);
  return known;
}

function* indexPeople(evidence: Evidence): Sliced<People> {
  const byName = new Map<string, Set<string>>();
  const byWord = new Map<string, Set<string>>();
  const written = new WrittenNames();
  const namesOf = new Map<string, Set<string>>();
  yield* eachInSlices(evidence.messages, ({ author }) => add(namesOf, author.id, author.name));
  yield* eachInSlices(namesOf, ([id, used]) => {
    for (const name of new Set([...used].flatMap(own => [own, toSpeakerName(own)]))) {
      const words = toNameWords(name);
      add(byName, words.join(' '), id);
      for (const word of words) add(byWord, word, id);
      written.add(name.trim().replace(/^@+/u, ''));
      if (words.length > 1) written.add(name.trim().split(/[\s|(]/u)[0] ?? '');
    }
  });
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
    toIds: findIds,
    findNames,
    findNamed: text => {
      const named = new Set(findNames(text).map(({ ids }) => ids));
      return new Set([...named].flatMap(ids => [...ids]));
    },
  };
}

/** A longer name is looked for by as many of its tokens. */
const mostTokens = 24;
/** A word, some space, or one other character. */
const nameToken = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;

type Token = { readonly folded: string; readonly at: number; readonly end: number; readonly isWord: boolean };

/** The names as people write them. To find them in a text takes time in proportion to the text, however many there are. */
class WrittenNames {
  /** The beginnings of all names, token by token; true if a name ends there. */
  readonly #beginnings = new Map<string, boolean>();

  add(name: string): void {
    if (name.length < 2 || !/[\p{L}\p{N}]/u.test(name)) return;
    let beginning = '';
    const tokens = toTokens(name.trim()).slice(0, mostTokens);
    for (const [index, { folded }] of tokens.entries()) {
      beginning += folded;
      const isWhole = index === tokens.length - 1;
      this.#beginnings.set(beginning, isWhole || this.#beginnings.get(beginning) === true);
    }
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
    let end = from;
    if (tokens[from - 1]?.isWord) return end;
    let beginning = '';
    for (let index = from; index < tokens.length; index += 1) {
      beginning += tokens[index]?.folded ?? '';
      const isWhole = this.#beginnings.get(beginning);
      if (isWhole === undefined) break;
      if (isWhole && !tokens[index + 1]?.isWord) end = index + 1;
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

/** The words of a name in the form for comparison. */
function toNameWords(name: string): readonly string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [plain.trim()].filter(Boolean);
}

/** "田中さん" is 田中: in scripts without spaces, a title may follow a name. */
function findHonored(word: string, byWord: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  if (!startsUnspaced.test(word)) return nobody;
  for (let length = word.length - 1; length > 1; length -= 1) {
    const ids = byWord.get(word.slice(0, length));
    if (ids) return ids;
  }
  return nobody;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}
