import { type Evidence, messageAt } from '../conversation/evidence.ts';
import { toLanguages } from '../select/languages.ts';
import { scoreSurroundings } from '../select/surroundings.ts';
import { type Hit, type TermIndex, toTermIndex } from '../select/term-index.ts';
import { type ContextOptions, type ProofContext, toContext } from '../verify/proofs/context.ts';

/** A conversation, indexed for finding the messages behind a statement. */
export type SourceIndex = Pick<ProofContext, 'evidence' | 'people'> & {
  readonly terms: TermIndex;
  /** The position that each position answers: by reply, or by a short message right after another person's. */
  readonly answered: ReadonlyMap<number, number>;
  /** The terms of a text without the names of participants. */
  readonly readTerms: (text: string) => readonly string[];
};

export function createSourceIndex(evidence: Evidence, options: ContextOptions = {}): SourceIndex {
  const { languages = toLanguages(evidence) } = options;
  const { replies, people } = toContext(evidence, { ...options, languages });
  const terms = toTermIndex(evidence, languages);
  const names = new Set(evidence.messages.flatMap(({ author }) => terms.read(author.name)));
  return {
    evidence,
    people,
    terms,
    answered: toAnswered(evidence, replies, terms),
    readTerms: text => [...new Set(terms.read(text))].filter(term => !names.has(term)),
  };
}

/** A message with at most this many terms only makes sense together with the one before it. */
const fewTerms = 2;

function toAnswered(
  { messages }: Evidence,
  replies: ReadonlyMap<number, number>,
  { termsAt }: TermIndex,
): ReadonlyMap<number, number> {
  const answered = new Map(replies);
  for (const [index, { position, author, channel, thread }] of messages.entries()) {
    const before = messages[index - 1];
    const isNext =
      before &&
      before.author.id !== author.id &&
      before.thread?.id === thread?.id &&
      before.channel?.id === channel?.id;
    if (isNext && !answered.has(position) && termsAt(position).size <= fewTerms)
      answered.set(position, before.position);
  }
  return answered;
}

/** The weight of the surrounding messages; a message's own words weigh 1. */
const aroundShare = 2.5;
/** The weight of the message that it answers: a "yes" means its question. */
const answeredShare = 0.5;
const byAuthor = 1.5;

/**
 * The messages that may support a statement, best first: BM25 over its terms in each message, in the one it answers and
 * in the surrounding ones, with a preference for people named in the statement.
 */
export function rankSources(
  text: string,
  { evidence, terms, answered, people, readTerms }: SourceIndex,
): readonly Hit[] {
  const wanted = readTerms(text);
  const own = terms.score(wanted);
  const scores = new Map(own);
  for (const [answer, question] of answered) {
    const score = own.get(question);
    if (score !== undefined) scores.set(answer, (scores.get(answer) ?? 0) + answeredShare * score);
  }
  const weights = new Map(wanted.map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, terms);
  const named = people.findNamed(text);
  return [...scores]
    .map(([position, score]): Hit => {
      const favor = named.has(messageAt(evidence, position)?.author.id ?? '') ? byAuthor : 1;
      return { position, score: (score + aroundShare * (around[position] ?? 0)) * favor };
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
}
