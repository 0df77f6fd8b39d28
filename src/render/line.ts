import type { Item, Marker } from './item.ts';
import type { Words } from './words/words.ts';

/**
 * One piece of a claim's line. `strong` and `text` are the claim's own words; `aside` and `more`
 * are what code says of it; `note` is what a reader must know of it.
 */
export type LinePiece =
  | { readonly as: 'strong' | 'text' | 'aside' | 'more' | 'note'; readonly text: string }
  | { readonly as: 'marker'; readonly marker: Marker };

/**
 * A claim as pieces in reading order, a space between any two. Every format writes these and nothing else, so
 * that none can lose a marker, a date or a warning.
 */
export function toLine(item: Item, words: Words): readonly LinePiece[] {
  const { body } = item;
  const pieces: LinePiece[] = [];
  if (item.label !== null) pieces.push({ as: 'strong', text: item.label + words.colon });
  if (item.lead !== null) {
    pieces.push({ as: 'strong', text: item.leadJoint === 'colon' ? `${item.lead}:` : item.lead });
    if (item.leadJoint === 'dash') pieces.push({ as: 'aside', text: '—' });
  }
  for (const { text, strong } of body) pieces.push({ as: strong ? 'strong' : 'text', text });
  if (item.due !== null) pieces.push({ as: 'aside', text: `(${item.due})` });
  pieces.push(...toSupportPieces(item.markers, item.moreCount, words));
  if (item.before) {
    pieces.push({ as: 'aside', text: `— ${words.before}${words.colon}` });
    pieces.push({ as: 'text', text: item.before.text });
    pieces.push(...toSupportPieces(item.before.markers, item.before.moreCount, words));
  }
  for (const note of item.notes) pieces.push({ as: 'note', text: note });
  return pieces;
}

function toSupportPieces(markers: readonly Marker[], moreCount: number, words: Words): LinePiece[] {
  const pieces: LinePiece[] = markers.map(marker => ({ as: 'marker', marker }));
  if (moreCount > 0) pieces.push({ as: 'more', text: words.more(moreCount) });
  return pieces;
}
