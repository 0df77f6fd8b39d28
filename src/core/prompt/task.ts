import type { Detail } from '../claims/summary.ts';

/** How much is asked for; the counts are limits, not aims. */
const amounts: Readonly<Record<Detail, string>> = {
  brief: 'At most 8 claims in all: only what a person who has one minute must know.',
  standard: 'At most 25 claims in all.',
  comprehensive: 'At most 60 claims in all: everything that matters to somebody who takes part.',
};

const example = `{"claims":[{"evidence":[{"position":2,"quote":"let's take the blue one"},{"position":3,"quote":"+1"}],"kind":"decision","topic":"logo","text":"The blue logo was chosen.","speakers":[],"owner":"","due":"","before":{"text":"","evidence":[]},"confidence":0.9}]}`;

export type TaskRequest = {
  readonly detail: Detail;
  /** The BCP 47 tag of the language to write in. */
  readonly language: string;
  /** What the reader cares about, in the reader's words. */
  readonly focus?: string;
};

/** The instruction after the conversation: what to look for, in which shape, how much of it. */
export function toTaskText({ detail, language, focus }: TaskRequest): string {
  return `Go through the conversation above and write claims of these kinds:
- overview: what the conversation was about, in one or two sentences
- key_point: something worth knowing that is none of the kinds below
- decision: something that was settled; cite the message that settles or agrees to it
- proposal: something suggested that nobody settled
- action: something a person said they will do or was asked to do; owner is that person's name as written in "by", due is the date in the message's own words
- question: something asked that nobody answered
- constraint: a limit, deadline, rule or objection that others must respect
- change: something that was one way and is now another; "before" is what held and its own evidence
- contribution: what one person brought in that moved the conversation
- request: something still wanted from the reader's side of the conversation
- fact: a figure, date, version or address that people will look up

Look for decisions, promises, numbers, disagreement and unanswered questions. A kind that does not occur is left out; a conversation may hold no claims at all.

For each claim give the evidence first: one or two messages, three at most, each with its n as position and the words of it that count as quote, copied character by character from one message. Then write the claim, in the language "${language}"; quotes stay in the language of the message. Name people as in "by". Write no position numbers, links or markup into texts. Where people only considered something, say so: "should we?" is no decision.

${amounts[detail]}${focus === undefined ? '' : `\nThe reader cares most about: ${focus.replace(/\s+/g, ' ').trim().slice(0, 300)}`}

Answer in exactly this shape; unused fields are empty:
${example}`;
}
