import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenize } from '../../../src/core/conversation/tokens.ts';
import {
  rankByCentrality,
  rankByMatter,
  similarity,
  toTermMatrix,
} from '../../../src/core/select/ranking.ts';

function rank(...texts: readonly string[]): readonly number[] {
  return [...rankByCentrality(toTermMatrix(texts.map(tokenize)))];
}

describe('how much a document says of what all are about', () => {
  const everywhere = Array.from({ length: 200 }, (_, i) =>
    i % 12 === 0 ? 'people like number' : `word${i}`,
  );
  const matter = ['the solar panel', 'panel faces south', 'solar south roof', 'roof panel'];
  const rankAll = (texts: readonly string[]) => rankByMatter(toTermMatrix(texts.map(tokenize)));

  test('is more for words that come back soon than for those that come up all over', () => {
    const texts = [...everywhere.slice(0, 100), ...matter, ...everywhere.slice(100)];
    const scores = rankAll(texts);
    const plain = rank(...texts);
    const [panel, people] = [texts.indexOf('solar south roof'), texts.indexOf('people like number')];
    expect(scores[panel]).toBeGreaterThan(scores[people] ?? 1);
    expect((scores[panel] ?? 0) / (scores[people] ?? 1)).toBeGreaterThan(
      (plain[panel] ?? 0) / (plain[people] ?? 1),
    );
  });

  test('is how central it is where the conversation is short', () => {
    expect([...rankAll(matter)]).toEqual(rank(...matter));
  });
});

describe('centrality', () => {
  test('is lower for a document that speaks of something else', () => {
    const scores = rank(
      'the battery drains since the update',
      'battery drain after update confirmed here',
      'update made the battery worse',
      'my cat sleeps on a keyboard',
      'we roll back the battery update',
    );
    const off = scores[3] ?? 1;
    for (const [index, score] of scores.entries()) if (index !== 3) expect(score).toBeGreaterThan(off);
  });

  test('is the same for the same words, wherever they stand', () => {
    const scores = rank('ship on friday', 'red car', 'ship on friday', 'blue car');
    expect(scores[0]).toBeCloseTo(scores[2] ?? 0, 12);
  });

  test('does not come from words that half the conversation says', () => {
    const texts = Array.from({ length: 18 }, (_, i) => `lol unrelated${i} other${i}`);
    const scores = rank(...texts, 'radio firmware update', 'radio firmware bug');
    expect(Math.min(...scores.slice(18))).toBeGreaterThan(Math.max(...scores.slice(0, 18)));
  });

  test('is a number for documents without words, and nothing for no documents', () => {
    expect(rank()).toEqual([]);
    expect(rank('', '')).toEqual([1, 1]);
    expect(rank('one', 'other')).toEqual([1, 1]);
    const [wordless = 1, first = 0] = rank('👍', 'ship it friday', 'ship it monday');
    expect(wordless).toBeGreaterThan(0);
    expect(wordless).toBeLessThan(first);
  });
});

describe('similarity', () => {
  const matrix = toTermMatrix([['a', 'b'], ['a', 'b'], ['c'], ['a', 'c'], []]);

  test('is 1 for the same words, 0 for no common word, and between for some', () => {
    expect(similarity(matrix, 0, 1)).toBeCloseTo(1, 12);
    expect(similarity(matrix, 0, 2)).toBe(0);
    expect(similarity(matrix, 0, 3)).toBeGreaterThan(0);
    expect(similarity(matrix, 0, 3)).toBeLessThan(1);
    expect(similarity(matrix, 3, 0)).toBe(similarity(matrix, 0, 3));
  });

  test('with a document without words is 0', () => {
    expect(similarity(matrix, 0, 4)).toBe(0);
    expect(similarity(matrix, 4, 4)).toBe(0);
  });
});

/** LexRank as Erkan and Radev (2004) write it, continuous, without self-links, all n × n similarities built from the words. */
function rankSlowly(documents: readonly (readonly string[])[]): readonly number[] {
  const n = documents.length;
  const idf = (word: string) => {
    const df = documents.filter(words => words.includes(word)).length;
    return n > 12 && df > n / 3 ? 0 : Math.log(1 + n / df);
  };
  const vectors = documents.map(words => {
    const weights = [...new Set(words)].map(
      word => [word, (1 + Math.log(words.filter(each => each === word).length)) * idf(word)] as const,
    );
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([word, weight]) => [word, weight / length]));
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const similarities = vectors.map((a, i) =>
    vectors.map((b, j) => (i === j ? 0 : sum([...a].map(([word, weight]) => weight * (b.get(word) ?? 0))))),
  );
  const degrees = similarities.map(row => sum(row) || 1);
  let scores: readonly number[] = documents.map(() => 1);
  for (let round = 0; round < 12; round++) {
    scores = similarities.map(
      row => 0.15 + 0.85 * sum(row.map((each, j) => (each * (scores[j] ?? 0)) / (degrees[j] ?? 1))),
    );
  }
  const top = Math.max(0, ...scores) || 1;
  return scores.map(score => score / top);
}

const anyDocuments = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 8 }),
  { maxLength: 20, size: 'max' },
);

describe('whatever the documents', () => {
  test('the scores are those of LexRank with every similarity built', () => {
    fc.assert(
      fc.property(anyDocuments, documents => {
        const fast = [...rankByCentrality(toTermMatrix(documents))];
        const slow = rankSlowly(documents);
        expect(fast).toHaveLength(slow.length);
        for (const [i, score] of fast.entries()) expect(score).toBeCloseTo(slow[i] ?? -1, 9);
      }),
    );
  });

  test('scores lie in 0..1 and the highest is 1', () => {
    fc.assert(
      fc.property(anyDocuments, documents => {
        const scores = [...rankByCentrality(toTermMatrix(documents))];
        expect(scores.every(score => score >= 0 && score <= 1)).toBe(true);
        if (scores.length > 0) expect(Math.max(...scores)).toBe(1);
      }),
    );
  });
});

test('memory grows with the words, not with pairs of documents', () => {
  const documents = Array.from({ length: 30_000 }, (_, i) => [
    `w${i % 4000}`,
    `w${(i * 7 + 1) % 4000}`,
    `u${i}`,
  ]);
  const before = process.memoryUsage();
  const matrix = toTermMatrix(documents);
  const scores = rankByCentrality(matrix);
  const after = process.memoryUsage();
  // A square of 30,000 is 7.2 GB as floats and 0.9 GB as single bytes.
  expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(150e6);
  expect(matrix.terms.length).toBeGreaterThan(89_000);
  expect(scores).toHaveLength(30_000);
});
