import type { ClaimKind } from '../kind.ts';
import type { Matter } from './summary.ts';

type Placed = { readonly kind: ClaimKind; readonly matter?: number };

/** Claims of one matter; `number` is null for those under no matter, and 'to_do' for calls to all readers. */
export type MatterGroup<Claim> = {
  readonly number: number | 'to_do' | null;
  readonly claims: readonly Claim[];
};

/**
 * Claims in reading order: matter by matter, in each as the engine wrote them, then calls to all readers, then
 * claims without a matter. The first claim of a matter stays under its title, also if it is a call, and a person's
 * task stays beside what it is about.
 */
export function groupByMatter<Claim extends Placed>(claims: readonly Claim[]): readonly MatterGroup<Claim>[] {
  const byNumber = [...Map.groupBy(claims, ({ matter }) => matter ?? null)].sort(
    ([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY),
  );
  const matters = byNumber.filter(([number]) => number !== null);
  const isToDo = ({ kind }: Claim, index: number) => index > 0 && kind === 'request';
  const toDo = matters.flatMap(([, own]) => own.filter(isToDo));
  const without = byNumber.filter(([number]) => number === null);
  return [
    ...matters.map(([number, own]) => ({
      number,
      claims: own.filter((claim, index) => !isToDo(claim, index)),
    })),
    { number: 'to_do' as const, claims: toDo },
    ...without.map(([number, own]) => ({ number, claims: own })),
  ].filter(group => group.claims.length > 0);
}

/** The claims of all groups. */
export function inReadingOrder<Claim extends Placed>(claims: readonly Claim[]): readonly Claim[] {
  return groupByMatter(claims).flatMap(group => group.claims);
}

/** Matters without the titles whose messages are no longer all cited by the claims under them. */
export function withoutUncitedTitles<Claim extends Placed>(
  matters: readonly Matter[],
  claims: readonly Claim[],
  toMessageIds: (claim: Claim) => readonly string[],
): readonly Matter[] {
  return matters.map((matter, index) => {
    const own = claims.filter(claim => claim.matter === index + 1);
    const cited = new Set(own.flatMap(toMessageIds));
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
