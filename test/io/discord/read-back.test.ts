import { describe, expect, test } from 'vitest';
import { createReadBack, type PlaceBack } from '../../../src/io/discord/read-back.ts';

/** A place with so many pages of ten texts, of which some have the word. */
function createPlace(pages: number, having: number) {
  let read = 0;
  const place: PlaceBack = {
    next: async () => {
      read += 1;
      const texts = Array.from({ length: 10 }, (_, index) => (index < having ? 'the tent' : 'talk'));
      return { texts, isOver: read >= pages };
    },
  };
  return { place, read: () => read };
}

const toTerms = (text: string) => text.split(' ').filter(word => word === 'tent');

async function readAll(most: number, ...places: readonly ReturnType<typeof createPlace>[]) {
  const read = createReadBack(places.map(({ place }) => place));
  await read(places.length);
  const isWhole = await read(most, toTerms);
  return { pages: places.map(each => each.read()), isWhole };
}

describe('places are read back', () => {
  test('in proportion to what their messages say of the words', async () => {
    const { pages } = await readAll(27, createPlace(99, 6), createPlace(99, 3), createPlace(99, 1));
    expect(pages).toEqual([18, 9, 3]);
  });

  test('alike where none has the words', async () => {
    const { pages } = await readAll(10, createPlace(99, 0), createPlace(99, 0));
    expect(pages).toEqual([6, 6]);
  });

  test('no further than their first message, and the rest of the pages are of the others', async () => {
    const some = await readAll(20, createPlace(3, 9), createPlace(99, 1));
    expect(some).toEqual({ pages: [3, 19], isWhole: false });
    const all = await readAll(20, createPlace(3, 9), createPlace(2, 0));
    expect(all).toEqual({ pages: [3, 2], isWhole: true });
  });
});
