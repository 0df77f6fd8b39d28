/** UTF-16 offsets, end exclusive. */
export type Span = { readonly start: number; readonly end: number };

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const closesWithoutSpace = /[。！？｡…\n]["'”’」』）)]*$/u;

/**
 * The sentences of one message as trimmed spans; lines end sentences too. A boundary with no white space
 * behind it ("?" inside a URL) does not count, except after the full stops of scripts without spaces.
 */
export function toSentences(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    const end = index + segment.length;
    if (end < text.length && !/\s$/.test(segment) && !closesWithoutSpace.test(segment)) continue;
    pushLines(text, start, end, spans);
    start = end;
  }
  return spans;
}

function pushLines(text: string, start: number, end: number, spans: Span[]): void {
  let from = start;
  for (const line of text.slice(start, end).split('\n')) {
    const trimmed = trim(text, from, from + line.length);
    if (trimmed) spans.push(trimmed);
    from += line.length + 1;
  }
}

function trim(text: string, start: number, end: number): Span | null {
  const slice = text.slice(start, end);
  const lead = slice.length - slice.trimStart().length;
  const body = slice.trim();
  return body === '' ? null : { start: start + lead, end: start + lead + body.length };
}
