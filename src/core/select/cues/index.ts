import { type CueList, type CueName, cueNames } from './cue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { universal } from './universal.ts';

export const cueLists = { en, de, fr, es, pt, it, ja } as const satisfies Record<string, CueList>;

/** The cues found in one text. */
export type CueReading = {
  readonly has: (cue: CueName) => boolean;
  /** The words of the text that are the cue; the longest of all languages read. */
  readonly find: (cue: CueName) => string | null;
};

export type CueReader = {
  /** False where the conversation speaks only languages without a list: cues then say nothing. */
  readonly known: boolean;
  readonly read: (text: string) => CueReading;
};

/**
 * Reads cues in the languages of a conversation (BCP 47 tags); where no language is known for certain,
 * in all that have a list. Signs such as 👍, "+1" and "?" count in every language.
 */
export function createCueReader(languages: readonly string[]): CueReader {
  const chosen = new Set<CueList>();
  for (const [tag, list] of Object.entries(cueLists)) {
    if (languages.length === 0 || languages.some(language => language.split('-')[0] === tag))
      chosen.add(list);
  }
  const lists = [universal, ...chosen];
  const byName = Object.fromEntries(cueNames.map(name => [name, lists.map(list => list[name])]));
  return {
    known: chosen.size > 0,
    read: text => {
      const plain = text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'");
      return {
        has: cue => byName[cue]?.some(pattern => pattern.test(plain)) ?? false,
        find: cue => longestMatch(byName[cue] ?? [], plain, text),
      };
    },
  };
}

function longestMatch(patterns: readonly RegExp[], plain: string, text: string): string | null {
  let longest: string | null = null;
  for (const pattern of patterns) {
    const match = pattern.exec(plain);
    if (!match || match[0].length <= (longest?.length ?? 0)) continue;
    // Lower case and joined accents can change the length; then offsets no longer agree and the plain words serve.
    longest =
      plain.length === text.length ? text.slice(match.index, match.index + match[0].length) : match[0];
  }
  return longest;
}
