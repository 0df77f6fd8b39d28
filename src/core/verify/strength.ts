import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Credit, readCredits } from './attribution.ts';
import type { Candidate, CheckContext } from './check.ts';
import { answersOther, findLonely } from './consensus.ts';
import { toTellingTerms } from './coverage.ts';
import { type PolarSentence, readSentences } from './polarity.ts';

/** Words by which a claim says that something is settled, certain or going to be. */
const settled =
  /(?<!\p{L})(?:decided|decides|agreed (?:to|on|that)|settled|resolved|approved|chose|entschieden|entschied|entscheidet|beschlossen|beschloss|beschließt|einigten|decidió|decidieron|decide|acordaron|acordó|décidé)(?!\p{L})/iu;
const certain =
  /(?<!\p{L})(?:confirmed|confirms|definitely|certainly|(?:is|are|was|were) (?:certain|sure)|guaranteed|bestätigte?|sicherlich|confirmó|confirma|confirmé)(?!\p{L})/iu;
const future =
  /(?<!\p{L})(?:will|(?:is|are) going to)(?!\p{L})(?! (?:see|try|think|consider|check whether))/iu;

/** Whether a text itself says that something is settled or going to be. */
export function tellsSettled(text: string): boolean {
  return settled.test(text) || future.test(text);
}

/** Words by which messages say it firmly, or only consider it. */
const says = {
  settled:
    /(?<!\p{L})(?:decid\p{L}*|agree\p{L}*|settled?|approv\p{L}*|deal|final\p{L}*|chose\p{L}*|go with|going with|entsch\p{L}+|beschl\p{L}+|acord\p{L}+)(?!\p{L})/iu,
  meant:
    /(?<!\p{L})(?:let ?['’]?s|(?:we|i) ?['’]ll|(?:we|i) will|(?:we ?['’]re|i ?['’]m) (?:going|gonna)|gonna|going to|must|have to)(?!\p{L})/iu,
  certain:
    /(?<!\p{L})(?:confirm\p{L}*|yes|yep|yeah|exactly|right|correct|indeed|definitely|certainly|sure|of course|absolutely|true|ja|genau|stimmt|sí|claro|exacto|oui)(?!\p{L})/iu,
  surely:
    /(?<!\p{L})(?:confirm\p{L}*|exactly|indeed|definitely|certainly|(?:i ?['’]m|we ?['’]re|for) sure|of course|no doubt|genau|sicher|claro|exacto|seguro|bestätig\p{L}*)(?!\p{L})/iu,
  future:
    /(?<!\p{L})(?:will|won['’]?t|shall|gonna|going to|must|have to|has to|werde|wird|werden)(?!\p{L})|['’]ll(?!\p{L})/iu,
  open: /(?<!\p{L})(?:maybe|perhaps|possibly|probably|might|may|could|should|would|i (?:think|guess|suppose|believe)|not sure|unsure|seems?|how about|what about|what if|suggest\p{L}*|propos\p{L}*|wonder\p{L}*|hope\p{L}*|vielleicht|könnte\p{L}*|sollte\p{L}*|wollen wir|ich glaube|ich denke|quizás?|tal vez|podríamos|propongo|creo|no estoy segur[oa]|peut-être|je propose|je crois)(?!\p{L})|[?？]\s*$/iu,
  possible: /(?<!\p{L})(?:can|if|want to|like to|kann|wenn|falls|puede|si|peut)(?!\p{L})/iu,
} as const;

/**
 * What a claim tells as settled, certain, coming or everybody's opinion, and its messages only consider, guess, ask or
 * one of them says; null where there is no such thing.
 */
export function findInflated(claim: Candidate, prose: string, context: CheckContext): Problem | null {
  const lonely = findLonely(claim, prose, context);
  if (lonely !== null) return lonely;
  const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
  const credits = readCredits(prose, context);
  const closest = findClosest(prose, cited, context);
  if (!closest) return null;
  const decider = credits.find(({ verb }) => deciding.test(verb));
  if (decider) {
    if (!hasDecided(decider, cited, context)) return { code: 'only_considered_by', name: decider.name };
  } else if (
    !credits.some(({ verb }) => /^agree/.test(verb)) &&
    settled.test(prose) &&
    isOpen(closest) &&
    !isSettled(cited, closest, context)
  )
    return { code: 'only_considered' };
  if (certain.test(prose) && !isCertain(credits, closest, cited, context)) return { code: 'only_supposed' };
  if (isForetold(prose, cited, context)) return { code: 'only_considered' };
  return null;
}

function isOpen({ words, asks }: PolarSentence): boolean {
  return asks || says.open.test(words);
}

/** One person's decision; who agrees "that" something is only shares an opinion. */
const deciding = /^(?:decid|entsch|beschl|décid)/u;

/** Somebody says outright that it is settled, says yes to it, or says plainly of this very matter what is going to be. */
function hasDecided(
  { name, words }: Credit,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): boolean {
  const ids = context.toAuthorIds(name);
  const own = cited.filter(({ author }) => ids.has(author.id));
  const telling = toTellingTerms(words, context);
  const isSaid = own.some(message => {
    const reading = context.cues.read(message.text);
    const before = cited.filter(({ position }) => position < message.position);
    return (
      reading.has('decides') ||
      answersOther(message, before, context) ||
      readSentences([message.position], context).some(
        sentence =>
          says.settled.test(sentence.words) &&
          !isOpen(sentence) &&
          telling.some(term => sentence.terms.has(term)),
      )
    );
  });
  const closest = findClosest(words, own, context);
  return isSaid || (closest !== null && says.meant.test(closest.words) && !isOpen(closest));
}

/** The sentence that shares most telling terms with some words of the claim. */
function findClosest(
  prose: string,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): PolarSentence | null {
  const telling = toTellingTerms(prose, context);
  let best: PolarSentence | null = null;
  let most = 0;
  const positions = cited.map(({ position }) => position);
  for (const sentence of readSentences(positions, context)) {
    const share = telling.reduce(
      (sum, term) => sum + (sentence.terms.has(term) ? context.terms.weigh(term) : 0),
      0,
    );
    if (share > most) {
      best = sentence;
      most = share;
    }
  }
  return best;
}

function isSettled(
  cited: readonly EvidenceMessage[],
  closest: PolarSentence,
  context: CheckContext,
): boolean {
  return (
    says.settled.test(closest.words) ||
    says.meant.test(closest.words) ||
    cited.some(message => {
      const reading = context.cues.read(message.text);
      return reading.has('decides') || reading.has('approves') || countYes(message, context) > 0;
    })
  );
}

const firstWords = /^(?:\P{L}*\p{L}+){1,3}/u;
const toFirst = (text: string) => firstWords.exec(text)?.[0] ?? '';
/** What begins with a yes says yes to what it is about so many sentences later. */
const yesReach = 3;

/** A yes at the beginning of what somebody says, or in the sentence about this very matter, with no doubt beside it. */
function isCertain(
  credits: readonly Credit[],
  closest: PolarSentence,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): boolean {
  const who = credits.find(({ verb }) => certain.test(verb));
  const ids = who && context.toAuthorIds(who.name);
  const own = cited.filter(({ author }) => !ids || ids.has(author.id));
  const about = who ? findClosest(who.words, own, context) : closest;
  if (about && (says.surely.test(about.words) || says.certain.test(toFirst(about.words))))
    return !isOpen(about);
  if (about && isOpen(about)) return false;
  return own.some(
    ({ text, position }) =>
      says.certain.test(toFirst(text)) &&
      (about === null || readSentences([position], context).indexOf(about) < yesReach),
  );
}

/** Who says "I'll" in a long turn may mean anything in it. */
const fewSentences = 4;

/** The words around "will", up to the next comma, are told as coming, and their messages only consider them. */
function isForetold(prose: string, cited: readonly EvidenceMessage[], context: CheckContext): boolean {
  const found = future.exec(prose);
  if (!found) return false;
  const before = prose.slice(0, found.index).search(/[^,;:.]*$/u);
  const after = /[,;:.]/u.exec(prose.slice(found.index))?.index ?? prose.length;
  const closest = findClosest(prose.slice(before, found.index + after), cited, context);
  if (!closest || says.future.test(closest.words)) return false;
  if (!isOpen(closest) && !says.possible.test(closest.words)) return false;
  return !cited.some((message, at) => {
    const reading = context.cues.read(message.text);
    const isShort = readSentences([message.position], context).length <= fewSentences;
    return (
      (reading.has('commits') && isShort) ||
      reading.has('decides') ||
      answersOther(message, cited.slice(0, at), context) ||
      context.responses(message).thumbsUp > 0
    );
  });
}

function countYes(message: EvidenceMessage, { responses }: CheckContext): number {
  const { approvals, thumbsUp } = responses(message);
  return approvals.length + thumbsUp;
}
