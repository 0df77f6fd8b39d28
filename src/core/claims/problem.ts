import { z } from 'zod';

const position = z.number();
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

/** Faults in the shape of a claim that were fixed without discarding it. */
const mended = [
  'field_too_long',
  'bracketed_number',
  'unknown_kind',
  'unreadable_confidence',
  'too_many_citations',
  'unreadable_position',
] as const;

/**
 * Every reason that a finding can give, as a code and the few values that its sentence needs: positions, names of
 * participants, a value or a quote of the claim, the judge's words. No other text of a draft is repeated. Values are unescaped.
 */
export const problemShape = z.discriminatedUnion('code', [
  // Shape.
  told('malformed', { fault: z.enum(faults) }),
  told('mended', { what: z.enum(mended) }),
  told('cited_twice', { position }),
  told('said_already', {}),
  told('too_many_open', {}),
  // Of a model that then declined to go on.
  told('put_aside', {}),
  // Citations and quotes.
  told('no_message', { position }),
  told('nothing_cited', {}),
  told('only_bots', {}),
  told('message_deleted', {}),
  // Older ones have no quote.
  told('not_in_message', { position, quote: words.optional() }),
  told('quoted_nowhere', {}),
  told('citation_moved', { position }),
  told('better_citation', { position }),
  // Attribution.
  told('unknown_person', {}),
  told('not_by', { name: words }),
  // Of a speaker or owner whom the text does not name.
  told('attributed_to', { name: words }),
  told('other_words', { name: words }),
  // Values: numbers, dates, URLs, identifiers.
  told('value_not_found', { value: words }),
  told('literal_not_found', {}),
  told('value_in_message', { value: words, position }),
  told('topic_not_found', {}),
  told('due_not_found', {}),
  // The judge's words.
  told('judged_partly', { words }),
  told('judged_unsupported', { words }),
  told('judged_contradicted', { words }),
  told('judged_kind', {}),
  told('judged_citation', { position }),
  // Older reasons: the words were deleted with a message, an older version's sentence, a check that no longer exists.
  told('forgotten', {}),
  told('told', { words }),
  told('outdated', {}),
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
  return typeof sentence === 'string' ? sentence : sentence(withoutQuotationMarks(problem));
}

/** A sentence quotes the judge's words, or a quote: no quotation mark inside them may end the quotation. */
function withoutQuotationMarks(problem: Problem): Problem {
  const replace = (quoted: string) => quoted.replace(/["“”„‟«»「」『』＂]/gu, "'");
  if (isJudged(problem)) return { ...problem, words: replace(problem.words) };
  return 'quote' in problem && problem.quote !== undefined
    ? { ...problem, quote: replace(problem.quote) }
    : problem;
}

type JudgedCode = 'judged_partly' | 'judged_unsupported' | 'judged_contradicted';

/** Whether a problem holds words of the judge. */
export function isJudged(problem: Problem): problem is ProblemOf<JudgedCode> {
  return 'words' in problem && problem.code !== 'told';
}

/** A problem without words that a message may have contained; one with only a code and positions stays as it is. */
export function withoutSaid(problem: Problem): Problem {
  const { code, ...values } = problem;
  const isTelling =
    code !== 'malformed' &&
    code !== 'mended' &&
    Object.values(values).some(value => typeof value !== 'number' && value !== null);
  return isTelling ? { code: 'forgotten' } : problem;
}
