import { z } from 'zod';
import { storedObject } from '../stored.ts';

const position = z.number();
const words = z.string().max(100_000);
const problem = <Code extends string, Values extends z.ZodRawShape>(code: Code, values: Values) =>
  storedObject({ code: z.literal(code), ...values });

export const faults = [
  'unreadable',
  'no_text',
  'empty_text',
  'long_text',
  'bad_positions',
  'many_positions',
] as const;

/** Every reason that a finding can give, with the few values that its sentence needs, unescaped. No other text of a draft is included. */
export const problemShape = z.discriminatedUnion('code', [
  // Version 0.2.0 has others.
  problem('malformed', { fault: z.enum(faults).catch('unreadable') }),
  problem('mended', {}),
  problem('cited_twice', { position }),
  problem('said_already', {}),
  problem('too_many_open', {}),
  // The model declined to finish the summary.
  problem('put_aside', {}),
  problem('no_message', { position }),
  problem('nothing_cited', {}),
  problem('only_bots', {}),
  problem('message_deleted', {}),
  // Older ones have no quote.
  problem('not_in_message', { position, quote: words.optional() }),
  problem('quoted_nowhere', {}),
  problem('citation_moved', { position }),
  problem('better_citation', { position }),
  problem('unknown_person', {}),
  problem('not_by', { name: words }),
  // A speaker or owner whom the text does not name.
  problem('attributed_to', { name: words }),
  problem('other_words', { name: words }),
  problem('value_not_found', { value: words }),
  problem('literal_not_found', {}),
  problem('value_in_message', { value: words, position }),
  problem('topic_not_found', {}),
  problem('due_not_found', {}),
  problem('judged_partly', { words }),
  problem('judged_unsupported', { words }),
  problem('judged_contradicted', { words }),
  problem('judged_kind', {}),
  problem('judged_citation', { position }),
  // Its words were erased with a deleted message.
  problem('forgotten', {}),
]);

export type Problem = z.output<typeof problemShape>;
export type ProblemCode = Problem['code'];

export function hasJudgeWords(problem: Problem): problem is Extract<Problem, { readonly words: string }> {
  return 'words' in problem;
}

/** A problem without words that may come from a message; one with only a code and positions is unchanged. */
export function eraseWords(problem: Problem): Problem {
  const { code, ...values } = problem;
  const isTelling =
    code !== 'malformed' && Object.values(values).some(value => typeof value !== 'number' && value !== null);
  return isTelling ? { code: 'forgotten' } : problem;
}
