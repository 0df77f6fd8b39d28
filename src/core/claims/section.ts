import type { Place, Source } from '../conversation/message.ts';
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

/** With more channels, a summary has a heading for each. */
const maxWithoutHeadings = 2;

/** Sections that summarize all channels together. */
const general: ReadonlySet<SectionName> = new Set(['request', 'overview']);

/**
 * The channel whose heading a claim appears under: that of the earliest message that it shows. Null if claims appear
 * under the headings of their kinds.
 */
export function toHeadingChannel(
  section: SectionName,
  shown: readonly { readonly position: number; readonly channel?: Place }[],
  { channelIds }: Source,
): Place | null {
  if (channelIds.length <= maxWithoutHeadings || general.has(section)) return null;
  const [first] = [...shown].sort((a, b) => a.position - b.position);
  return first?.channel && channelIds.includes(first.channel.id) ? first.channel : null;
}

/**
 * Sorts claims by channel, those about all channels first and those without a channel last. Otherwise keeps their order.
 */
export function sortByChannel<Claim>(
  claims: readonly Claim[],
  { channelIds }: Source,
  toPlaced: (claim: Claim) => { readonly section: SectionName; readonly channel: Place | null },
): readonly Claim[] {
  if (channelIds.length <= maxWithoutHeadings) return claims;
  const rank = (claim: Claim) => {
    const { section, channel } = toPlaced(claim);
    if (general.has(section)) return -1;
    return channel === null ? channelIds.length : channelIds.indexOf(channel.id);
  };
  return [...claims].sort((a, b) => rank(a) - rank(b));
}
