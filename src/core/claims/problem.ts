import { z } from 'zod';

const position = z.number();
const count = z.int().nonnegative();
const words = z.string().max(100_000);
const told = <Code extends string, Values extends z.ZodRawShape>(code: Code, values: Values) =>
  z.object({ code: z.literal(code), ...values });

/** Why nothing can be made of what was given as a claim. */
export const faults = [
  'unreadable',
  'no_text',
  'empty_text',
  'long_text',
  'only_markers',
  'long_before',
  'bad_positions',
  'many_positions',
] as const;

/** What had to be put right in the shape of a claim; each costs less than the claim. */
const mended = [
  'field_too_long',
  'bracketed_number',
  'unknown_kind',
  'unreadable_confidence',
  'too_many_citations',
  'unreadable_position',
] as const;

/**
 * All that code may say of a claim, as a code and the few values that its sentence needs. Values are as they were
 * written: names, words and positions of a model's making, to be escaped wherever they are shown.
 */
export const problemShape = z.discriminatedUnion('code', [
  // Its shape.
  told('malformed', { fault: z.enum(faults) }),
  told('mended', { what: z.enum(mended) }),
  told('cited_twice', { position }),
  told('said_already', {}),
  // The messages it cites, and what it quotes of them.
  told('no_message', { position }),
  told('nothing_cited', {}),
  told('only_bots', {}),
  told('message_deleted', {}),
  told('not_in_message', { quote: words, position }),
  told('quoted_nowhere', { quote: words }),
  told('no_quote', {}),
  told('empty_quote', {}),
  // Who said it.
  told('wrote_nothing', { name: words }),
  told('not_by', { name: words }),
  told('other_words', { name: words }),
  told('miscredited', { name: words }),
  // Its figures, names and dates.
  told('not_said', { what: words }),
  told('no_such_due', { due: words }),
  told('stranger', { name: words }),
  // What it is about.
  told('off_topic', {}),
  told('held_in_part', {}),
  told('translated', {}),
  told('incomparable', {}),
  // How firmly it says it.
  told('denied', {}),
  // Null where it is the whole claim that they say otherwise.
  told('contradicted', { words: words.nullable() }),
  told('only_considered', {}),
  told('only_considered_by', { name: words }),
  told('only_supposed', {}),
  told('nobody_agrees', {}),
  told('only_one_agrees', { name: words }),
  told('only_one_reaction', {}),
  told('topic_asserts', { topic: words }),
  // Its kind.
  told('agreed_by', { names: z.array(words).max(10).readonly(), others: count, reactions: count }),
  told('not_decided', {}),
  told('refused_by', { name: words, position }),
  told('refused_by_reactions', {}),
  told('other_owner', { owner: words, taker: words }),
  told('not_addressed', { name: words }),
  told('only_bot_suggests', {}),
  told('answered', { position }),
  // What a second model makes of it: the words say what is missing, or what is said instead.
  told('judged_partly', { words }),
  told('judged_unsupported', { words }),
  told('judged_contradicted', { words }),
  // What is left of another: its words went with a deleted message, or an older version kept them in English.
  told('forgotten', {}),
  told('told', { words }),
]);

export type Problem = z.output<typeof problemShape>;
export type ProblemCode = Problem['code'];

type ProblemOf<Code extends ProblemCode> = Extract<Problem, { readonly code: Code }>;

/** A sentence of one language for every problem; a code without one does not compile. */
export type ProblemSentences = {
  readonly [Code in ProblemCode]: keyof ProblemOf<Code> extends 'code'
    ? string
    : (values: ProblemOf<Code>) => string;
};

export function tellProblem(problem: Problem, sentences: ProblemSentences): string {
  const sentence = sentences[problem.code] as string | ((values: Problem) => string);
  return typeof sentence === 'string' ? sentence : sentence(problem);
}

/** A problem without anything that a message may have said; what says nothing but its code and positions stays. */
export function withoutSaid(problem: Problem): Problem {
  const { code, ...values } = problem;
  const isTelling =
    code !== 'malformed' &&
    code !== 'mended' &&
    Object.values(values).some(value => typeof value !== 'number' && value !== null);
  return isTelling ? { code: 'forgotten' } : problem;
}
