import type { Quote } from '../../core/claims/claim.ts';

/** A part of a message; `marked` if a claim quotes it. */
type MarkedStretch = { readonly text: string; readonly marked: boolean };

/** Splits a message at the edges of its quotes and merges overlapping ones; the joined parts are the text. */
export function toMarkedStretches(text: string, quotes: readonly Quote[]): readonly MarkedStretch[] {
  const clamp = (offset: number) => Math.min(Math.max(offset, 0), text.length);
  const spans = quotes
    .map(({ start, end }) => ({ start: clamp(start), end: clamp(end) }))
    .sort((a, b) => a.start - b.start);
  const stretches: MarkedStretch[] = [];
  let at = 0;
  let marked = '';
  const add = (to: number, isMarked: boolean) => {
    if (to <= at) return;
    if (isMarked) marked += text.slice(at, to);
    else {
      if (marked !== '') stretches.push({ text: marked, marked: true });
      marked = '';
      stretches.push({ text: text.slice(at, to), marked: false });
    }
    at = to;
  };
  for (const { start, end } of spans) {
    add(start, false);
    add(end, true);
  }
  if (at === text.length && marked !== '') stretches.push({ text: marked, marked: true });
  add(text.length, false);
  return stretches;
}
