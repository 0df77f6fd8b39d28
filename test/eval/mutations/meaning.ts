import type { GoodClaim } from '../material.ts';
import { type Mutation, splice, toLiteral, withText } from './mutation.ts';

type Rewrite = readonly [RegExp, string];

function applyFirst({ draft: { text } }: GoodClaim, rewrites: readonly Rewrite[]): string | null {
  for (const [pattern, words] of rewrites) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return null;
}

const denials: readonly Rewrite[] = [
  [/\b(?:did|does|do) not (\w+)/, '$1'],
  [/\b(is|are|was|were|will|would|should|can|could|may|might|has|have|had|must)(?: not|n't)\b/, '$1'],
  [/\b(?:cannot|can't)\b/, 'can'],
  [/\bwon't\b/, 'will'],
  [/\b(?:never|nicht|no (?=(?:funciona|está)))\s?/, ''],
  [/\bno (?=\p{Ll})/u, 'a '],
  [/\bNobody may\b/, 'Everybody may'],
];
const asserted: readonly Rewrite[] = [
  [/\b(is|are|was|were|will|would|should|can|could|must)\b(?! not)(?= \p{Ll})/u, '$1 not'],
  [/\b(?:have|has|had) to\b/, 'must not'],
  [/\bworks?\b(?= (?:fine|again))/, 'does not work'],
  [/\b(has|have|had)\b(?= \p{Ll}+(?:ed|en)\b)/u, '$1 not'],
  [/\b(fell|dropped|took|takes|costs|asks|arrives|wants|failed|closes|opened|thinks|doubts)\b/, 'never $1'],
  [/\b(kostet|steigt|holt|gilt|dürfen|läuft|glaubt|fragt)\b/, '$1 nicht'],
  [/\b(cierra|funciona|propuso|llamará|avisará|cree|quiere|es de)\b/, 'no $1'],
  [/\b(\p{Ll}{3,}ed) (?=(?:that|the|to|a|by)\b)/u, 'never $1 '],
];

/** "Asked whether it is ready" and "asked whether it is not ready" ask the same. */
const asking =
  /\b(?:whether|(?:ask\w*|wonder\w*|know\w*|see|check\w*|sure) (?:\w+ )?if|(?:whe|o)ther or not)\b[^,;.]*$/u;

/** Denies the first thing that is not merely asked. */
function denyFirst({ draft: { text } }: GoodClaim): string | null {
  for (const [pattern, words] of asserted) {
    const place = [...text.matchAll(new RegExp(pattern, 'gu'))].find(
      ({ index }) => !asking.test(text.slice(0, index)),
    );
    if (place) return text.slice(0, place.index) + text.slice(place.index).replace(pattern, words);
  }
  return null;
}

/** What is said is denied, or the denial is taken out. */
export const negation: Mutation = {
  name: 'polarity: negation',
  mutate: claim => withText(claim, applyFirst(claim, denials) ?? denyFirst(claim)),
};

const opposites: readonly (readonly [string, string])[] = [
  ['increase', 'decrease'],
  ['increased', 'decreased'],
  ['more', 'less'],
  ['higher', 'lower'],
  ['before', 'after'],
  ['cheap', 'expensive'],
  ['cheaper', 'more expensive'],
  ['old', 'new'],
  ['best', 'worst'],
  ['better', 'worse'],
  ['good', 'bad'],
  ['agreed', 'disagreed'],
  ['accepted', 'rejected'],
  ['easy', 'difficult'],
  ['easier', 'harder'],
  ['large', 'small'],
  ['bigger', 'smaller'],
  ['improve', 'worsen'],
  ['improved', 'worsened'],
  ['always', 'never'],
  ['include', 'exclude'],
  ['add', 'remove'],
  ['support', 'oppose'],
  ['supported', 'opposed'],
  ['possible', 'impossible'],
  ['necessary', 'unnecessary'],
  ['useful', 'useless'],
  ['positive', 'negative'],
  ['like', 'dislike'],
  ['all', 'none'],
  ['up', 'down'],
  ['slower', 'faster'],
  ['less', 'more'],
  ['above', 'below'],
  ['open', 'close'],
  ['first', 'last'],
  ['teuer', 'billig'],
  ['steigt', 'sinkt'],
  ['neue', 'alte'],
  ['nuevo', 'viejo'],
  ['antes', 'después'],
];

/** One word gives way to its opposite. */
export const opposite: Mutation = {
  name: 'polarity: opposite',
  mutate: (claim, _, random) => {
    const { text } = claim.draft;
    const places = opposites.flatMap(pair =>
      pair.flatMap((word, side) => {
        const found = new RegExp(`(?<![\\p{L}'-])${word}(?![\\p{L}'-])`, 'u').exec(text);
        return found ? [{ at: found.index, word, other: pair[1 - side] ?? word }] : [];
      }),
    );
    const place = random.pick(places);
    return withText(claim, place ? splice(text, place.at, place.word.length, place.other) : null);
  },
};

/** What is said as firmly in the very words that a claim quotes is no mistake: "would" is also the past of "will". */
const said = {
  decided: /\b(?:decid\w+|agreed|settled|chose\w*)\b|\b(?:entsch|beschl)\p{Ll}+|\bdecid\p{Ll}+/iu,
  confirmed: /\b(?:confirm\w*|yes|exactly|indeed|definitely|of course|ja|genau)\b|\bsí(?!\p{L})/iu,
  will: /\b(?:will|shall|gonna|going to|must|have to|has to|wird|werden?)\b|['’]ll\b/iu,
} as const;

const hardened: readonly (readonly [...Rewrite, keyof typeof said])[] = [
  [/\b(?:suggested|proposed|recommended) to\b/, 'decided to', 'decided'],
  [/\b(?:suggested|proposed|recommended)(?: that)? (?=\p{Ll}+ing\b)/u, 'decided on ', 'decided'],
  [/\b(?:suggested|proposed|recommended)\b/, 'decided', 'decided'],
  [/\b(?:thinks|believes|suspects|guesses)\b/, 'confirmed', 'confirmed'],
  [/\b(?:thought|believed|felt|hoped|assumed)\b/, 'confirmed', 'confirmed'],
  [/\b(?:might|may|could|should|would)\b(?! not| like)/, 'will', 'will'],
  [/\basked (?:whether|if)\b/, 'confirmed that', 'confirmed'],
  [/\b(?:doubts|wonders|wondered)\b/, 'is certain', 'confirmed'],
  [/\b(?:perhaps|maybe|possibly|probably) /, 'definitely ', 'confirmed'],
  [/\bschlug vor, /, 'entschied, ', 'decided'],
  [/\bglaubt\b/, 'bestätigte', 'confirmed'],
  [/\bkönnte\b/, 'wird', 'will'],
  [/\bpropuso\b/, 'decidió', 'decided'],
  [/\bcree\b/, 'confirmó', 'confirmed'],
];

/** Somebody's idea becomes a settled thing, a guess a fact; a proposal is called a decision. */
export const modality: Mutation = {
  name: 'modality',
  mutate: claim => {
    const quotes = claim.draft.evidence.map(({ quote }) => quote);
    const open = hardened.filter(([, , way]) => !quotes.some(words => said[way].test(words)));
    const changed = withText(
      claim,
      applyFirst(
        claim,
        open.map(([pattern, words]) => [pattern, words]),
      ),
    );
    if (changed && changed.kind === 'proposal') return { ...changed, kind: 'decision' };
    return changed;
  },
};

/** "Ann suggested" becomes "the team agreed". */
export const consensus: Mutation = {
  name: 'inflated consensus',
  mutate: claim => {
    const { text, kind } = claim.draft;
    for (const person of claim.scene.people) {
      const found = new RegExp(
        `^(?:the )?${toLiteral(person)} (?:suggested|proposed|recommended|thought|thinks|believed|wanted)(?: (?:that|to))? `,
        'iu',
      ).exec(text);
      if (!found) continue;
      const agreed = found[0].endsWith(' to ') ? 'Everybody agreed to ' : 'Everybody agreed that ';
      const changed = withText(claim, splice(text, 0, found[0].length, agreed));
      return changed && { ...changed, kind: kind === 'proposal' ? 'decision' : kind };
    }
    return null;
  },
};
