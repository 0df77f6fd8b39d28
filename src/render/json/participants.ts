import { toSection } from '../../core/claims/section.ts';
import type { Summary, SummaryClaim } from '../../core/claims/summary.ts';

/** A participant and the claims about their contributions. */
type Contributor = {
  readonly name: string;
  readonly messageCount: number;
  readonly claims: readonly SummaryClaim[];
};

/**
 * Every contribution under exactly one person. People with contributions come first, in reading order, then the others
 * in their order. A contribution of an unknown person is listed under the name in the claim.
 */
export function toContributors(summary: Summary): readonly Contributor[] {
  const people = summary.participants.map(({ name, messageCount }) => ({
    name,
    messageCount,
    claims: [] as SummaryClaim[],
  }));
  const unknown = new Map<string, Contributor & { readonly claims: SummaryClaim[] }>();
  for (const claim of summary.claims) {
    if (toSection(claim) !== 'contribution') continue;
    const index = summary.participants.findIndex(({ contributionIds }) => contributionIds.includes(claim.id));
    const name =
      claim.speakers[0] ?? summary.footnotes[(claim.references[0]?.footnote ?? 0) - 1]?.sender ?? '';
    const known = people[index] ?? unknown.get(name);
    if (known) known.claims.push(claim);
    else unknown.set(name, { name, messageCount: 0, claims: [claim] });
  }
  const order = new Map(summary.claims.map((claim, index) => [claim.id, index]));
  const first = ({ claims }: Contributor) => order.get(claims[0]?.id ?? '') ?? Number.POSITIVE_INFINITY;
  const active = [...people, ...unknown.values()].filter(person => person.claims.length > 0);
  return [
    ...active.sort((a, b) => first(a) - first(b)),
    ...people.filter(person => person.claims.length === 0),
  ];
}
