import type { GoodClaim } from '../material.ts';
import type { Random } from '../random.ts';
import { type Mutation, splice, withText } from './mutation.ts';

const credits =
  /^\s+(?:also |then |first )?(?:said|says|asked|asks|suggest\w*|propos\w*|agree[ds]|disagree[ds]|explain\w*|report\w*|thought|thinks|believe[ds]|want(?:s|ed)|mention\w*|point\w* out|confirm\w*|object\w*|doubt\w*|will|would|reject\w*|announc\w*|introduc\w*|argu\w*|felt|told|remind\w*|found|need(?:s|ed)|recommend\w*|add(?:s|ed)|not(?:es|ed)|claim\w*|state[ds]|respond\w*|repl(?:ies|ied)|wonder\w*|suspects|advise[sd]|schlug|findet|fragt|glaubt|propuso|preguntó|cree|quiere)\b/iu;

/** Where a text credits somebody: each name of the conversation that opens it or stands before a verb of saying. */
function findCredited({ scene, draft: { text } }: GoodClaim): readonly { name: string; at: number }[] {
  const lower = text.toLowerCase();
  return scene.people.flatMap(name => {
    const places: { name: string; at: number }[] = [];
    for (
      let at = lower.indexOf(name.toLowerCase());
      at >= 0;
      at = lower.indexOf(name.toLowerCase(), at + 1)
    ) {
      const after = text.slice(at + name.length);
      if (/^[\p{L}\p{N}]/u.test(after) || /[\p{L}\p{N}]$/u.test(text.slice(0, at))) continue;
      if (credits.test(after)) places.push({ name, at });
    }
    return places;
  });
}

function pickOther(claim: GoodClaim, random: Random): string | undefined {
  const text = claim.draft.text.toLowerCase();
  return random.pick(claim.scene.people.filter(name => !text.includes(name.toLowerCase())));
}

/** Somebody else is credited, in the field and in the words of the claim. */
export const speaker: Mutation = {
  name: 'speaker',
  mutate: (claim, _, random) => {
    const [first] = findCredited(claim);
    const other = pickOther(claim, random);
    if (!first || other === undefined) return null;
    const changed = withText(claim, splice(claim.draft.text, first.at, first.name.length, other));
    return changed && { ...changed, speakers: [other] };
  },
};

/** An action is given to somebody else, in its field and in its words. */
export const owner: Mutation = {
  name: 'owner',
  mutate: (claim, _, random) => {
    const { owner: name, text } = claim.draft;
    const other = pickOther(claim, random);
    if (name === null || other === undefined) return null;
    return { ...claim.draft, owner: other, text: text.replaceAll(name, other) };
  },
};
