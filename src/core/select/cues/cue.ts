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

/** Any of these words, standing alone; each is the source of a regular expression. */
export function anywhere(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

/** Any of these words at the start, after a name that is spoken to and signs. */
export function opening(...alternatives: readonly string[]): RegExp {
  return new RegExp(
    `^(?:@\\S+[\\s,:]+)?[^\\p{L}\\p{N}+-]*(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`,
    'u',
  );
}

/** Any of these, without word boundaries, for scripts that set no spaces. */
export function within(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'u');
}

/** The same at the start. */
export function openingWithin(...alternatives: readonly string[]): RegExp {
  return new RegExp(`^(?:@\\S+[\\s,:、]+)?(?:${alternatives.join('|')})`, 'u');
}

/** A cue that the language marks in no way of its own. */
export const never = /(?!)/u;
