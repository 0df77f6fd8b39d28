import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Credit, toCredits } from './attribution.ts';
import type { Candidate, CheckContext } from './check.ts';
import { toTellingTerms } from './coverage.ts';
import { type PolarSentence, readSentences } from './polarity.ts';

/** Words by which a claim says that something is settled, certain or going to be. */
const settled =
  /(?<!\p{L})(?:decided|decides|agreed (?:to|on|that)|settled|resolved|approved|chose|entschieden|entschied|entscheidet|beschlossen|beschloss|beschließt|einigten|decidió|decidieron|decide|acordaron|acordó|décidé)(?!\p{L})/iu;
const certain =
  /(?<!\p{L})(?:confirmed|confirms|definitely|certainly|(?:is|are|was|were) (?:certain|sure)|guaranteed|bestätigte?|sicherlich|confirmó|confirma|confirmé)(?!\p{L})/iu;
const future =
  /(?<!\p{L})(?:will|(?:is|are) going to)(?!\p{L})(?! (?:see|try|think|consider|check whether))/iu;
const everybody =
  /(?<!\p{L})(?:everybody|everyone|(?:the|whole|entire) (?:\p{L}+ )?(?:team|group|channel)|they all|all of them|unanimous(?:ly)?|alle|todos|tous)(?!\p{L})[^.;]{0,20}?(?<!\p{L})(?:agreed?|agrees|approved|accepted|unanimous|einig|einverstanden|zugestimmt|acuerdo|acordaron|accord)/iu;

/** Words by which messages say it firmly, or only consider it. */
const says = {
  settled:
    /(?<!\p{L})(?:decid\p{L}*|agree\p{L}*|settled?|approv\p{L}*|deal|final\p{L}*|let ?['’]?s|we ?['’]ll|we will|we ?['’]re (?:going|gonna)|gonna|going to|go with|going with|must|have to|entsch\p{L}+|beschl\p{L}+|acord\p{L}+|decid\p{L}+)(?!\p{L})/iu,
  certain:
    /(?<!\p{L})(?:confirm\p{L}*|yes|yep|yeah|exactly|right|correct|indeed|definitely|certainly|sure|of course|absolutely|true|ja|genau|stimmt|sí|claro|exacto|oui)(?!\p{L})/iu,
  future:
    /(?<!\p{L})(?:will|won['’]?t|shall|gonna|going to|must|have to|has to|werde|wird|werden)(?!\p{L})|['’]ll(?!\p{L})/iu,
  open: /(?<!\p{L})(?:maybe|perhaps|possibly|probably|might|may|could|should|would|i (?:think|guess|suppose|believe)|not sure|unsure|seems?|how about|what about|what if|suggest\p{L}*|propos\p{L}*|wonder\p{L}*|hope\p{L}*|vielleicht|könnte\p{L}*|sollte\p{L}*|wollen wir|ich glaube|ich denke|quizás?|tal vez|podríamos|propongo|creo|no estoy segur[oa]|peut-être|je propose|je crois)(?!\p{L})|[?？]\s*$/iu,
} as const;

/**
 * What a claim tells as settled, certain, coming or everybody's opinion, and its messages only consider, guess, ask or
 * one of them says; null where there is no such thing.
 */
export function findInflated(claim: Candidate, prose: string, context: CheckContext): Problem | null {
  const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
  const lonely = everybody.test(prose) ? findLonely(cited, context) : null;
  if (lonely !== null) return lonely;
  const positions = cited.map(({ position }) => position);
  const sentences = readSentences(positions, context);
  const isKnown = (name: string) => context.toAuthorIds(name).size > 0;
  const credits = toCredits(prose, isKnown);
  const closest = findClosest(prose, sentences, context);
  if (!closest) return null;
  const isOpen = says.open.test(closest.words) || closest.asks;
  const decider = credits.find(({ verb }) => deciding.test(verb));
  if (decider) {
    if (!hasDecided(decider, cited, context)) return { code: 'only_considered_by', name: decider.name };
  } else if (
    !credits.some(({ verb }) => /^agree/.test(verb)) &&
    settled.test(prose) &&
    isOpen &&
    !isSettled(cited, closest, context)
  )
    return { code: 'only_considered' };
  if (
    certain.test(prose) &&
    !sentences.some(({ words }) => says.certain.test(words) && !says.open.test(words))
  )
    return { code: 'only_supposed' };
  if (future.test(prose) && isOpen && !isComing(cited, sentences, context))
    return { code: 'only_considered' };
  return null;
}

/** One person's decision; who agrees "that" something is only shares an opinion. */
const deciding = /^(?:decid|entsch|beschl|décid)/u;

function hasDecided({ name }: Credit, cited: readonly EvidenceMessage[], context: CheckContext): boolean {
  const ids = context.toAuthorIds(name);
  return cited
    .filter(({ author }) => ids.has(author.id))
    .some(({ text }) => says.settled.test(text) || context.cues.read(text).has('decides'));
}

/** The sentence that shares most telling terms with the claim. */
function findClosest(
  prose: string,
  sentences: readonly PolarSentence[],
  context: CheckContext,
): PolarSentence | null {
  const telling = toTellingTerms(prose, context);
  let best: PolarSentence | null = null;
  let most = 0;
  for (const sentence of sentences) {
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
    cited.some(message => {
      const reading = context.cues.read(message.text);
      return reading.has('decides') || reading.has('approves') || countYes(message, context) > 0;
    })
  );
}

function isComing(
  cited: readonly EvidenceMessage[],
  sentences: readonly PolarSentence[],
  context: CheckContext,
): boolean {
  return (
    sentences.some(({ words }) => says.future.test(words)) ||
    cited.some(message => {
      const reading = context.cues.read(message.text);
      return (
        reading.has('commits') ||
        reading.has('decides') ||
        reading.has('approves') ||
        countYes(message, context) > 0
      );
    })
  );
}

function countYes(message: EvidenceMessage, { responses }: CheckContext): number {
  const { approvals, thumbsUp } = responses(message);
  return approvals.length + thumbsUp;
}

const fewPeople = 2;

/** Who alone agreed where everybody is said to; null where more did, or somebody says that all did. */
function findLonely(cited: readonly EvidenceMessage[], context: CheckContext): Problem | null {
  if (cited.some(({ text }) => context.cues.read(text).has('decides'))) return null;
  const agreeing = new Map<string, string>();
  let thumbs = 0;
  for (const message of cited) {
    const { approvals, thumbsUp } = context.responses(message);
    for (const { author } of approvals) agreeing.set(author.id, author.name);
    thumbs += thumbsUp;
    if (context.cues.read(message.text).has('approves')) agreeing.set(message.author.id, message.author.name);
  }
  if (agreeing.size + thumbs >= fewPeople) return null;
  const [name] = agreeing.values();
  if (name !== undefined) return { code: 'only_one_agrees', name };
  return { code: thumbs === 0 ? 'nobody_agrees' : 'only_one_reaction' };
}
