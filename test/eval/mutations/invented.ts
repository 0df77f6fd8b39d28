import type { GoodClaim } from '../material.ts';
import { type Mutation, toLiteral } from './mutation.ts';

/** The words of a claim about another conversation, its people replaced by those whom this one cites. */
export const invented: Mutation = {
  name: 'invented claim',
  mutate: (claim, pool, random) => {
    const other = random.pick(
      pool.filter(each => each.scene !== claim.scene && each.scene.languages[0] === claim.scene.languages[0]),
    );
    if (!other) return null;
    const authors = claim.draft.evidence.flatMap(
      ({ position }) => claim.scene.evidence.messages[position - 1]?.author.name ?? [],
    );
    return { ...claim.draft, text: renamePeople(other, authors) };
  },
};

function renamePeople({ scene, draft }: GoodClaim, names: readonly string[]): string {
  return scene.people.reduce(
    (text, name, at) =>
      text.replace(
        new RegExp(`(?<![\\p{L}\\p{N}])${toLiteral(name)}(?![\\p{L}\\p{N}])`, 'giu'),
        names[at % names.length] ?? name,
      ),
    draft.text,
  );
}
