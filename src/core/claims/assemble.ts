import { createFootnotes, maxShownCitations, toShownCounts } from './footnotes.ts';
import { toHeadingChannel } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import type { Matter, Summary, SummaryClaim, UnnumberedClaim } from './summary.ts';

/** A summary without what follows from its claims. */
type Parts = Omit<Summary, symbol | 'claims' | 'footnotes' | 'coverage'> & {
  readonly claims: readonly UnnumberedClaim[];
  readonly coverage: Omit<Summary['coverage'], 'cited'>;
};

/**
 * A summary of these claims: in reading order, with footnotes 1..k. Claims keep their ids, so that posts still find them.
 */
export function assemble(parts: Parts): Summary {
  const matters = parts.matters && withoutUncitedTitles(parts.matters, parts.claims);
  const ordered = toReadingOrder(parts);
  const most = matters && toShownCounts(ordered.map(({ cited }) => cited.length));
  const notes = createFootnotes();
  const claims = ordered.map(
    ({ cited, ...rest }, index): SummaryClaim => ({ ...rest, ...notes.cite(cited, most?.[index]) }),
  );
  const footnotes = notes.all();
  return reassemble({
    ...parts,
    matters,
    claims,
    footnotes,
    coverage: { ...parts.coverage, cited: footnotes.length },
  });
}

/** Checked statements in their order; other claims by matter, or channel by channel. */
function toReadingOrder({
  claims,
  checked,
  matters,
  source,
}: Pick<Parts, 'claims' | 'checked' | 'matters' | 'source'>): readonly UnnumberedClaim[] {
  const ranked = claims.toSorted((a, b) => toRank(a.id) - toRank(b.id));
  if (checked) return ranked;
  if (matters) return groupByMatter(ranked).flatMap(group => group.claims);
  const toPlace = ({ cited }: UnnumberedClaim) => {
    const place = toHeadingChannel(cited.slice(0, maxShownCitations), source);
    return place === null ? source.channelIds.length : source.channelIds.indexOf(place.id);
  };
  return ranked.toSorted((a, b) => toPlace(a) - toPlace(b));
}

const restored = 1_000_000;

/** "c7" is 7; dropped claims come after all others. */
function toRank(id: string): number {
  return Number(id.slice(1)) + (id.startsWith('r') ? restored : 0);
}

type Placed = { readonly matter?: number | undefined };

/** Claims of one matter; `number` is null for those under no matter. */
type MatterGroup<Claim> = { readonly number: number | null; readonly claims: readonly Claim[] };

/** Claims in reading order: matter by matter, in each as the engine wrote them, then claims without a matter. */
export function groupByMatter<Claim extends Placed>(claims: readonly Claim[]): readonly MatterGroup<Claim>[] {
  return [...Map.groupBy(claims, ({ matter }) => matter ?? null)]
    .sort(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
    .map(([number, own]) => ({ number, claims: own }));
}

/** Matters without the titles whose messages are no longer all cited by the claims under them. */
function withoutUncitedTitles(
  matters: readonly Matter[],
  claims: readonly Pick<UnnumberedClaim, 'matter' | 'cited'>[],
): readonly Matter[] {
  return matters.map((matter, index) => {
    const own = claims.filter(claim => claim.matter === index + 1);
    const cited = new Set(own.flatMap(claim => claim.cited.map(({ messageId }) => messageId)));
    return matter.sources.every(id => cited.has(id)) ? matter : { ...matter, title: null, sources: [] };
  });
}

/** The heading of a matter: its title, or its topic if the title failed its checks. */
export function toHeading(
  matter: Matter | undefined,
  claims: readonly { readonly topic: string | null }[],
): string | null {
  return matter?.title ?? claims.find(({ topic }) => topic !== null)?.topic ?? null;
}
