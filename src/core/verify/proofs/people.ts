import type { Evidence } from '../../conversation/evidence.ts';
import { toSpeakerName } from '../../conversation/names.ts';
import { startsUnspaced } from '../words.ts';

/** The participants of a conversation, by name. */
export type People = {
  /** The ids of the authors with a name: none if nobody has it, several if they share it. */
  readonly toIds: (name: string) => ReadonlySet<string>;
  /** The names of participants in a text, in order; `at` is a UTF-16 offset. */
  readonly findNames: (text: string) => readonly FoundName[];
};

type FoundName = { readonly name: string; readonly at: number; readonly ids: ReadonlySet<string> };

const nobody: ReadonlySet<string> = new Set();

/**
 * Compares names by their words, without case, accents, marks and emoji. One or more words of a name match everyone who
 * has them: "Bob" is "🎉 Bob Smith", or both of two Bobs.
 */
export function toPeople(evidence: Evidence): People {
  const known = cache.get(evidence) ?? findPeople(evidence);
  cache.set(evidence, known);
  return known;
}

const cache = new WeakMap<Evidence, People>();

function findPeople(evidence: Evidence): People {
  const byName = new Map<string, Set<string>>();
  const byWord = new Map<string, Set<string>>();
  const written = new Set<string>();
  const namesOf = new Map<string, Set<string>>();
  for (const { author } of evidence.messages) add(namesOf, author.id, author.name);
  for (const [id, used] of namesOf) {
    for (const name of [...used].flatMap(own => [own, toSpeakerName(own)])) {
      const words = toNameWords(name);
      add(byName, words.join(' '), id);
      for (const word of words) add(byWord, word, id);
      written.add(name.trim().replace(/^@+/u, ''));
      if (words.length > 1) written.add(name.trim().split(/[\s|(]/u)[0] ?? '');
    }
  }
  const toIds = (name: string): ReadonlySet<string> => {
    const words = toNameWords(name);
    const exact = byName.get(words.join(' '));
    if (exact || words.length === 0) return exact ?? nobody;
    const [first = nobody, ...others] = words.map(word => byWord.get(word) ?? findHonored(word, byWord));
    return others.reduce((ids, each) => ids.intersection(each), first);
  };
  const names = [...written]
    .filter(name => /[\p{L}\p{N}]/u.test(name) && name.length > 1)
    .sort((a, b) => b.length - a.length);
  const pattern =
    names.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${names.map(name => RegExp.escape(name).replace(/(?:\\x20| )+/g, '\\s+')).join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        );
  return {
    toIds,
    findNames: text =>
      [...text.matchAll(pattern ?? /(?!)/g)].map(({ 0: name, index }) => ({
        name,
        at: index,
        ids: toIds(name),
      })),
  };
}

/** The words of a name in the form for comparison. */
function toNameWords(name: string): readonly string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [plain.trim()].filter(Boolean);
}

/** "田中さん" is 田中: in scripts without spaces, a title may follow a name. */
function findHonored(word: string, byWord: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  if (!startsUnspaced.test(word)) return nobody;
  return [...byWord].find(([known]) => known.length > 1 && word.startsWith(known))?.[1] ?? nobody;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}
