import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { Candidate, CheckContext } from './check.ts';
import { toTellingTerms } from './coverage.ts';

const reach = 30;
const withinMs = 24 * 3_600_000;
/** "Me too" and "bump" answer nothing. */
const fewWords = 3;
const noAnswer =
  /^(?:same|me too|bump|\+1|following|any (?:news|update)s?|good question|no idea|not sure|(?:i )?(?:don['’]?t|do not) know|dunno|idk|keine ahnung|ich auch|weiß (?:ich )?nicht|ni idea|no (?:lo )?sé|aucune idée)/iu;

/** Who answered the question that a claim is about: in reply to it, by another person, with words of some substance. */
export function findAnswer(claim: Candidate, context: CheckContext): EvidenceMessage | null {
  const asked = claim.citations
    .flatMap(({ position }) => messageAt(context.evidence, position) ?? [])
    .filter(({ text }) => context.cues.read(text).has('questions'));
  for (const question of asked) {
    for (let next = question.position + 1; next <= question.position + reach; next++) {
      const message = messageAt(context.evidence, next);
      if (!message || Date.parse(message.time) - Date.parse(question.time) > withinMs) break;
      if (context.replies.get(next) === question.position && answers(message, question, context))
        return message;
    }
  }
  return null;
}

function answers(message: EvidenceMessage, question: EvidenceMessage, context: CheckContext): boolean {
  if (message.context || message.author.id === question.author.id) return false;
  const reading = context.cues.read(message.text);
  if (reading.has('questions') || noAnswer.test(message.text.trim())) return false;
  const says =
    message.text.split(/\s+/).length > fewWords || toTellingTerms(message.text, context).length > 1;
  return says || reading.has('approves') || reading.has('declines');
}
