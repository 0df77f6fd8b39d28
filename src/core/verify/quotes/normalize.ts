/** A text in the form for comparison; `toOrigin(i)` is the offset in the original of character i of `text`. */
type Normalized = { readonly text: string; readonly toOrigin: (at: number) => number };

const cluster = /\P{M}\p{M}*|\p{M}+/gu;
/** Only ASCII letters, digits and marks with single spaces: only case must be folded. */
const plain = /^(?! )(?:[\x21-\x7e]| (?=[\x21-\x7e]))*$/;
const folded = new Map<string, string>([
  ...[...'‘’‚‛′`´ʼ'].map(mark => [mark, "'"] as const),
  // A quotation inside another one has single marks.
  ...[...'"“”„‟″«»「」『』'].map(mark => [mark, "'"] as const),
  ...[...'‐‑‒–—―−'].map(mark => [mark, '-'] as const),
  ...[...'\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f'].map(mark => [mark, ''] as const),
]);

/**
 * Folds differences that do not matter in a quote: NFKC forms, case, kinds of quotation marks and dashes, white space,
 * invisible characters.
 */
export function normalize(text: string): Normalized {
  if (plain.test(text)) return { text: text.toLowerCase().replace(/[`"]/g, "'"), toOrigin: at => at };
  const out: string[] = [];
  const offsets: number[] = [];
  // Tracked separately: reading the end of a growing string would copy it each time.
  let endsInSpace = true;
  const push = (piece: string, from: number) => {
    for (const unit of piece) {
      const isSpace = /\s/.test(unit);
      if (isSpace && endsInSpace) continue;
      endsInSpace = isSpace;
      out.push(isSpace ? ' ' : unit);
      if (isSpace) offsets.push(from);
      else for (let i = 0; i < unit.length; i++) offsets.push(from + (unit.length > 1 ? i : 0));
    }
  };
  for (const match of text.matchAll(cluster)) {
    const [first = ''] = match[0];
    push(folded.get(match[0]) ?? folded.get(first) ?? toFolded(match[0]), match.index);
  }
  return { text: out.join('').trimEnd(), toOrigin: at => offsets[at] ?? text.length };
}

/** Invisible characters are removed from claims, but messages may contain them. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

function toFolded(piece: string): string {
  const wide = piece.normalize('NFKC').toLowerCase().replace(invisible, '');
  return [...wide].map(unit => folded.get(unit) ?? unit).join('');
}

/** Anything with a text, such as a message. */
export type HasText = { readonly text: string };

const cache = new WeakMap<HasText, Normalized>();

/** The normalized text of a message, cached because many claims are compared with it. */
export function normalizeOnce(message: HasText): Normalized {
  const known = cache.get(message) ?? normalize(message.text);
  cache.set(message, known);
  return known;
}
