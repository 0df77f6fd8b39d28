import type { RejectionReason } from './claim.ts';
import { type ProblemSentences, tellProblem } from './problem.ts';

/** The English sentences: of the public JSON, of what an engine is asked to write again, and of readers of English. */
export const englishProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'it is not readable',
      no_text: 'text should be a text',
      empty_text: 'text is empty',
      long_text: 'text is too long',
      only_markers: 'text holds nothing but markers',
      long_before: 'what held before is too long',
      bad_positions: 'positions should be a list of numbers',
      many_positions: 'positions are too many',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'field too long',
      bracketed_number: 'bracketed number in prose',
      unknown_kind: 'unknown kind',
      unreadable_confidence: 'unreadable confidence',
      too_many_citations: 'too many citations',
      unreadable_position: 'unreadable position',
    })[what],
  cited_twice: ({ position }) => `message ${position} is cited twice`,
  said_already: 'said already',
  no_message: ({ position }) => `there is no message ${position}`,
  nothing_cited: 'no message is cited',
  only_bots: 'only a bot or the system is cited',
  message_deleted: 'a cited message was deleted',
  not_in_message: ({ quote, position }) => `“${quote}” does not stand in message ${position}`,
  quoted_nowhere: ({ quote }) => `“${quote}” stands in no cited message`,
  no_quote: 'no words of a message are quoted',
  empty_quote: 'the quoted words say nothing by themselves',
  wrote_nothing: ({ name }) => `${name} wrote none of the messages read`,
  not_by: ({ name }) => `no cited message is by ${name}`,
  other_words: ({ name }) => `${name} wrote none of the words behind that name`,
  miscredited: ({ name }) => `what ${name} is credited with, another says`,
  not_said: ({ what }) => `${what} stands in no cited message`,
  no_such_due: ({ due }) => `no cited message says “${due}”`,
  stranger: ({ name }) => `${name} has nothing to do with the cited messages`,
  off_topic: 'the cited messages speak of something else',
  held_in_part: 'the messages hold only a part of it',
  translated: 'translated',
  incomparable: 'translated: its words cannot be compared',
  denied: 'the cited messages say otherwise',
  contradicted: ({ words }) =>
    words === null ? 'the cited messages say otherwise' : `the cited messages say otherwise than “${words}”`,
  only_considered: 'it is only considered',
  only_considered_by: ({ name }) => `${name} only considers it`,
  only_supposed: 'it is only supposed',
  nobody_agrees: 'nobody is seen to agree',
  only_one_agrees: ({ name }) => `only ${name} agrees`,
  only_one_reaction: 'only one reaction agrees',
  topic_asserts: ({ topic }) => `the topic “${topic}” says something without a source`,
  agreed_by: ({ names, others, reactions }) => {
    const parts = [
      ...names,
      ...(others > 0 ? [`+${others} more`] : []),
      ...(reactions > 0 ? [`+${reactions} ${reactions === 1 ? 'reaction' : 'reactions'}`] : []),
    ];
    return `agreed by ${parts.join(', ')}`;
  },
  not_decided: 'no cited message decides or agrees',
  refused_by: ({ name, position }) => `${name} refuses it in message ${position}`,
  refused_by_reactions: 'reactions say no as well',
  other_owner: ({ owner, taker }) => `${owner} asked for it and ${taker} took it on`,
  not_addressed: ({ name }) => `${name} neither wrote nor is addressed in a cited message`,
  only_bot_suggests: 'a bot suggests it and nobody takes it up',
  answered: ({ position }) => `answered in message ${position}`,
  judged_partly: ({ words }) =>
    `a second model finds only a part of it in the cited messages and misses “${words}”`,
  judged_unsupported: ({ words }) => `a second model does not find it in the cited messages: “${words}”`,
  judged_contradicted: ({ words }) => `a second model reads the cited messages otherwise: “${words}”`,
  forgotten: 'why is forgotten, for a message was deleted',
  told: ({ words }) => words,
};

/** Why a claim is not shown, in English, led by the check that says so: "author: no cited message is by Bob". */
export function toEnglishReason({ check, problem, before }: RejectionReason): string {
  const lead = problem.code === 'malformed' ? problem.code : check;
  return `${before ? 'before: ' : ''}${lead}: ${tellProblem(problem, englishProblems)}`;
}
