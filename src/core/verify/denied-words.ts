import type { EvidenceMessage } from '../conversation/evidence.ts';

/** What a claim says something is ("is sure"), or when something is to be ("before 1.9"), where it neither denies nor supposes it. */
const told =
  /(?<!\p{L})(?:(?:is|are|was|were|seems?|ist|sind|war|waren|está|están|es|son)\s(?:(?:very|quite|still|already|also|now|sehr|noch|schon|muy)\s)?(\p{L}{3,})|((?:before|until|till|by|vor|bis|antes de|hasta)\s(?:the\s)?[\p{L}\p{N}.:-]*[\p{L}\p{N}]))(?![\p{L}\p{N}])/giu;
/** Verbs in the making and what only joins words say nothing that could be so or not. */
const joining =
  /(?:ing|ed|en)$|^(?:the|not|that|what|why|how|who|when|where|for|from|with|also|now|still|only|just|about|going|one|all|some|any|too|more|less|able|like|this|there|here|out|der|die|das|dass|ein|eine|auch|nur|noch|que|una|los|las|por|para)$/iu;

const open =
  /(?<!\p{L})(?:whether|if|ob|falls|wenn|si|not|never|no|nobody|none|without|hardly|nicht|nie|kein\p{L}*|nunca)(?!\p{L})|n['’]t(?!\p{L})/iu;

/**
 * A word of a claim that its messages only deny: "is sure" of "not sure yet", "before 1.9" of "not before 1.9". Null where
 * some message says it plainly as well.
 */
export function findDeniedWord(prose: string, messages: readonly EvidenceMessage[]): string | null {
  const said = messages.map(({ text }) => text).join('\n');
  for (const match of prose.matchAll(told)) {
    const [phrase, state, time] = match;
    const word = state ?? time;
    const before =
      prose
        .slice(0, match.index)
        .split(/[.;!?]\s/u)
        .at(-1) ?? '';
    if (open.test(before)) continue;
    if (word === undefined || (state !== undefined && joining.test(state))) continue;
    const stands = new RegExp(`(?<![\\p{L}\\p{N}])${toPattern(word)}(?![\\p{L}\\p{N}])`, 'giu');
    const places = [...said.matchAll(stands)].map(({ index }) => index);
    if (places.length > 0 && places.every(at => denying.test(said.slice(Math.max(0, at - 40), at))))
      return phrase;
  }
  return null;
}

const denying =
  /(?:(?<!\p{L})(?:not|never|nicht|kein\p{L}*|no)|n['’]t|(?<!\p{L})no (?:está|están|es|son|estoy))(?: (?:yet|really|very|so|quite|entirely|completely|totally|at all|all that|noch|ganz|sehr|wirklich|muy|del todo|be|is|are))*\s$/iu;

function toPattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}
