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
  },
  between: (from, to) => `${from} to ${to}`,
  since: from => `since ${from}`,
  until: to => `until ${to}`,
  timesIn: zone => `times in ${zone}`,

  verified: n => `${number.format(n)} verified`,
  quotesChecked: n => `${count(n, 'quote', 'quotes')} checked word for word`,
  unclear: n => count(n, 'needs clarification', 'need clarification'),
  dropped: n => `${number.format(n)} dropped`,
  hidden: n => `${number.format(n)} hidden`,
  recitedCount: n => `${number.format(n)} with a citation replaced`,
  uncited: n => count(n, 'citation removed', 'citations removed'),

  engine: ({ name, model, reason }) => {
    const who =
      name === 'extractive'
        ? 'Quotes chosen by code, no model'
        : `Written by ${model ?? name}, checked by code`;
    return reason === undefined ? who : `${who} (${reason})`;
  },
  nothingSaid: 'Nothing was said in this window.',
  nothingFound: 'Nothing in these messages calls for a summary.',

  needsClarification: 'needs clarification',
  recited: 'citation replaced and checked again',
  edited: 'edited',
  forwarded: 'forwarded',
  more: n => `+${number.format(n)} more`,
  due: when => `due ${when}`,
  said: day => `said ${day}`,
  taskOf: owner => `For ${owner}`,
  before: 'before',
  someone: 'someone',

  topicStatus: { active: 'active', inactive: 'inactive' },
  topicReason: { open_question: 'open question', open_action: 'open action', recent: 'recent' },
  messages: n => count(n, 'message', 'messages'),

  table: { number: '#', who: 'Who', when: 'When', position: 'Position', said: 'Said' },
  position: (position, read) => `message ${number.format(position)} of ${number.format(read)}`,
  page: (page, pages) => `page ${page} of ${pages}`,
  openMessage: 'Open message',
  backToClaim: 'Back to the claim',
  buttons: { previous: 'Previous', next: 'Next', sources: 'Sources' },
};
