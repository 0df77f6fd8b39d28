import { toSection } from '../../core/claims/summary/section.ts';
import type { Summary, SummaryClaim } from '../../core/claims/summary/summary.ts';

/** A person of the conversation with the contributions that claims tell of them. */
export type Contributor = {
  readonly name: string;
  readonly messageCount: number;
  readonly claims: readonly SummaryClaim[];
};

/**
 * Every contribution under exactly one person: those who have some first, in reading order of their first,
 * then the others as they stand. A contribution of nobody known stands under the name it speaks of.
 */
export function toContributors(summary: Summary): readonly Contributor[] {
  const people = summary.participants.map(({ name, messageCount }) => ({
    name,
    messageCount,
    claims: [] as SummaryClaim[],
  }));
  for (const claim of summary.claims) {
    if (toSection(claim) !== 'contribution') continue;
    const index = summary.participants.findIndex(({ contributionIds }) => contributionIds.includes(claim.id));
    const name =
      claim.speakers[0] ?? summary.footnotes[(claim.references[0]?.footnote ?? 0) - 1]?.sender ?? '';
    const known = people[index] ?? people.find(person => person.name === name);
    if (known) known.claims.push(claim);
    else people.push({ name, messageCount: 0, claims: [claim] });
  }
  const order = new Map(summary.claims.map((claim, index) => [claim.id, index]));
  const first = ({ claims }: Contributor) => order.get(claims[0]?.id ?? '') ?? Number.POSITIVE_INFINITY;
  const active = people.filter(person => person.claims.length > 0);
  return [
    ...active.sort((a, b) => first(a) - first(b)),
    ...people.filter(person => person.claims.length === 0),
  ];
}
