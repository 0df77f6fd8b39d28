const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Where to cut a text to at most `max` UTF-16 units: between graphemes, or at least between code points. */
export function cutPoint(text: string, max: number): number {
  if (text.length <= max) return text.length;
  const end = graphemes.segment(text.slice(0, max + 64)).containing(max)?.index ?? 0;
  if (end > 0 || max < 1) return end;
  const unit = text.charCodeAt(max);
  return unit >= 0xdc00 && unit <= 0xdfff && max > 1 ? max - 1 : max;
}

/** At most `max` UTF-16 units, with an ellipsis if something was cut off. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, cutPoint(text, max - 1)).trimEnd()}…`;
}

/** A list that was cut, ending with how many of `total` are not shown. */
export function withRest<Shown, Rest>(
  shown: readonly Shown[],
  total: number,
  toRest: (count: number) => Rest,
): readonly (Shown | Rest)[] {
  const left = total - shown.length;
  return left > 0 ? [...shown, toRest(left)] : shown;
}
