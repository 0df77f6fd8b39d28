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

const denial = anywhere(
  "not|never|nobody|no one|none|nothing|without|if|unless|whether|unlikely|wish|[a-z]+n't",
  'nicht|nie|niemals|niemand|nichts|kein(?:e[rnms]?)?|ohne|wenn|falls|ob',
  'jamais|personne|rien|aucune?|sans|si',
  'nunca|nadie|nada|ningun[oa]?|sin',
  'não|ninguém|nenhuma?|sem|se',
  'non|mai|nessuno|niente|senza',
);

/**
 * Whether what a cue says is denied or only supposed: "nobody agreed", "if we decided", "unlikely I'll". Only what
 * stands before it in the sentence counts; "we decided not to" is a decision.
 */
export function isDenied(sentence: string, cue: string): boolean {
  const plain = sentence.toLowerCase().replace(/[’‘]/g, "'");
  const at = plain.indexOf(cue.toLowerCase().replace(/[’‘]/g, "'"));
  // A word right before the cue may be part of what it matched: its own beginning is read with it.
  return (
    denial.test(plain.slice(0, Math.max(0, at) + 4)) ||
    /(?:てい?ません|ていない|なかった|わけではない)/u.test(plain)
  );
}
