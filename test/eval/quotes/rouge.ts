import { tokenize } from '../../../src/core/conversation/tokens.ts';
import { createTermReader } from '../../../src/core/select/languages.ts';
import { toSentences } from '../../../src/core/select/sentences.ts';

/** Shares 0..1: how much of the reference is there, how much of the text is in the reference, and both. */
export type Overlap = { readonly recall: number; readonly precision: number; readonly f1: number };

/** ROUGE-1, ROUGE-2 and ROUGE-Lsum as Lin 2004 has them, over stems, little words included. */
export type Rouge = { readonly one: Overlap; readonly two: Overlap; readonly long: Overlap };

const stem = createStemmer();

/** Little words count in ROUGE, so they stay as they are; the others are cut to stems. */
function createStemmer(): (word: string) => string {
  const read = createTermReader(['en']);
  const cache = new Map<string, string>();
  return word => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const made = read(word)[0] ?? word;
    cache.set(word, made);
    return made;
  };
}

function toWords(text: string): readonly string[] {
  return tokenize(text)
    .flatMap(word => word.split(/[._-]/))
    .map(stem);
}

export function measureRouge(text: string, reference: string): Rouge {
  const [own, wanted] = [toWords(text), toWords(reference)];
  return {
    one: compare(count(own), count(wanted)),
    two: compare(count(toPairs(own)), count(toPairs(wanted))),
    long: measureLong(text, reference),
  };
}

function toPairs(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

function count(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function compare(own: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): Overlap {
  let shared = 0;
  for (const [word, times] of wanted) shared += Math.min(times, own.get(word) ?? 0);
  return toOverlap(shared, sum(own.values()), sum(wanted.values()));
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, each) => all + each, 0);
}

function toOverlap(shared: number, own: number, wanted: number): Overlap {
  const recall = wanted === 0 ? 0 : shared / wanted;
  const precision = own === 0 ? 0 : shared / own;
  return { recall, precision, f1: shared === 0 ? 0 : (2 * recall * precision) / (recall + precision) };
}

/** Of each sentence of the reference the words that some sentence of the text has in the same order, each word counted once. */
function measureLong(text: string, reference: string): Overlap {
  const sentences = cut(text);
  const wanted = cut(reference);
  const leftOwn = new Map(count(sentences.flat()));
  const leftWanted = new Map(count(wanted.flat()));
  let shared = 0;
  for (const sentence of wanted) {
    const held = new Set(sentences.flatMap(each => findCommon(sentence, each)));
    for (const at of held) {
      const word = sentence[at] ?? '';
      const [own = 0, other = 0] = [leftOwn.get(word), leftWanted.get(word)];
      if (own === 0 || other === 0) continue;
      leftOwn.set(word, own - 1);
      leftWanted.set(word, other - 1);
      shared += 1;
    }
  }
  return toOverlap(shared, sentences.flat().length, wanted.flat().length);
}

function cut(text: string): readonly (readonly string[])[] {
  return toSentences(text).map(({ start, end }) => toWords(text.slice(start, end)));
}

/** The places in `a` of a longest common subsequence with `b`. */
function findCommon(a: readonly string[], b: readonly string[]): readonly number[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      lengths[i * width + j] =
        a[i - 1] === b[j - 1]
          ? (lengths[(i - 1) * width + j - 1] ?? 0) + 1
          : Math.max(lengths[(i - 1) * width + j] ?? 0, lengths[i * width + j - 1] ?? 0);
    }
  }
  const places: number[] = [];
  for (let i = a.length, j = b.length; i > 0 && j > 0; ) {
    if (a[i - 1] === b[j - 1]) {
      places.push(i - 1);
      i -= 1;
      j -= 1;
    } else if ((lengths[(i - 1) * width + j] ?? 0) >= (lengths[i * width + j - 1] ?? 0)) i -= 1;
    else j -= 1;
  }
  return places;
}
