import type { Texts } from '../texts.ts';
import type { Due } from './due.ts';
import type { Item, Marker } from './item.ts';

/**
 * One piece of a claim's line. `strong` and `text` are the claim's own words; `aside` and `more` are additions by code;
 * `note` is a warning. A `label` says how a decision was settled; `named` if a speaker's name follows, so that the two
 * stay apart.
 */
export type LinePiece =
  | { readonly as: 'strong' | 'text' | 'aside' | 'note'; readonly text: string }
  | { readonly as: 'more'; readonly text: string; readonly url: string | null }
  | { readonly as: 'label'; readonly text: string; readonly named: boolean }
  | { readonly as: 'due'; readonly due: Due }
  | { readonly as: 'marker'; readonly marker: Marker };

/**
 * A claim as pieces in reading order, with a space between them. Every format writes all of these, so that none can
 * lose a marker, a date or a warning.
 */
export function toLine(item: Item, t: Texts): readonly LinePiece[] {
  const { body } = item;
  const pieces: LinePiece[] = [];
  if (item.label !== null) pieces.push({ as: 'label', text: item.label, named: item.lead !== null });
  if (item.lead !== null) {
    pieces.push({ as: 'strong', text: toLeadWords(item.lead, item.leadJoint, t) });
    if (item.leadJoint === 'dash' || item.leadJoint === 'owner') pieces.push({ as: 'aside', text: '—' });
  }
  for (const { text, strong } of body) pieces.push({ as: strong ? 'strong' : 'text', text });
  if (item.due !== null) pieces.push({ as: 'due', due: item.due });
  pieces.push(...toSupportPieces(item, t));
  if (item.before) {
    pieces.push({ as: 'aside', text: `— ${item.before.label}${t('summary.colon')}` });
    pieces.push({ as: 'text', text: item.before.text });
    pieces.push(...toSupportPieces(item.before, t));
  }
  for (const note of item.notes) pieces.push({ as: 'note', text: note });
  return pieces;
}

function toLeadWords(lead: string, joint: Item['leadJoint'], t: Texts): string {
  if (joint === 'owner') return t('summary.taskOf', { owner: lead });
  return joint === 'colon' ? `${lead}:` : lead;
}

/** "(due tomorrow, 23 Aug 2025)" or "(due after the release, said 22 Aug 2025)", with instants written by `write`. */
export function toDueWords(
  { words: due, date, saidAt, isShared }: Due,
  t: Texts,
  write: (iso: string, isTimed?: boolean) => string,
): string {
  const on = date && write(date.at, date.isTimed);
  const parts = [
    due,
    on !== null && due === null ? t('summary.due', { when: on }) : on,
    saidAt && t(isShared ? 'summary.shared' : 'summary.said', { day: write(saidAt) }),
  ];
  return `(${t.list(parts.filter(part => part !== null))})`;
}

/** "Approved ·" before a name, "Approved:" before the text. */
export function toLabelWords({ text, named }: { text: string; named: boolean }, t: Texts) {
  return named ? { label: text, joint: '·' } : { label: text + t('summary.colon'), joint: null };
}

function toSupportPieces(
  { markers, moreCount, moreUrl }: Pick<Item, 'markers' | 'moreCount' | 'moreUrl'>,
  t: Texts,
): LinePiece[] {
  const pieces: LinePiece[] = markers.map(marker => ({ as: 'marker', marker }));
  if (moreCount > 0) pieces.push({ as: 'more', text: t('summary.more', { count: moreCount }), url: moreUrl });
  return pieces;
}
