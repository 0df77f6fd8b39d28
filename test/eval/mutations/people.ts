import { detectLanguage } from '../../../src/core/select/languages.ts';
import type { GoodClaim } from '../material.ts';
import type { Random } from '../random.ts';
import { type Mutation, splice, toCitedTexts, withText } from './mutation.ts';

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

function swapSpeaker(citations: number): Mutation {
  return {
    name: `speaker, ${citations === 1 ? 'one citation' : 'two citations'}`,
    mutate: (claim, _, random) => {
      if (claim.draft.evidence.length !== citations) return null;
      const [first] = findCredited(claim);
      const other = pickOther(claim, random);
      if (!first || other === undefined) return null;
      return withText(claim, splice(claim.draft.text, first.at, first.name.length, other));
    },
  };
}

export const speakerOfOne = swapSpeaker(1);
export const speakerOfTwo = swapSpeaker(2);

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

/** Words with a capital inside a sentence, handles, channels and file names; not people of the conversation. */
const named =
  /(?<=[\p{L}\p{N},;:)"] )(?:(?:\p{Lu}[\p{L}\p{N}-]+)(?: \p{Lu}[\p{L}\p{N}-]+)*|#[\w-]+|[\w-]+\.(?:log|toml|md|json))/gu;
const noNames =
  /^(?:I|I'm|Euros?|Mr|Mrs|This|The|That|UTC|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:days?)?$|^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** Things with a name in one text; in German every noun has a capital, so only handles and files count there. */
function findNamed({ scene, draft: { text } }: GoodClaim): readonly { words: string; at: number }[] {
  const people = new Set(
    scene.people.flatMap(name => [name, ...name.split(' ')].map(each => each.toLowerCase())),
  );
  const isGerman = scene.languages.includes('de') || detectLanguage(text) === 'de';
  return [...text.matchAll(named)].flatMap(({ 0: words, index }) => {
    const isPerson = words.split(' ').some(word => people.has(word.toLowerCase()));
    if (noNames.test(words) || isPerson) return [];
    return isGerman && /^\p{Lu}/u.test(words) ? [] : [{ words, at: index }];
  });
}

/** A thing with a name gets the name of another thing, of this conversation or another. */
export const name: Mutation = {
  name: 'name',
  mutate: (claim, pool, random) => {
    const place = random.pick(findNamed(claim));
    if (!place) return null;
    const cited = toCitedTexts(claim).join(' ').toLowerCase();
    for (let tries = 0; tries < 20; tries++) {
      const from = random.pick(pool);
      const other = from && random.pick(findNamed(from))?.words;
      if (other === undefined || cited.includes(other.toLowerCase()) || claim.draft.text.includes(other))
        continue;
      if (other.startsWith('#') !== place.words.startsWith('#')) continue;
      return withText(claim, splice(claim.draft.text, place.at, place.words.length, other));
    }
    return null;
  },
};
