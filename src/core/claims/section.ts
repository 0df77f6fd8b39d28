import { type ClaimKind, readingOrder } from './kind.ts';
import type { Review } from './reviewed.ts';

/** Under which heading a claim stands: its kind's, or, where a person made a note of it, that of notes. */
export type SectionName = ClaimKind | 'note';

/** The order in which a reader meets the sections, which is the order of the public JSON; notes come last. */
export const sectionOrder = [...readingOrder, 'note'] as const satisfies readonly SectionName[];

type Placed = { readonly kind: ClaimKind; readonly review?: Review };

export function toSection({ kind, review }: Placed): SectionName {
  return review?.decision === 'noted' ? 'note' : kind;
}
