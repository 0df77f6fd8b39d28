import { type Evidence, type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { CueReading } from '../select/cues/index.ts';
import { hasReservation, isDenied } from '../select/cues/reservations.ts';
import { isApprovingReaction, isDisapprovingReaction } from '../select/cues/universal.ts';
import { toSentences } from '../select/sentences.ts';

const withinMs = 30 * 60_000;
const within = 5;
const longestAnswer = 12;

/** What others made of a proposal: who said yes and who no, in words and by reaction. */
export type Responses = {
  /** Short plain yeses by different people, in order. */
  readonly approvals: readonly EvidenceMessage[];
  readonly refusals: readonly EvidenceMessage[];
  readonly thumbsUp: number;
  readonly thumbsDown: number;
};

export type ResponseReader = (proposal: EvidenceMessage) => Responses;

/**
 * Reads the answers to a message: replies to it, and what others say in the same place within half an hour and
 * five messages that replies to nothing else. One rule of agreement for whoever writes claims and whoever checks them.
 */
export function createResponseReader(
  evidence: Evidence,
  replies: ReadonlyMap<number, number>,
  read: (position: number) => CueReading,
): ResponseReader {
  const answers = new Map<number, number[]>();
  for (const [from, to] of replies) {
    const known = answers.get(to);
    if (known) known.push(from);
    else answers.set(to, [from]);
  }
  return proposal => {
    const positions = new Set(answers.get(proposal.position) ?? []);
    for (let next = proposal.position + 1; next <= proposal.position + within; next++) {
      const message = messageAt(evidence, next);
      if (!message || Date.parse(message.time) - Date.parse(proposal.time) > withinMs) break;
      if (toPlace(message) === toPlace(proposal) && !replies.has(next)) positions.add(next);
    }
    const byOthers = [...positions]
      .sort((a, b) => a - b)
      .flatMap(position => messageAt(evidence, position) ?? [])
      .filter(message => !message.context && message.author.id !== proposal.author.id);
    const spoken = byOthers.map(message => ({ message, answer: toAnswer(message, read(message.position)) }));
    const of = (wanted: 'yes' | 'no') => onePerPerson(spoken.filter(({ answer }) => answer === wanted));
    const count = (is: (name: string) => boolean) =>
      proposal.reactions.reduce((sum, reaction) => sum + (is(reaction.name) ? reaction.count : 0), 0);
    return {
      approvals: of('yes'),
      refusals: of('no'),
      thumbsUp: count(isApprovingReaction),
      thumbsDown: count(isDisapprovingReaction),
    };
  };
}

function toPlace(message: EvidenceMessage): string {
  return message.thread?.id ?? message.channel?.id ?? '';
}

function onePerPerson(list: readonly { readonly message: EvidenceMessage }[]): readonly EvidenceMessage[] {
  return [...new Map(list.map(({ message }) => [message.author.id, message])).values()];
}

/** A yes is short, no question, and takes nothing back; a no may go on. "Yes, but …" is neither. */
function toAnswer(message: EvidenceMessage, reading: CueReading): 'yes' | 'no' | null {
  if (reading.has('declines')) return 'no';
  if (!reading.has('approves')) return null;
  return !hasReservation(message.text) &&
    !reading.has('questions') &&
    message.text.split(/\s+/).length <= longestAnswer
    ? 'yes'
    : null;
}

/** Whether a proposal is settled by its responses: somebody said yes, nobody said no. */
export function isAgreed({ approvals, refusals, thumbsUp, thumbsDown }: Responses): boolean {
  return approvals.length + thumbsUp > 0 && refusals.length + thumbsDown === 0;
}

/** Whether words say outright that something is settled: no question, no guess, nothing denied or supposed. */
export function isSettling(words: string, read: (words: string) => CueReading): boolean {
  return toSentences(words).some(({ start, end }) => {
    const sentence = words.slice(start, end);
    const reading = read(sentence);
    const cue = reading.find('decides');
    return cue !== null && !reading.has('questions') && !reading.has('hedges') && !isDenied(sentence, cue);
  });
}
