import { createPatterns } from './cue.ts';

const { anywhere } = createPatterns();

/** Words by which a yes is no yes: "yes, but …", "only if …", "yeah no", in every language that has cues. */
const spaced = anywhere(
  "but|only (?:if|when)|unless|except|though|although|however|until|no|not|nope|never|[a-z]+n't",
  'aber|nur wenn|außer|ausser|es sei denn|allerdings|jedoch|nein|nicht|kein(?:e|en)?',
  'mais|sauf|seulement si|à condition|cependant|non|pas',
  'pero|salvo|solo si|sólo si|siempre que|sin embargo|nunca',
  'mas|só se|desde que|porém|não',
  'ma|solo se|tranne|però|purché',
);
const unspaced = /でも|ただし|けど|しかし|条件|ない|ません/u;

/** Whether an answer takes back or limits what it grants. */
export function hasReservation(text: string): boolean {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'");
  return (
    spaced.test(
      plain.replace(
        /no (?:problem|worries|objections?)|not bad|why not|warum nicht|pourquoi pas|por qué no/gu,
        '',
      ),
    ) || unspaced.test(plain.replace(/問題(?:ない|ありません)|異議(?:ない|ありません)/gu, ''))
  );
}
