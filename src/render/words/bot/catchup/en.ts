import type { CatchupWords } from './words.ts';

const number = new Intl.NumberFormat('en');
const count = (value: number, one: string, other: string) =>
  `${number.format(value)} ${value === 1 ? one : other}`;

export const en: CatchupWords = {
  command: {
    description: 'See what you missed; only you see the answer',
    where: 'Summarize this channel, or list every channel with something new (default: here)',
    wheres: { here: 'here', everywhere: 'everywhere' },
    since: 'Start from (default: your last message in each channel)',
  },
  sinceChoices: {
    ownLast: 'my last message',
    day: '24 hours',
    yesterday: 'yesterday',
    week: 'this week',
  },

  nothingNewHere: place => `Nothing new in ${place} since your last message.`,
  noOwnMessage: looked =>
    `None of the newest ${count(looked, 'message', 'messages')} here is yours. Choose a start with \`since:\`, for example \`24 hours\`.`,

  looking: channels => `Looking through ${count(channels, 'channel', 'channels')}…`,
  alreadyLooking: 'Your last `/catchup` is still running. Please wait for it to finish.',
  title: (channels, since) =>
    `${count(channels, 'channel', 'channels')} with new messages ${since === null ? 'since you last wrote there' : `since ${since}`}`,
  nothingNew: since =>
    since === null
      ? 'No new messages since you last wrote, in the channels I looked at.'
      : `No new messages since ${since} in the channels I looked at.`,
  onlyTimes:
    'With `where: everywhere`, `since:` takes a time such as `24 hours` or `yesterday`. For a link, use `/summarize`.',
  questions: value => count(value, 'open question to you', 'open questions to you'),
  replies: value => count(value, 'reply to you', 'replies to you'),
  mentions: value => count(value, 'mention', 'mentions'),
  messages: (messages, people, hasMore) =>
    `${number.format(messages)}${hasMore ? '+' : ''} ${messages === 1 && !hasMore ? 'message' : 'messages'} by ${count(people, 'person', 'people')}`,
  select: 'Summarize a channel…',

  notLooked: (channels, some) =>
    `Not looked at this time: ${some.join(', ')}${channels > some.length ? ` and ${number.format(channels - some.length)} more` : ''}.`,
  botBlind: channels => `${count(channels, 'channel', 'channels')} left out: I may not read there.`,
  ageRestricted: channels =>
    `${count(channels, 'age-restricted channel', 'age-restricted channels')} left out: use \`/catchup\` in an age-restricted channel to see them.`,
  noSearch:
    "Discord's search is not available right now, so I looked for your last message among the newest 100 of each channel.",
  never: days =>
    `Archived threads, older private threads, bots and anything older than ${number.format(days)} days are not looked at.`,
};
