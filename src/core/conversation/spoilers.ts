/** The marks around a spoiler: private-use code points, so that bars with another meaning stay. */
const opening = '\ue0f0';
const closing = '\ue0f1';
const marks = /[\ue0f0\ue0f1]/g;

/** A spoiler. One that was cut off extends to that end of the text. */
const spoiler = /\ue0f0([^\ue0f1]*)(?:\ue0f1|$)|^([^\ue0f0\ue0f1]*)\ue0f1/g;

/** Code and escaped characters take precedence, as they do in Discord. */
const bars = /\\[^\p{L}\p{N}\s]|```[\s\S]*?```|(?<!`)(`{1,2})(?!`)[\s\S]*?[^`]\1(?!`)|\|\|([\s\S]+?)\|\|/gu;

const mask = '[spoiler]';

export function markSpoilers(content: string): string {
  return withoutSpoilerMarks(content).replace(bars, (whole, _fence, hidden?: string) =>
    hidden === undefined ? whole : opening + hidden + closing,
  );
}

export function withoutSpoilerMarks(text: string): string {
  return text.replace(marks, '');
}

export function hasSpoiler(text: string): boolean {
  return text.search(marks) >= 0;
}

export function isAllSpoiler(text: string): boolean {
  const pieces = toSpoilerPieces(text).filter(each => /[\p{L}\p{N}]/u.test(each.text));
  return pieces.length > 0 && pieces.every(({ isSpoiler }) => isSpoiler);
}

/** Makes a whole text a spoiler; one for each turn of an exchange ("… → Bob: …"), because turns are laid out separately. */
export function hideText(text: string): string {
  return withoutSpoilerMarks(text)
    .split(' → ')
    .map(turn => opening + turn + closing)
    .join(' → ');
}

export function toBars(text: string): string {
  return text.replace(marks, '||');
}

/** Replaces each spoiler with "[spoiler]", for formats that cannot hide text until it is clicked. */
export function maskSpoilers(text: string): string {
  return text.replace(spoiler, mask);
}

/** Splits a text into pieces, in order, each entirely inside or outside a spoiler. */
export function toSpoilerPieces(
  text: string,
): readonly { readonly text: string; readonly isSpoiler: boolean }[] {
  const pieces: { text: string; isSpoiler: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(spoiler)) {
    pieces.push({ text: text.slice(end, match.index), isSpoiler: false });
    pieces.push({ text: match[1] ?? match[2] ?? '', isSpoiler: true });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: text.slice(end), isSpoiler: false }].filter(each => each.text !== '');
}

function isInside(text: string, at: number): boolean {
  return at > 0 && text.lastIndexOf(opening, at - 1) > text.lastIndexOf(closing, at - 1);
}

/** Widens a span that begins or ends inside a spoiler to include all of it, so that it stays hidden. */
export function widenToSpoilers<Cut extends { readonly start: number; readonly end: number }>(
  text: string,
  span: Cut,
): Cut {
  const start = isInside(text, span.start) ? text.lastIndexOf(opening, span.start - 1) : span.start;
  const close = isInside(text, span.end) ? text.indexOf(closing, span.end) : -1;
  const end = close < 0 ? span.end : close + closing.length;
  return start === span.start && end === span.end ? span : { ...span, start, end };
}

export function listSpoilers(text: string): readonly string[] {
  return hasSpoiler(text)
    ? toSpoilerPieces(text).flatMap(each => (each.isSpoiler ? [each.text.trim()] : []))
    : [];
}

/** Marks the spoilers in a text about messages: what is between bars, and each repetition of the hidden words. */
export function hideRepeatedSpoilers(text: string, hidden: readonly string[]): string {
  // A text with marks is a quote.
  if (hidden.length === 0 || hasSpoiler(text)) return text;
  const words = hidden.filter(each => each.length > 2).map(RegExp.escape);
  const marked = markSpoilers(text);
  if (words.length === 0) return marked;
  const repeated = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return toSpoilerPieces(marked)
    .map(({ text: piece, isSpoiler }) =>
      isSpoiler ? opening + piece + closing : piece.replace(repeated, found => opening + found + closing),
    )
    .join('');
}

const suspicious = /[\ufe00-\ufe0f]{2}|[\u{e0000}-\u{e01ef}]/u;
/** Regional flags (England's, Scotland's) are a black flag, a few tags and the tag that ends them. */
const flagOrTags =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu;
const selectors = /([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/** No script puts more marks on a letter, and to normalize them takes time by the square of their number. */
const stackedMarks = /(\p{M}{32})\p{M}+/gu;
const beyondLatin = /[\u0300-\uffff]/;

/** Removes words that a model reads but no person sees: tag characters, variation selectors, and stacked marks beyond 32. */
export function withoutHiddenWords(text: string): string {
  const plain = beyondLatin.test(text) ? text.replace(stackedMarks, '$1') : text;
  if (!suspicious.test(plain)) return plain;
  return plain.replace(flagOrTags, '$1').replace(selectors, '$1');
}
