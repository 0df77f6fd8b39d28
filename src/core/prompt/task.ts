import type { ClaimKind } from '../claims/kind.ts';
import type { Detail } from '../claims/summary.ts';

/** What each kind of claim is; the model sees these lines as they stand. */
const kindLines: Readonly<Record<ClaimKind, string>> = {
  overview: 'what the conversation was about, in one or two sentences',
  key_point: 'something worth knowing that is none of the other kinds',
  decision: 'something that was settled; cite the message that settles or agrees to it',
  proposal: 'something suggested that nobody settled',
  action:
    'something a person said they will do or was asked to do; owner is that person\'s name as written in "by", due is the date in the message\'s own words',
  question: 'something asked that nobody answered',
  constraint: 'a limit, deadline, rule or objection that others must respect',
  change: 'something that was one way and is now another; "before" is what held and its own evidence',
  contribution: 'what one person brought in that moved the conversation',
  request: "something still wanted from the reader's side of the conversation",
  fact: 'a figure, date, version or address that people will look up',
};

/** Kinds that are looked for together. */
type Family = { readonly kinds: readonly ClaimKind[]; readonly most: number };

const allKinds = Object.keys(kindLines) as readonly ClaimKind[];

/** One call each, over one conversation; the counts are limits, not aims. */
const families: Readonly<Record<Detail, readonly Family[]>> = {
  brief: [{ kinds: allKinds, most: 8 }],
  standard: [{ kinds: allKinds, most: 25 }],
  comprehensive: [
    { kinds: ['overview', 'key_point', 'contribution', 'change', 'fact'], most: 25 },
    { kinds: ['decision', 'proposal', 'constraint'], most: 20 },
    { kinds: ['action', 'question', 'request'], most: 20 },
  ],
};

const amounts: Readonly<Record<Detail, string>> = {
  brief: 'Only what a person who has one minute must know.',
  standard: 'What a person who was away for a day should know.',
  comprehensive: 'Everything of these kinds that matters to somebody who takes part.',
};

const example = `{"claims":[{"evidence":[{"position":2,"quote":"let's take the blue one"},{"position":3,"quote":"+1"}],"kind":"decision","topic":"logo","text":"The blue logo was chosen.","speakers":[],"owner":"","due":"","before":{"text":"","evidence":[]},"confidence":0.9}]}`;

export type TaskRequest = {
  readonly detail: Detail;
  /** The BCP 47 tag of the language to write in. */
  readonly language: string;
  /** What the reader cares about, in the reader's words. */
  readonly focus?: string;
};

/**
 * The instructions after the conversation, one a call: what to look for, in which shape, how much of it. One call
 * looks for all kinds; a comprehensive summary takes one call per family of kinds.
 */
export function toTaskTexts(request: TaskRequest): readonly string[] {
  return families[request.detail].map(family => toTaskText(request, family));
}

function toTaskText({ detail, language, focus }: TaskRequest, { kinds, most }: Family): string {
  return `Go through the conversation above and write claims of these kinds${kinds === allKinds ? '' : ' and no others'}:
${kinds.map(kind => `- ${kind}: ${kindLines[kind]}`).join('\n')}

Look for decisions, promises, numbers, disagreement and unanswered questions. A kind that does not occur is left out; a conversation may hold no claims at all.

For each claim give the evidence first: one or two messages, three at most, each with its n as position and the words of it that count as quote, copied character by character from one message. Then write the claim, in the language "${language}"; quotes stay in the language of the message. Name people as in "by". Write no position numbers, links or markup into texts. Where people only considered something, say so: "should we?" is no decision.

At most ${most} claims in all. ${amounts[detail]}${focus === undefined ? '' : `\nThe reader cares most about: ${focus.replace(/\s+/g, ' ').trim().slice(0, 300)}`}

Answer in exactly this shape; unused fields are empty:
${example}`;
}
