import type { RejectionReason } from './claim.ts';
import { type ProblemSentences, tellProblem } from './problem.ts';

/** The English sentences: of the public JSON, of what an engine is asked to write again, and of readers of English. */
export const englishProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'it could not be read',
      no_text: 'text is missing',
      empty_text: 'text is empty',
      long_text: 'text is too long',
      only_markers: 'text consists only of footnote markers',
      long_before: 'the text of "before" is too long',
      bad_positions: 'positions should be a list of numbers',
      many_positions: 'there are too many positions',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'field too long',
      bracketed_number: 'bracketed number removed from the text',
      unknown_kind: 'unknown kind',
      unreadable_confidence: 'unreadable confidence',
      too_many_citations: 'too many citations',
      unreadable_position: 'unreadable position',
    })[what],
  cited_twice: ({ position }) => `message ${position} is cited twice`,
  said_already: 'another claim says the same',
  put_aside: 'the model declined to finish the summary',
  no_message: ({ position }) => `there is no message ${position}`,
  nothing_cited: 'no message is cited',
  only_bots: 'only bot or system messages are cited',
  message_deleted: 'a cited message was deleted, or its author opted out',
  not_in_message: ({ position }) => `the quote isn't in message ${position}`,
  quoted_nowhere: 'no cited message contains the words in quotation marks',
  better_citation: ({ position }) => `message ${position} says more of it`,
  citation_moved: ({ position }) => `the quote is in message ${position}`,
  unknown_person: 'it names someone who is not in this conversation',
  not_by: ({ name }) => `${name} didn't write any of the cited messages`,
  other_words: ({ name }) => `${name} didn't write the words quoted`,
  value_not_found: ({ value }) => `no message mentions ${value}`,
  literal_not_found: 'no message has the address, code or identifier in it',
  value_in_message: ({ value, position }) => `${value} is in message ${position}`,
  topic_not_found: 'no message mentions a number or date of its topic',
  due_not_found: 'no cited message mentions that due date',
  judged_partly: ({ words }) => `the cited messages say only part of it${toJudgeWords(words)}`,
  judged_unsupported: ({ words }) => `the cited messages don't say it${toJudgeWords(words)}`,
  judged_contradicted: ({ words }) => `the cited messages say otherwise${toJudgeWords(words)}`,
  judged_kind: 'the second model says another kind fits better',
  judged_citation: ({ position }) => `the second model found it in message ${position}`,
  forgotten: 'the reason was deleted together with a message',
  told: ({ words }) => words,
  outdated: 'found by an earlier version of the checks',
};

function toJudgeWords(words: string): string {
  return words === '' ? '' : ` (second model's note: “${words}”)`;
}

/** Why a claim is not shown, in English, after the check's name: "attribution: Bob didn't write any of the cited messages". */
export function toEnglishReason({ check, problem, before }: RejectionReason): string {
  const lead = problem.code === 'malformed' ? problem.code : check;
  return `${before ? 'before: ' : ''}${lead}: ${tellProblem(problem, englishProblems)}`;
}
