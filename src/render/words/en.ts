import { englishProblems } from '../../core/claims/problem-words.ts';
import { toMoney, toSeconds } from './figures.ts';
import { en as review } from './reviewed/en.ts';
import type { Words } from './words.ts';

const number = new Intl.NumberFormat('en');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n === 1 ? one : many}`;

export const en: Words = {
  tag: 'en',
  summary: 'Summary',
  sections: {
    request: 'Active request',
    overview: 'Overview',
    key_point: 'Key points',
    action: 'Action items',
    decision: 'Decisions',
    proposal: 'Proposals',
    question: 'Open questions',
    constraint: 'Constraints',
    fact: 'Facts',
    change: 'Changes',
    contribution: 'Contributions',
    note: 'Notes',
  },
  sources: 'Sources',
  topics: 'Topics',
  participants: 'Participants',
  moreMessages: 'Further messages',
  continued: heading => `${heading} (continued)`,
  decisions: { approved: 'Approved', decided: 'Decided', declined: 'Declined' },
  colon: ':',
  list: parts => parts.join(', '),

  coverage: (read, available) => `read ${number.format(read)} of ${count(available, 'message', 'messages')}`,
  leftOut: list => `left out: ${list}`,
  omitted: {
    unreadable: n => `${number.format(n)} unreadable`,
    duplicate: n => count(n, 'duplicate', 'duplicates'),
    outside_window: n => `${number.format(n)} outside the window`,
    system: n => count(n, 'system message', 'system messages'),
    bot: n => `${number.format(n)} by bots`,
    empty: n => `${number.format(n)} without text`,
    opted_out: n => `${number.format(n)} by people who opted out`,
  },
  between: (from, to) => `${from} to ${to}`,
  since: from => `since ${from}`,
  until: to => `until ${to}`,
  timesIn: zone => `times in ${zone}`,

  verified: n => `${number.format(n)} verified`,
  sourcesFound: n => `${number.format(n)} with sources found`,
  quotesChecked: n => `${count(n, 'quote', 'quotes')} checked word for word`,
  unclear: n => count(n, 'needs clarification', 'need clarification'),
  dropped: n => `${number.format(n)} removed`,
  merged: n => `${number.format(n)} merged`,
  hidden: n => `${number.format(n)} hidden`,
  citationReplacedCount: n => `${number.format(n)} with a citation replaced`,
  uncited: n => count(n, 'citation removed', 'citations removed'),

  engine: ({ name, model, judge }) =>
    name === 'extractive'
      ? 'Quotes chosen by code, no model'
      : `Written by ${model ?? name}, checked by code${judge === undefined ? '' : `, judged by ${judge}`}`,
  fellBack: why => `${why} These are quotes chosen by code instead.`,
  incomplete: why => `${why} What is shown was checked; some may be missing.`,
  noneJudged: 'Quotes, numbers and dates checked; wording not judged.',
  unjudged: n => `Wording of ${count(n, 'claim', 'claims')} not judged.`,
  reasons: {
    request_refused: 'Claude did not accept the request; this is a fault of Footnote’s.',
    key_refused: 'Claude did not accept the API key.',
    not_allowed: 'The API key may not use this model of Claude.',
    unpaid: 'Claude’s credit is used up.',
    spend_limit: 'The spending limit for Claude is reached.',
    model_gone: 'The model of Claude that is set does not exist.',
    too_long: 'This is more than Claude can read at once.',
    rate_limited: 'Claude takes no more requests from here for now.',
    timed_out: 'Claude did not answer in time.',
    service_failed: 'Something failed on Claude’s side.',
    overloaded: 'Claude is overloaded right now.',
    unreachable: 'Claude could not be reached.',
    broken_off: 'Claude’s answer broke off with an error.',
    stalled: 'Claude’s answer came to a standstill.',
    ended_early: 'Claude’s answer ended before it was complete.',
    refused: 'Claude declined to summarize this.',
    truncated: 'Claude’s answer reached its length limit.',
    unreadable: 'Claude’s answer could not be read.',
    unsupported: 'Nothing that Claude wrote held up when it was checked.',
  },
  ownerNotified: why => `${why} The bot’s owner has been notified.`,
  usage: (read, cached, written) =>
    `${count(read, 'token', 'tokens')} read${cached > 0 ? `, ${number.format(cached)} of them cached` : ''}, ${number.format(written)} written`,
  cost: usd => (usd === null ? 'cost unknown' : toMoney('en', usd)),
  seconds: n => toSeconds('en', n),
  nothingSaid: 'Nothing was said in this window.',
  nothingFound: 'Nothing in these messages calls for a summary.',
  emptyAnswer: 'Claude answered without a claim: it found nothing in these messages to summarize.',
  sourcesGone: 'The messages that this summary cited were deleted, or their authors opted out.',

  needsClarification: 'needs clarification',
  problems: englishProblems,
  why: {
    title: 'What the checks found',
    relabelled: 'Shown as another kind',
    citationReplaced: 'Citation replaced',
    cited: 'Citation added',
    uncited: 'Citation removed',
    dropped: 'Removed from the summary',
    under: (now, was) => `listed under “${now}” instead of “${was}”`,
    hidden: n => `${count(n, 'claim', 'claims')} hidden: below the minimum confidence.`,
    forgotten: 'Text deleted',
    unjudged: 'Quotes, numbers and dates match the messages; the wording was not judged.',
    judgeOff: 'The bot’s owner can turn on the judge, a second model that checks it.',
    nothing: 'No claim was changed or removed.',
  },
  citationReplaced: 'citation replaced and checked again',
  edited: 'edited',
  editedSince: 'edited since',
  sourceEdited: 'a source was edited since',
  forwarded: 'forwarded',
  more: n => `+${number.format(n)} more`,
  due: when => `due ${when}`,
  said: day => `said ${day}`,
  taskOf: owner => `For ${owner}`,
  before: 'before',
  someone: 'someone',

  check: {
    title: place => `Checked against ${place}`,
    outcomes: {
      verified: 'Verified',
      sources: 'Sources found',
      unclear: 'Needs clarification',
      unfound: 'Not found',
    },
    countNotFound: n => `${number.format(n)} not found`,
    reasons: {
      nothing_similar: 'no message says anything like it',
      nothing_to_check: 'it says nothing that can be checked',
      not_supported: 'the messages found don’t support it',
      unreadable: 'it could not be read',
    },
    leftOut: list => `left out of the text: ${list}`,
    skipped: {
      heading: n => count(n, 'heading', 'headings'),
      table: n => count(n, 'table', 'tables'),
      code: n => count(n, 'code block', 'code blocks'),
    },
    engine: judge =>
      judge === undefined
        ? 'Messages found and statements checked by code, no model'
        : `Messages found and statements checked by code, judged by ${judge}`,
    noStatements: 'There is no statement to check.',
  },

  topicStatus: { active: 'active', inactive: 'inactive' },
  topicReason: { open_question: 'open question', open_action: 'open action', recent: 'recent' },
  messages: n => count(n, 'message', 'messages'),

  review,

  table: { number: '#', who: 'Who', when: 'When', position: 'Position', said: 'Said' },
  grouping: { flat: 'As a list', topic: 'By topic', claim: 'By claim', noTopic: 'Without a topic' },
  position: (position, read) => `message ${number.format(position)} of ${number.format(read)}`,
  page: (page, pages) => `page ${page} of ${pages}`,
  openMessage: 'Open message',
  backToClaim: 'Back to the claim',
  buttons: { previous: 'Previous', next: 'Next', sources: 'Sources', why: 'Why?' },
};
