/** UTF-16 offsets, end exclusive. */
export type TextSpan = { readonly start: number; readonly end: number };

// The root locale: boundaries must not depend on the machine.
const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
const closesWithoutSpace = /[。！？｡…\n]["'”’」』）)]*$/u;
/** A letter alone, as in "z. B.", the number of a list, or a title. */
const shortened =
  /^\d{1,3}\.\s+$|(?:^|[\s(])(?:(?:\p{L}\. ?)*\p{L}|dr|mr|mrs|ms|prof|st|vs|approx|resp|incl|nr|bzw|ggf|evtl|ca|vgl|inkl|bspw|sog|hr|fr|sr|sra|srta|dra|p\. ?ej|mme|mlle|dott|sig)\.\s+$/iu;
/** The segmenter takes an opening bracket right after a full stop for a closing one. */
const opensNext = /[。！？｡]["'”’」』）)]*([「『（]+)$/u;
const ordinal = /(?<!\d)\d{1,2}\.\s+$/;
const month = /^(?:jan|feb|mär|mar|apr|mai|jun|jul|aug|sep|okt|nov|dez)/i;

/**
 * The sentences of one message as trimmed spans; a line break also ends one. A boundary without a space after it, or after an abbreviation,
 * a single letter or a list number, does not count, except after full stops of scripts without spaces.
 */
export function toSentences(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let start = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    const end = index + segment.length - (opensNext.exec(segment)?.[1]?.length ?? 0);
    if (end < text.length && !isBoundary(text, start, end)) continue;
    pushLines(text, start, end, spans);
    start = end;
  }
  return spans;
}

const lookBack = 40;

function isBoundary(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(start, end - lookBack), end);
  if (closesWithoutSpace.test(before)) return true;
  if (!/\s$/.test(before) || shortened.test(before)) return false;
  return !(ordinal.test(before) && month.test(text.slice(end, end + 4)));
}

function pushLines(text: string, start: number, end: number, spans: TextSpan[]): void {
  let from = start;
  for (const line of text.slice(start, end).split('\n')) {
    const trimmed = trim(text, from, from + line.length);
    if (trimmed) spans.push(trimmed);
    from += line.length + 1;
  }
}

function trim(text: string, start: number, end: number): TextSpan | null {
  const slice = text.slice(start, end);
  const lead = slice.length - slice.trimStart().length;
  const body = slice.trim();
  return body === '' ? null : { start: start + lead, end: start + lead + body.length };
}
