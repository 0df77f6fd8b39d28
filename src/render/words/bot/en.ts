import { en as catchup } from './catchup/en.ts';
import { en as digest } from './digest/en.ts';
import { en as privacy } from './privacy/en.ts';
import { en as review } from './review/en.ts';
import type { BotWords } from './words.ts';

const number = new Intl.NumberFormat('en');

const settingNames = {
  minConfidence: 'Least confidence',
  language: 'Language',
  zone: 'Time zone',
  dailyRuns: 'Summaries per person and day',
  retentionDays: 'Summaries are kept for',
  review: 'Review of summaries',
} as const;

export const en: BotWords = {
  tag: 'en-US',
  commands: {
    summarize: {
      description: 'Summarize a channel or thread; every claim opens the messages it rests on',
      messages: 'How many of the newest messages to read (default 100)',
      since: 'From when on: 2h, yesterday 9am, my last message, or a link to a message',
      channel: 'The channel or thread to read (default: this one)',
      category: 'Read every channel of this category that you can read, instead of one channel',
      detail: 'How much of it to tell',
      language: 'The language to write in (default: yours)',
      private: 'Only you see it (default: yes)',
      focus: 'What you care about most',
      details: { brief: 'brief', standard: 'standard', comprehensive: 'comprehensive' },
    },
    timezone: {
      description: 'Say in which time zone you live, so that "yesterday 9am" means yours',
      zone: 'Your time zone, such as Europe/Berlin; leave empty to see yours',
      forget: 'True: forget my time zone',
    },
    settings: {
      description: 'How Footnote works in this server: show it, change it, go back to the defaults',
      show: 'Show all settings of this server, and which of them are its own',
      set: 'Change settings of this server',
      reset: 'Go back to the default',
      minConfidence: 'Hide and count claims of less confidence: 0 shows all, 1 only what is certain',
      language: 'The language of summaries, for whoever asks for none',
      zone: 'The time zone of this server, for whoever has set none: Europe/Berlin',
      daily: 'How many summaries a person may ask for on a day; 0 is as many as they like',
      retention: 'For how many days summaries are kept, those there are included: 1 to 90',
      review: 'Whether summaries are reviewed by a person before everybody can see them',
      reviews: review.modes,
      setting: 'Which one',
      names: settingNames,
      all: 'All of them',
    },
    digest: digest.command.options,
    summarizeThread: 'Summarize thread',
    checkSources: 'Check sources',
    privacy: privacy.commands,
    catchup: catchup.command,
  },

  reading: (read, wanted) =>
    wanted === null
      ? `Read ${number.format(read)} messages…`
      : `Read ${number.format(read)} of ${number.format(wanted)} messages…`,
  summarizing: messages => `Summarizing ${number.format(messages)} messages…`,
  checking: (statements, messages) =>
    `Checking ${statements === 1 ? '1 statement' : `${number.format(statements)} statements`} against ${number.format(messages)} messages…`,
  checkedBefore: (messages, link) =>
    `${messages === 1 ? 'The message' : `The ${number.format(messages)} messages`} before ${link} were looked through.`,
  nothingToCheck: 'That message holds no statement that could be checked.',
  writing: (messages, claims) =>
    `Reading ${number.format(messages)} messages: ${claims === 1 ? '1 claim' : `${number.format(claims)} claims`} so far…`,
  judging: claims =>
    `Checking the wording of ${claims === 1 ? '1 claim' : `${number.format(claims)} claims`}…`,
  rangeUnderstood: from => `Since ${from}`,

  denied: (reason, place) =>
    ({
      gone: 'That channel or thread no longer exists.',
      bot_view: `I cannot see ${place}. I need the permission **View Channel** there.`,
      bot_history: `I may not read the history of ${place}. I need the permission **Read Message History** there.`,
      person_view: 'You cannot see that channel, so I cannot show you what is in it.',
      person_history: `You may not read the history of ${place}, so I cannot show it to you.`,
      private_thread: 'That is a private thread, and you or I are not in it.',
      age_restricted: `${place} is age-restricted; it can only be shown in an age-restricted channel.`,
      not_a_member: 'You are no longer a member of this server.',
      audience: `Not everybody who can read this channel can read ${place}, so it cannot be shown here.`,
      bot_send: `I may not post in ${place}. I need **Send Messages** and **Embed Links** there.`,
      ...privacy.denied(place),
    })[reason],
  contentHidden:
    'Discord hides the text of messages from me. Whoever runs me must switch on **Message Content Intent** in the developer portal, under Bot.',
  empty: place => `There are no messages in ${place} in that window.`,
  deletedMeanwhile: place =>
    `The messages to summarize in ${place} were deleted before the summary was ready.`,
  notUnderstood: words =>
    `I do not understand ${words} as a time. Try \`2h\`, \`yesterday 9am\`, \`2026-03-09\`, \`my last message\`, or a link to a message.`,
  inFuture: (words, time) => `${words} lies in the future: ${time}. Choose a time before now.`,
  wrongNumber: ({ name, min, max }) =>
    `\`${name}\` must be a whole number from ${min} to ${number.format(max)}.`,
  linkElsewhere: 'That link leads to another channel. Choose that channel with the option `channel`.',
  notSummarizable:
    'That is not a channel with messages. Choose a text channel, a thread, a forum post or a voice channel.',
  capped: count => `Only the newest ${number.format(count)} messages of that time were read.`,
  noneOfCategory: category =>
    `I cannot summarize any channel of ${category} here. You and I must be able to read it, and so must everyone who can see a public answer. Try \`private: true\` or another category.`,
  categoryLeftOut: count =>
    `${number.format(count)} ${count === 1 ? 'channel of the category was' : 'channels of the category were'} left out: you, I, or readers of this answer cannot read ${count === 1 ? 'it' : 'them'}.`,
  alreadyRunning: 'I am still working on your last summary. Ask again when it is there.',
  dailySpent: limit => `You have had your ${number.format(limit)} summaries of today. Ask again tomorrow.`,

  zoneSet: (zone, now) => `Your time zone is now **${zone}**; it is ${now} there.`,
  zoneShown: (zone, now) =>
    `Your time zone is **${zone}**; it is ${now} there. \`/timezone zone:\` changes it, \`/timezone forget:True\` forgets it.`,
  zoneUnset: (zone, now) =>
    `You have set no time zone: **${zone}** counts, where it is ${now}. \`/timezone zone:\` sets yours.`,
  zoneForgotten: 'Your time zone is forgotten.',
  zoneUnknown: zone => `There is no time zone “${zone}”. Choose one of those offered while you type.`,

  settings: {
    title: 'Settings of this server',
    names: settingNames,
    minConfidence: value =>
      value === 0 ? 'every claim is shown' : `claims below ${number.format(value)} are hidden and counted`,
    ownLanguage: 'each reader’s own',
    dailyRuns: count => (count === 0 ? 'as many as they like' : number.format(count)),
    retentionDays: days => (days === 1 ? '1 day' : `${number.format(days)} days`),
    review: mode => review.modes[mode],
    fromServer: 'set here',
    fromDefault: 'default',
    how: '/settings set changes them, /settings reset goes back to the default.',
    saved: 'Saved.',
    nothingGiven: 'Nothing was changed: choose at least one of the options of `/settings set`.',
    notManager: 'Only who may **Manage Server** can see and change its settings.',
    wrong: {
      minConfidence: given => `The confidence cannot be ${given}: give a number from 0 to 1, such as 0.5.`,
      language: given =>
        `There are no summaries in ${given}: choose English, German, French, Spanish or Japanese.`,
      zone: given => `There is no time zone ${given}: choose one of those offered, such as Europe/Berlin.`,
      dailyRuns: given =>
        `The summaries of a day cannot be ${given}: give a whole number from 0 (as many as they like) to 10000.`,
      retentionDays: given => `Summaries cannot be kept for ${given} days: give a whole number from 1 to 90.`,
      review: review.wrongMode,
    },
  },

  stopped: 'Stopped. Nothing is kept.',
  stoppingAlready: 'It is being stopped already.',
  notWriting: 'That summary is no longer being written.',
  restarted: 'I was restarted and had to start this summary over.',
  interruptedRun: 'This summary was interrupted.',
  interrupted:
    'Writing this summary was interrupted. If there is none further down, ask for a new one with `/summarize`.',
  askAgain: 'Press **Again** to ask Claude once more.',

  expired: 'This summary is no longer kept. Ask for a new one with `/summarize`.',
  notYours: 'Only the person who asked for this summary can do that.',
  alreadyShared: link => `This summary has been shared already: ${link}`,
  shared: link => `Shared: ${link}`,
  deleted: 'Deleted.',
  sharedBy: person => `Shared by ${person}`,
  unknownButton: 'This button is from another time. Ask for a new summary with `/summarize`.',

  feedback: {
    title: 'Feedback',
    thanks: isHelpful =>
      isHelpful ? 'Thank you: it counts as helpful.' : 'Thank you: it counts as not helpful.',
    why: 'Say why',
    reason: 'What was good or wrong about it?',
    whoReads: 'Who manages this server can read it, without your name.',
    kept: 'Thank you, that is noted.',
  },

  review,
  digest,
  privacy,
  catchup,

  allClaims: 'All claims',
  filterByClaim: 'Only the sources of…',
  moreClaims: 'More claims…',
  buttons: { share: 'Share', again: 'Again', delete: 'Delete', open: 'Open', stop: 'Stop' },
  readyOpen: person => `${person}, your summary is ready.`,
  shownBelow: 'The summary is below, where everybody sees it.',

  stopping: 'I am being restarted. Please ask again in a minute.',
  discordTrouble: 'Discord did not answer properly. Please try again in a minute.',
  storeTrouble: 'I cannot reach my memory right now, so buttons may not work. Please try again later.',
  internal: reference =>
    `Something went wrong on my side. If it stays so, tell whoever runs me this: ${reference}`,
};
