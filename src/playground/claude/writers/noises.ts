import { pickBelow, pickOne, type Random } from '../random.ts';
import type { HeardMessage } from './conversation.ts';
import { toSentences } from './cues.ts';
import { type WrittenClaim, type WrittenEvidence, writeClaim } from './writer.ts';

/** What a noise may look at while it spoils a claim. */
export type NoiseContext = {
  readonly messages: readonly HeardMessage[];
  readonly random: Random;
};

/** Spoils a claim; null where it cannot be done to this one. */
export type Spoiler = (claim: WrittenClaim, context: NoiseContext) => WrittenClaim | null;

function spoilEvidence(
  claim: WrittenClaim,
  random: Random,
  spoil: (evidence: WrittenEvidence) => WrittenEvidence | null,
): WrittenClaim | null {
  const at = pickBelow(random, claim.evidence.length);
  const spoiled = claim.evidence[at] && spoil(claim.evidence[at]);
  return spoiled ? { ...claim, evidence: claim.evidence.with(at, spoiled) } : null;
}

function toCited(claim: WrittenClaim, { messages }: NoiseContext): readonly HeardMessage[] {
  return messages.filter(({ position }) => claim.evidence.some(each => each.position === position));
}

/** The quote stays, the message it is said to be from is another. */
const moveToWrongPosition: Spoiler = (claim, { messages, random }) =>
  spoilEvidence(claim, random, evidence => {
    const others = messages.filter(({ text }) => !text.includes(evidence.quote));
    const other = pickOne(random, others);
    return other ? { ...evidence, position: other.position } : null;
  });

const inventPosition: Spoiler = (claim, { messages, random }) =>
  spoilEvidence(claim, random, evidence => {
    const last = Math.max(0, ...messages.map(({ position }) => position));
    return { ...evidence, position: last + 1 + pickBelow(random, 50) };
  });

const fillers = ['certainly', 'allegedly', 'eventually', 'formally', 'quietly'];

/** One word of the quote becomes another that stands nowhere in it. */
const alterQuote: Spoiler = (claim, { random }) =>
  spoilEvidence(claim, random, evidence => {
    const words = evidence.quote.split(' ');
    const filler = pickOne(random, fillers);
    if (words.length < 2 || filler === undefined || evidence.quote.includes(filler)) return null;
    return { ...evidence, quote: words.with(pickBelow(random, words.length), filler).join(' ') };
  });

function toOthers(claim: WrittenClaim, context: NoiseContext): readonly string[] {
  const cited = toCited(claim, context).map(({ author }) => author);
  return [...new Set(context.messages.map(({ author }) => author))].filter(
    name => !cited.includes(name) && !claim.text.includes(name),
  );
}

/** What one person said is put into the mouth of another, who wrote none of the cited messages. */
const creditWrongSpeaker: Spoiler = (claim, context) => {
  const author = toCited(claim, context).find(({ author }) => claim.text.startsWith(`${author} `))?.author;
  const other = pickOne(context.random, toOthers(claim, context));
  if (author === undefined || other === undefined) return null;
  return {
    ...claim,
    text: `${other}${claim.text.slice(author.length)}`,
    speakers: claim.speakers.map(name => (name === author ? other : name)),
  };
};

const assignWrongOwner: Spoiler = (claim, context) => {
  const other = pickOne(context.random, toOthers(claim, context));
  return claim.kind !== 'action' || claim.owner === '' || other === undefined
    ? null
    : { ...claim, owner: other };
};

function spoilWords(text: string, pattern: RegExp, spoil: (word: string) => string): string | null {
  const spoiled = text.replace(pattern, spoil);
  return spoiled === text ? null : spoiled;
}

/** The last digit of one number becomes another. */
const alterNumber: Spoiler = (claim, { random }) => {
  const text = spoilWords(claim.text, /\d+/, digits => {
    const last = (Number(digits.at(-1)) + 3 + pickBelow(random, 5)) % 10;
    return `${digits.slice(0, -1)}${last}`;
  });
  return text === null ? null : { ...claim, text };
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dateWord = new RegExp(`\\b(?:${days.join('|')}|tomorrow|tonight|today)\\b`, 'i');

const alterDate: Spoiler = (claim, { random }) => {
  const found = dateWord.exec(claim.text)?.[0];
  const day = pickOne(
    random,
    days.filter(each => each.toLowerCase() !== found?.toLowerCase()),
  );
  if (found === undefined || day === undefined) return null;
  return { ...claim, text: claim.text.replace(found, day), due: claim.due.replace(found, day) };
};

const strangers = ['Ottoline', 'Thaddeus', 'Wilhelmina', 'Caspian', 'Philippa'];

/** A name inside the claim becomes that of somebody who was never mentioned. */
const alterName: Spoiler = (claim, { messages, random }) => {
  const authors = messages.map(({ author }) => author).filter(name => name !== '');
  const known = authors.find(name => claim.text.includes(name));
  const found = known ?? /(?<=\s)\p{Lu}\p{Ll}{2,}/u.exec(claim.text)?.[0];
  const stranger = pickOne(random, strangers);
  if (found === undefined || stranger === undefined) return null;
  return { ...claim, text: claim.text.replace(found, stranger) };
};

const polarities: readonly (readonly [RegExp, string])[] = [
  [/\b(will|is|are|was|were|must|can|should) not\b/, '$1'],
  [/\b(will|is|are|was|were|must|can|should)\b/, '$1 not'],
  [/\b(suggested|decided|agreed) (?=to\b)/, '$1 not '],
  [/\b(costs|needs|takes|brings|works|comes)\b/, 'never $1'],
];

const flipPolarity: Spoiler = claim => {
  const found = polarities.find(([pattern]) => pattern.test(claim.text));
  return found ? { ...claim, text: claim.text.replace(...found) } : null;
};

const promoteProposal: Spoiler = claim => {
  if (claim.kind !== 'proposal') return null;
  const words = /\bsuggested (.+)$/.exec(claim.text)?.[1];
  return {
    ...claim,
    kind: 'decision',
    text: words === undefined ? claim.text : `It was decided ${words}`,
    speakers: [],
  };
};

const inventions = [
  'The supplier went out of business and everything was cancelled.',
  'The insurance refuses to pay for the damage.',
  'Nobody is satisfied with the new landlord.',
  'The treasurer resigned over the missing receipts.',
];

/** A claim that nothing supports, over a real quote of a real message. */
export function inventClaim({ messages, random }: NoiseContext): WrittenClaim | null {
  const message = pickOne(random, messages);
  const quote = message && toSentences(message)[0]?.text;
  const text = pickOne(random, inventions);
  if (!message || quote === undefined || text === undefined) return null;
  return writeClaim({
    evidence: [{ position: message.position, quote }],
    kind: 'key_point',
    topic: 'news',
    text,
    confidence: 0.95,
  });
}

/** What can be wrong with a claim, in the order in which it is tried. */
export const spoilers = {
  'wrong-position': moveToWrongPosition,
  'invented-position': inventPosition,
  'altered-quote': alterQuote,
  'wrong-speaker': creditWrongSpeaker,
  'wrong-owner': assignWrongOwner,
  'altered-number': alterNumber,
  'altered-date': alterDate,
  'altered-name': alterName,
  'flipped-polarity': flipPolarity,
  'proposal-as-decision': promoteProposal,
} as const satisfies Readonly<Record<string, Spoiler>>;

export type SpoilerName = keyof typeof spoilers;
