/**
 * What the words of a message show it to be doing. `approves`, `declines` and `thanks` hold only where a
 * message opens with them; the others anywhere in it.
 */
export const cueNames = [
  'decides',
  'proposes',
  'approves',
  'declines',
  'commits',
  'asks',
  'questions',
  'due',
  'hedges',
  'thanks',
  'resolves',
  'announces',
] as const;
export type CueName = (typeof cueNames)[number];

/** The cues of one language, matched against lower-case text with straight apostrophes. */
export type CueList = Readonly<Record<CueName, RegExp>>;

/** Nothing but signs behind it: the word is all that is said. */
export const alone = '(?=[\\s.!,;…]*$)';

/** Where a sentence begins; a line is one. */
export const begins = '(?:^|[.!?…\\n] {0,3})';

/** Rewrites the source of a regular expression so that it also takes what people type instead. */
export type Spelling = (source: string) => string;

/** Patterns of one language, each given as sources of regular expressions. */
export type CuePatterns = {
  /** Any of these words, standing alone. */
  readonly anywhere: (...alternatives: readonly string[]) => RegExp;
  /** Any of these words at the start, after a name that is spoken to and signs. */
  readonly opening: (...alternatives: readonly string[]) => RegExp;
};

/** "@bob ", "bob: ", "hm, "; each part takes what the next cannot, so that no text makes it try twice. */
const lead = '(?:@[^\\s,:]+[\\s,:]|(?!(?:no|nein|nee|non|n[ãa]o|nah)[,:])[\\p{L}\\p{N}_.-]{2,20}[,:] )?';

export function createPatterns(spelling: Spelling = source => source): CuePatterns {
  const join = (alternatives: readonly string[]) => alternatives.map(spelling).join('|');
  return {
    anywhere: (...alternatives) =>
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${join(alternatives)})(?![\\p{L}\\p{N}])`, 'u'),
    opening: (...alternatives) =>
      new RegExp(`^${lead}[^\\p{L}\\p{N}+-]*(?:${join(alternatives)})(?![\\p{L}\\p{N}])`, 'u'),
  };
}

/** Accents may be missing in words of four letters and more, save where `keeps` matches: "manana", not "si" for "sí". */
export function accentsOptional(keeps = /(?!)/u): Spelling {
  return source =>
    source.replace(/\p{L}{4,}/gu, word => {
      const kept = keeps.exec(word);
      return word.replace(/[^a-z]/g, (letter, at: number) =>
        kept && at >= kept.index ? letter : `[${letter}${letter.normalize('NFD').charAt(0)}]`,
      );
    });
}

/** Umlauts may be typed as two letters; never as the bare vowel, which is another word ("konnten", "könnten"). */
export const umlautsApart: Spelling = source =>
  source.replace(/[äöüß]/g, letter => (letter === 'ß' ? '(?:ß|ss)' : `(?:${letter}|${apart[letter]})`));

const apart: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Any of these, without word boundaries, for scripts that set no spaces. */
export function within(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'u');
}

/** The same at the start. */
export function openingWithin(...alternatives: readonly string[]): RegExp {
  return new RegExp(`^(?:@[^\\s,:、]+[\\s,:、])?[^\\p{L}\\p{N}]{0,5}(?:${alternatives.join('|')})`, 'u');
}

/** A cue that the language marks in no way of its own. */
export const never = /(?!)/u;
