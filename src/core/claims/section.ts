import type { Place, Source } from '../conversation/message.ts';
import type { ClaimBody } from './claim.ts';
import type { ClaimKind } from './kind.ts';
import type { SummaryClaim } from './summary.ts';

/** The list of a claim in the public JSON: its kind, unless a person made it a note or it needs clarification. */
export type SectionName = ClaimKind | 'note' | 'unclear';

type Placed = Pick<ClaimBody, 'kind' | 'status'> & Pick<SummaryClaim, 'review'>;

export function toSection(claim: Placed): SectionName {
  if (claim.review?.decision === 'noted') return 'note';
  return isUnclear(claim) ? 'unclear' : claim.kind;
}

/** Whether a claim needs clarification. A note does not: a person made it one. */
export function isUnclear({ status, review }: Pick<Placed, 'status' | 'review'>): boolean {
  return status === 'needs_clarification' && review?.decision !== 'noted';
}

export function hasChannelHeadings({ channelIds }: Source): boolean {
  return channelIds.length > 1;
}

/** The channel under whose heading a claim without a matter appears: that of the earliest message that it shows. */
export function toHeadingChannel(
  shown: readonly { readonly position: number; readonly channel?: Place }[],
  source: Source,
): Place | null {
  if (!hasChannelHeadings(source)) return null;
  const [first] = shown.toSorted((a, b) => a.position - b.position);
  return first?.channel && source.channelIds.includes(first.channel.id) ? first.channel : null;
}
