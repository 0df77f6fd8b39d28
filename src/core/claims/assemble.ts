import { createFootnotes, maxShownCitations, toShownCounts } from './footnotes.ts';
import { isUnclear, toHeadingChannel } from './section.ts';
import { reassemble } from './serialized-summary.ts';
import type { Footnote, ListedMessage, Matter, Summary, SummaryClaim, UnnumberedClaim } from './summary.ts';

/** Replaces a claim's footnote numbers with the messages behind them. */
export function toUnnumbered(claim: SummaryClaim, footnotes: readonly Footnote[]): UnnumberedClaim {
  const { references, more, ...rest } = claim;
  const shown = references.flatMap(({ footnote, quote }): ListedMessage[] => {
    const note = footnotes[footnote - 1];
    if (!note) return [];
    const { number: _, quotes: __, ...message } = note;
    return [{ ...message, quote }];
  });
  return { ...rest, cited: [...shown, ...more] };
}

type Parts = Omit<Summary, symbol | 'claims' | 'footnotes' | 'coverage'> & {
  readonly claims: readonly UnnumberedClaim[];
  readonly coverage: Omit<Summary['coverage'], 'cited'>;
};

/** A summary of these claims in reading order, with footnotes 1..k. Claims keep their ids, so that posts still find them. */
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

export function keepFirst(summary: Summary, most: number): Summary {
  const { claims, footnotes } = summary;
  if (claims.length <= most) return summary;
  const kept = claims.slice(0, most).map(claim => toUnnumbered(claim, footnotes));
  return assemble({ ...summary, claims: kept });
}

/** Checked statements in their order; other claims by matter, or channel by channel. */
function toReadingOrder({
  claims,
  checked,
  matters,
  source,
}: Pick<Parts, 'claims' | 'checked' | 'matters' | 'source'>): readonly UnnumberedClaim[] {
  const ranked = claims.toSorted((a, b) => toRank(a) - toRank(b));
  if (checked) return ranked;
  // What is not wholly true is no opening.
  if (matters)
    return groupByMatter(ranked).flatMap(({ claims: own }) =>
      own.toSorted((a, b) => toDoubt(a) - toDoubt(b)),
    );
  const toPlace = ({ cited }: UnnumberedClaim) => {
    const place = toHeadingChannel(cited.slice(0, maxShownCitations), source);
    return place === null ? source.channelIds.length : source.channelIds.indexOf(place.id);
  };
  return ranked.toSorted((a, b) => toPlace(a) - toPlace(b));
}

function toDoubt(claim: UnnumberedClaim): number {
  return Number(isUnclear(claim));
}

const restored = 1_000_000;

/** "c7" is 7; a dropped claim comes after the one that stood before it, or after all others where that is unknown. */
function toRank({ id, after = restored }: Pick<UnnumberedClaim, 'id' | 'after'>): number {
  const number = Number(id.slice(1));
  return id.startsWith('r') ? after + (number + 1) / restored : number;
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
  isCard = false,
): string | null {
  const title = matter?.title ?? null;
  const topic = claims.find(each => each.topic !== null)?.topic ?? null;
  // Before the only line of a matter, a title would say the same.
  return isCard ? (topic ?? title) : (title ?? topic);
}
