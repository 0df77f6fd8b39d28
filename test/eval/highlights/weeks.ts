import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Weights } from '../../../src/core/highlights/highlights.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { createTermReader, toLanguages } from '../../../src/core/select/languages.ts';
import { type Question, readWeeks, type Week } from '../week-records.ts';
import type { Lesson } from './learn.ts';
import { addCounts, countShownWords } from './measure.ts';

/** A week of a channel, and what a member had to know of it. */
export type QuizWeek = Lesson & Pick<Week, 'channel' | 'quiz'> & { readonly id: string };

/** None if the data is missing. */
export function readQuizWeeks(folder: string): readonly QuizWeek[] {
  return readWeeks(folder).map(toQuizWeek);
}

function toQuizWeek({ name, channel, conversation, quiz }: Week): QuizWeek {
  const evidence = toEvidence(conversation);
  const languages = toLanguages(evidence);
  const read = createTermReader(languages);
  const answers = quiz.map(({ q, a, n, weight }) => {
    const asked = new Set(read(q));
    return { n, weight, terms: new Set(read(a).filter(term => !asked.has(term))) };
  });
  const toWorth = (position: number, sentence: string) => {
    const said = new Set(read(sentence));
    const worths = answers.map(({ n, weight, terms }) => {
      if (!n.includes(position)) return 0;
      const shared = [...terms].filter(term => said.has(term)).length;
      return Math.min(1, (2 * shared) / Math.min(longAnswer, Math.max(1, terms.size))) * worthOf[weight];
    });
    return Math.max(0, ...worths);
  };
  return { id: name, channel, evidence, languages, quiz, toWorth };
}

/** A sentence with half of this many words of an answer is worth as much as one can be. */
const longAnswer = 8;
const worthOf = { 3: 1, 2: 0.8, 1: 0.5 } as const;

/** What the highlights of a week tell of its quiz, by weight. */
export type QuizScore = {
  readonly id: string;
  readonly messages: number;
  readonly words: number;
  readonly bullets: number;
  readonly weight: number;
  /** Of the questions that have a cited message. */
  readonly cited: number;
  readonly told: number;
  readonly mustAll: number;
  readonly mustTold: number;
};

/**
 * A question is answered where the quotes of its messages hold this share of the answer's words. With it, the
 * highlights of before this measure (789 words a week) answer 20 % by weight, where readers answered 23 %.
 */
const answeredShare = 0.5;

/** What is shown is counted as a reader sees it: names, quotes and links, without the markers. */
export function measureWeek(week: QuizWeek, weights?: Weights): QuizScore {
  const { id, evidence, languages, quiz } = week;
  const claims = toHighlights(evidence, { detail: 'standard', languages, ...(weights && { weights }) });
  const read = createTermReader(languages);
  const quoted = new Map<number, Set<string>>();
  for (const { position, quote } of claims.flatMap(claim => claim.evidence)) {
    const terms = quoted.get(position) ?? new Set<string>();
    for (const term of read(quote)) terms.add(term);
    quoted.set(position, terms);
  }
  let [weight, cited, told, mustAll, mustTold] = [0, 0, 0, 0, 0];
  for (const question of quiz) {
    const isTold = isAnswered(question, evidence, quoted, read);
    weight += question.weight;
    if (question.n.some(position => quoted.has(position))) cited += question.weight;
    if (isTold) told += question.weight;
    if (question.weight === 3) mustAll += 1;
    if (question.weight === 3 && isTold) mustTold += 1;
  }
  return {
    id,
    messages: evidence.messages.length,
    words: countShownWords(claims.map(({ text }) => text)),
    bullets: claims.length,
    weight,
    cited,
    told,
    mustAll,
    mustTold,
  };
}

/** The answer's words that the question does not give away and that one of its messages says, against those quoted. */
function isAnswered(
  { q, a, n }: Question,
  evidence: Evidence,
  quoted: ReadonlyMap<number, ReadonlySet<string>>,
  read: (text: string) => readonly string[],
): boolean {
  const asked = new Set(read(q));
  const said = new Set(n.flatMap(position => read(evidence.messages[position - 1]?.text ?? '')));
  const answer = [...new Set(read(a))].filter(term => !asked.has(term) && said.has(term));
  const shown = new Set(n.flatMap(position => [...(quoted.get(position) ?? [])]));
  const held = answer.filter(term => shown.has(term)).length;
  return answer.length > 0 && held >= answeredShare * answer.length;
}

/** All weeks as one; words are a mean. */
export function addQuizScores(scores: readonly QuizScore[]): QuizScore {
  return { ...addCounts(scores), id: 'all' };
}
