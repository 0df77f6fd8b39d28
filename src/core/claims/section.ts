import type { Place, Source } from '../conversation/message.ts';
import type { ClaimStatus, Review } from './claim.ts';
import { type ClaimKind, readingOrder } from './kind.ts';

/** The heading of a claim: its kind, unless a person made it a note or it needs clarification. */
export type SectionName = ClaimKind | 'note' | 'unclear';

/** The order of sections for readers and in the public JSON. */
export const sectionOrder = [...readingOrder, 'note', 'unclear'] as const satisfies readonly SectionName[];

type Placed = { readonly kind: ClaimKind; readonly status: ClaimStatus; readonly review?: Review };

export function toSection(claim: Placed): SectionName {
  if (claim.review?.decision === 'noted') return 'note';
  return isUnclear(claim) ? 'unclear' : claim.kind;
}

/** Whether a claim needs clarification. A note does not: a person made it one. */
export function isUnclear({ status, review }: Pick<Placed, 'status' | 'review'>): boolean {
  return status === 'needs_clarification' && review?.decision !== 'noted';
}

/** Whether a summary has a heading for each channel. */
export function hasChannelHeadings({ channelIds }: Source): boolean {
  return channelIds.length > 1;
}

/** Sections that summarize all channels together. */
const general: ReadonlySet<SectionName> = new Set(['request', 'overview']);

/**
 * The channel under whose heading a claim appears: that of the earliest message that it shows. Null if claims appear
 * under their kinds.
 */
export function toHeadingChannel(
  section: SectionName,
  shown: readonly { readonly position: number; readonly channel?: Place }[],
  source: Source,
): Place | null {
  const hasNone = section === 'unclear' || section === 'link' || general.has(section);
  if (!hasChannelHeadings(source) || hasNone) return null;
  const [first] = [...shown].sort((a, b) => a.position - b.position);
  return first?.channel && source.channelIds.includes(first.channel.id) ? first.channel : null;
}

/**
 * Sorts claims by channel, those about all channels first and those without a channel last; otherwise keeps their
 * order.
 */
export function sortByChannel<Claim>(
  claims: readonly Claim[],
  source: Source,
  toPlaced: (claim: Claim) => { readonly section: SectionName; readonly channel: Place | null },
): readonly Claim[] {
  if (!hasChannelHeadings(source)) return claims;
  const { channelIds } = source;
  const rank = (claim: Claim) => {
    const { section, channel } = toPlaced(claim);
    if (general.has(section)) return -1;
    return channel === null ? channelIds.length : channelIds.indexOf(channel.id);
  };
  return [...claims].sort((a, b) => rank(a) - rank(b));
}
