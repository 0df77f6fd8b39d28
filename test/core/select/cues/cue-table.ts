import { describe, expect, test } from 'vitest';
import { type CueName, cueNames } from '../../../../src/core/select/cues/cue.ts';
import { createCueReader } from '../../../../src/core/select/cues/index.ts';

/** What people type in chat: sentences that show a cue, and sentences that look as if they did. */
export type CueTable = Readonly<
  Record<CueName, { readonly shows: readonly string[]; readonly hides: readonly string[] }>
>;

/** One test for each cue of a language, naming the sentences that are misread. */
export function testCues(language: string, table: CueTable): void {
  const { read } = createCueReader([language]);
  describe(`cues in ${language}`, () => {
    test.each(cueNames)('“%s” is read where it is shown and nowhere else', cue => {
      const { shows, hides } = table[cue];
      expect(shows.length).toBeGreaterThanOrEqual(6);
      expect(hides.length).toBeGreaterThanOrEqual(6);
      expect({
        missed: shows.filter(text => !read(text).has(cue)),
        imagined: hides.filter(text => read(text).has(cue)),
      }).toEqual({ missed: [], imagined: [] });
    });
  });
}

/** One test for each sentence whose due words are to be found as they were written. */
export function testDueWords(
  language: string,
  pairs: readonly (readonly [text: string, due: string])[],
): void {
  const { read } = createCueReader([language]);
  describe(`the due words in ${language}`, () => {
    test.each(pairs)('of “%s” are “%s”', (text, due) => {
      expect(read(text).find('due')).toBe(due);
    });
  });
}
