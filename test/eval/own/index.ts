import { talk } from '../../core/talk.ts';
import { type GoodClaim, toDraft, toScene } from '../material.ts';
import { backups, biblioteca, festival, game, garten, type OwnTalk, shop } from './talks.ts';

/** The written set: what is measured wherever other people's data is not at hand, and always beside it. */
export const ownTalks: readonly OwnTalk[] = [backups, festival, game, shop, garten, biblioteca];

export function toOwnClaims(talks: readonly OwnTalk[] = ownTalks): readonly GoodClaim[] {
  return talks.flatMap(toClaims);
}

export function toClaims({ id, language, lines, claims }: OwnTalk): readonly GoodClaim[] {
  const scene = toScene(id, talk(...lines), [language]);
  return claims.map(
    ({ text, cites, kind = 'key_point', owner = null, due = null }): GoodClaim => ({
      set: 'own',
      scene,
      draft: toDraft({
        text,
        kind,
        owner,
        due,
        evidence: cites.map(each => {
          const [position, quote] = typeof each === 'number' ? [each, undefined] : each;
          return { position, quote: quote ?? scene.evidence.messages[position - 1]?.text ?? '' };
        }),
      }),
    }),
  );
}
