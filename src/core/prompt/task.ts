import type { claimKinds } from '../claims/kind.ts';
import type { Detail } from '../claims/summary.ts';
import { type PromptRequest, toFocusLines, toWordLimit } from './answer.ts';
import { draftExample } from './parts.ts';

/** A definition of each kind, sent to the model verbatim. */
export const kindLines: Readonly<Record<(typeof claimKinds)[number], string>> = {
  key_point: 'news: something happened, changed, broke or works again, or is known now',
  decision:
    'settled for a group, in words that say so or by others agreeing to a proposal or refusing it; routine work that somebody has done is a key_point',
  proposal: 'suggested or considered, and not settled',
  action:
    "promised by a person, or asked of them by name, and not done; owner is that person, due the date in the message's own words",
  request: 'what every member, or any of them, should do or can still do',
  question: 'asked, not answered by any later message, and open for more than the person who asked',
  constraint: 'a limit, deadline, rule or warning that members have to respect',
  fact: 'an answer, figure, address or command that people will look up',
};

const windowText = `This is one part of a longer conversation; the other parts are read separately. Messages marked earlier="yes" come from before it: use them to understand this part, and cite them only together with a message of it.

`;

/** The most words about one window; the claims of all windows are merged. */
const wordsOfWindow: Readonly<Record<Detail, number>> = { brief: 150, standard: 220, comprehensive: 420 };

const matterCounts: Readonly<Record<Detail, number>> = { brief: 8, standard: 8, comprehensive: 16 };

/** What a claim of a briefing is like; also said to the model that merges. */
export const claimRules = `A claim is one bullet of that answer: one to three short whole sentences, at most 50 words, that a reader understands without the conversation.
- Tell it as a story in one piece, with its days: what happened, why, how it stands, what it means for members, and what is unclear, undecided or unanswered.
- Where it is one of several bullets, it may begin with its subject in a few words and a colon ("Maps: ...").
- Give the names, places, devices, versions and settings that members know or need, and the addresses that they will want to open; commands and settings between backticks, addresses without "https://". Say what somebody is where the messages do ("X, the developer"); people who do not matter are "a member" or "several members".
- What only somebody says is told as that, a plan as a plan, a suggestion as a suggestion, no firmer than it was said; of a quarrel both sides.`;

/** What a title and a topic are like; also said to the model that merges. */
export const titleRules =
  'its title is its heading and says what happened, in at most eight words, no firmer than the claims under it; its topic names it neutrally in at most three words. Where a heading only says what stands under it or what it is for ("Fixes", "Before you update", "North side", "Still open"), the title is empty and the topic is the heading';

/** The instruction after one window of a long conversation, with the number of words of its messages. */
export function toWindowTaskText(
  wordsRead: number,
  { detail, language, focus }: Pick<PromptRequest, 'detail' | 'language' | 'focus'>,
): string {
  const isWhole = detail === 'comprehensive';
  const words = Math.min(wordsOfWindow[detail], toWordLimit('comprehensive', wordsRead));
  const reader = isWhole
    ? 'who was away for the whole time shown and wants to know all that matters to somebody who takes part'
    : 'who was away for the whole time shown and has one minute to read';
  const claims = isWhole
    ? 'A matter has all claims that somebody who takes part in it would want.'
    : 'A matter has one to six claims.';
  return `${windowText}A member of this channel, ${reader}, asks you: "Please tell me what mattered, in at most ${words} words." Write what you would answer them in a chat if nothing else were asked of you, as one calm text with headings and bullets. What changed for many counts most: news, decisions, conflicts, releases, breakages and fixes, who set up or plans what, and what members have to do, change or know because of it. What members can use comes before quarrels and talk; what is still open comes last. One person's small question matters least.

Hand the answer over in pieces: a matter is what stands under one heading, at most ${matterCounts[detail]}, its claims are the bullets under it, in reading order; ${titleRules}; continues is 0. ${claims} The first claim of the first matter alone tells the main thing.

${claimRules}

After its text, each claim gives the one to six messages that carry it, each with its n as position and, as quote, 4 to 25 words of it, copied character by character. Everything that a text says stands in one of them. Cite a short yes or no together with the message it answers.

kind is what a claim is:
${Object.entries(kindLines)
  .map(([kind, line]) => `- ${kind}: ${line}`)
  .join('\n')}
speakers are the authors of cited messages whom the claim names as saying, doing or deciding something; often none. confidence, 0 to 1, is how surely the quotes say what the claim says.

All headings and texts together have at most ${words} words; use them. If nothing mattered, the list is empty. The language is "${language}"; quotes stay as written. Write no position numbers, quotation marks or other markup into texts.${toFocusLines(focus)}

Answer in exactly this shape; replace the positions 0 and what is in parentheses, leave unused fields empty:
${draftExample}`;
}
