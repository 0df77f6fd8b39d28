import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toEngineRequest } from '../../../src/app/engine-request.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { toTermIndex } from '../../../src/core/select/term-index.ts';
import type { Asking } from '../asking.ts';
import { type CallTotals, summarizeByReaders } from '../pipeline.ts';
import { labels, toLabeling, toShownText, toTranscript } from '../readers.ts';
import type { Misplaced, Place, Question } from './questions.ts';

/** The messages in which the answer to a question is looked for, and what it took to find them; null while readers are waited for. */
export type Reach = (
  question: Pick<Question, 'name' | 'place' | 'text'> & Partial<Pick<Misplaced, 'hidden'>>,
) => Promise<Reached | null>;

export type Reached = {
  readonly conversation: Conversation;
  /** To Discord, for messages. */
  readonly requests?: number;
  readonly totals?: CallTotals;
};

/** What became of a question. */
export type Answered = CallTotals & {
  readonly name: string;
  readonly kind: Place['kind'] | NonNullable<Question['kind']>;
  readonly question: string;
  /** Null where nobody answered it. */
  readonly key: string | null;
  /** `quotes` are shown where no claim held. */
  readonly outcome: 'answered' | 'nobody said this' | 'quotes';
  /** Against the key, 0 to 1. */
  readonly score: number;
  /** A cited message carries the answer. */
  readonly citesCarrier: boolean;
  /** The share of the messages that carry the answer that were read. */
  readonly found: number;
  readonly claims: readonly { readonly text: string; readonly isMarked: boolean; readonly isTrue: boolean }[];
  readonly seconds: number;
};

const grade = z.object({ score: z.union([z.literal(0), z.literal(0.5), z.literal(1)]) });
const check = z.object({ isAnswered: z.boolean() });

/** Has a question answered, graded and its claims labeled; null until all of it is read. */
export async function answer(
  question: Question | Misplaced,
  reach: Reach,
  asking: Asking,
  folder: string,
): Promise<Answered | null> {
  const { name, place, text } = question;
  const { key, carriers } = 'key' in question ? question : { key: null, carriers: [] };
  const reached = await reach(question);
  if (reached === null) return null;
  const { conversation, totals: before } = reached;
  const written = await summarizeByReaders(name, conversation, asking.ask, {
    detail: 'brief',
    question: text,
  });
  if (!written?.isWhole) return null;
  const { summary, evidence, totals, seconds } = written;
  const shown = toShownText(summary, Number.POSITIVE_INFINITY);
  mkdirSync(join(folder, 'shown'), { recursive: true });
  writeFileSync(join(folder, 'shown', `${name}.txt`), `${text}\n\n${shown}\n`);
  const outcome = toOutcome(summary);
  const isGraded = key !== null && outcome !== 'nobody said this';
  const graded = isGraded ? asking.askFor(`grade.${name}`, toGrading(text, key, shown), grade) : { score: 0 };
  const titles = summary.matters?.flatMap(({ title }) => title ?? []) ?? [];
  const claims =
    outcome === 'answered'
      ? [...titles.map(title => ({ text: title, status: 'verified' })), ...summary.claims]
      : [];
  const statements = claims.map(claim => claim.text);
  const truth =
    claims.length === 0
      ? []
      : asking.askFor(`labels.${name}`, toLabeling(evidence.messages, statements, text), labels);
  if (graded === null || truth === null) return null;
  const read = new Set(evidence.messages.map(({ id }) => id));
  const cited = new Set(summary.footnotes.map(({ messageId }) => messageId));
  return {
    name,
    kind: ('kind' in question && question.kind) || place.kind,
    question: text,
    key,
    outcome,
    score: graded.score,
    citesCarrier: carriers.some(id => cited.has(id)),
    found: carriers.filter(id => read.has(id)).length / Math.max(1, carriers.length),
    claims: claims.map((claim, index) => ({
      text: claim.text,
      isMarked: claim.status === 'needs_clarification',
      isTrue: truth.find(({ n }) => n === index + 1)?.isTrue ?? false,
    })),
    ...addTotals(totals, before),
    seconds,
  };
}

function addTotals(totals: CallTotals, before: CallTotals | undefined): CallTotals {
  if (before === undefined) return totals;
  return {
    calls: totals.calls + before.calls,
    inputTokens: totals.inputTokens + before.inputTokens,
    outputTokens: totals.outputTokens + before.outputTokens,
    usd: totals.usd + before.usd,
  };
}

function toOutcome({ engine }: Summary): Answered['outcome'] {
  if (engine.name !== 'extractive') return 'answered';
  return engine.reason === 'unanswered' ? 'nobody said this' : 'quotes';
}

/**
 * The first questions of which a reader says that nobody answered them, up to `count`; others are checked in their place. The
 * reader sees what the bot chooses, and what a search by words finds in all that is searched.
 */
export async function findUnanswered(
  misplaced: readonly Misplaced[],
  count: number,
  reach: Reach,
  asking: Asking,
  toSearched: (question: Misplaced) => readonly Place[],
): Promise<readonly Misplaced[]> {
  const found: Misplaced[] = [];
  let waiting = 0;
  for (const question of misplaced) {
    if (found.length + waiting >= count) break;
    const reached = await reach(question);
    if (reached === null) {
      waiting += 1;
      continue;
    }
    const { conversation } = reached;
    const { evidence } = await toEngineRequest(conversation, {
      detail: 'brief',
      zone: 'UTC',
      window: {},
      question: question.text,
    });
    const read = new Set(evidence.messages.map(({ id }) => id));
    const further = toSearched(question).flatMap(place => findByWords(place, question.text));
    const transcript = [evidence.messages, further.filter(({ id }) => !read.has(id))].map(toTranscript);
    const text = toUnansweredCheck(question.text, transcript.join('\n\n'));
    const checked = asking.askFor(`unanswerable-check.${question.name}`, text, check);
    if (checked === null) waiting += 1;
    else if (!checked.isAnswered) found.push(question);
  }
  return found;
}

/** Of one conversation, beside what the bot chooses. */
const mostByWords = 30;

/** The messages with the rarest words of a question, among all of a conversation. */
function findByWords({ conversation }: Place, text: string): readonly Message[] {
  const evidence = toEvidence(conversation);
  const index = toTermIndex(evidence, toLanguages(evidence));
  return [...index.score(index.read(text))]
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostByWords)
    .flatMap(([position]) => evidence.messages[position - 1] ?? []);
}

function toUnansweredCheck(question: string, transcript: string): string {
  return `Below are a question and messages of a conversation. Does anybody in them say what answers the question, or a part of it, or what contradicts something that the question takes for granted? Talk about the same subject that leaves the question open is no answer.

--- question ---
${question}

--- messages ---
${transcript}

Answer as JSON: {"isAnswered": false, "why": "..."}
`;
}

function toGrading(question: string, key: string, shown: string): string {
  return `Grade an answer to a question against a key: 1 where it has what matters of the key, 0.5 where it has a real part of it, 0 where it does not or is wrong. What the answer has beside the key neither helps nor hurts.

--- question ---
${question}

--- key ---
${key}

--- answer ---
${shown}

Answer as JSON: {"score": 0, 0.5 or 1, "why": "..."}
`;
}
