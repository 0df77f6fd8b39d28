import { describe, expect, test } from 'vitest';
import { searchWords, toSearchWords } from '../../../src/io/discord/question-search.ts';

/** Searches by these answers, and says what was searched for. */
function createSearch(
  answers: Readonly<Record<string, { readonly ids: readonly string[]; readonly total?: number }>>,
) {
  const searched: string[] = [];
  const find = async (content: string) => {
    searched.push(content);
    const found = answers[content];
    if (found === undefined) return null;
    return { records: found.ids.map(id => ({ id })), total: found.total ?? found.ids.length };
  };
  return { searched, find };
}

describe('the words that are searched for', () => {
  test('say what a question is about, at most eight, the longest of the new question first', () => {
    expect(toSearchWords(['Who has the key to the storage room?'], ['en'])).toEqual([
      'key',
      'storage',
      'room',
    ]);
    expect(toSearchWords(['Wer hat den Schlüssel?', 'And the boat?'], ['de'])).toEqual(['schlüssel', 'boat']);
    const many = 'alpha bravo charlie delta echo foxtrot golf hotel india juliett';
    expect(toSearchWords([many, 'kilo'], ['en'])).toEqual(
      'alpha bravo charlie delta foxtrot hotel india juliett'.split(' '),
    );
    expect(toSearchWords(['When?'], ['en'])).toEqual([]);
  });
});

describe('a search by words', () => {
  test('puts first what has rare words, and several', async () => {
    const { find } = createSearch({
      boat: { ids: ['4', '3', '2'], total: 900 },
      erna: { ids: ['3', '1'] },
      weekend: { ids: ['2'], total: 20 },
    });
    const hits = await searchWords(['boat', 'erna', 'weekend'], find);
    expect(hits.map(({ id }) => id)).toEqual(['3', '1', '2', '4']);
  });

  test('asks for two neighbours together only where many messages have each', async () => {
    const { find, searched } = createSearch({
      big: { ids: ['1'], total: 900 },
      tent: { ids: ['2'], total: 900 },
      rented: { ids: ['3'], total: 25 },
      'big tent': { ids: ['4'] },
    });
    const hits = await searchWords(['big', 'tent', 'rented'], find);
    expect(searched).toEqual(['big', 'tent', 'rented', 'big tent']);
    expect(hits[0]?.id).toBe('4');
  });
});
