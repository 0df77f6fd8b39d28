import type { DigestCommandWords } from './words.ts';

export const en: DigestCommandWords = {
  options: {
    description: 'Scheduled summaries of channels',
    create: 'Set up a scheduled summary; you see a preview first',
    list: 'List the digests of this server',
    show: 'Show a digest',
    edit: 'Change a digest; you see a preview first',
    pause: 'Pause a digest',
    resume: 'Resume a paused digest',
    run: 'Run a digest now',
    delete: 'Delete a digest',
    digest: 'Which digest',
    when: 'When to post: "weekdays at 09:00", "every Monday at 9am", "monthly 1 09:00", or a cron line',
    postIn: 'Channel, thread or forum to post in (default: this one)',
    directMessage: 'Send it to you by direct message instead of posting it in a channel',
    category: 'Read all channels of this category instead of choosing channels',
    zone: 'Time zone of the schedule (default: the server’s, else yours)',
    detail: 'Level of detail (default: standard)',
    language: 'Language of the summary (default: the server’s, else yours)',
    focus: 'Topics to focus on',
    minMessages: 'Skip a run with fewer new messages; the next one includes them (default: 1)',
    quiet: 'What to post when there are too few messages (default: nothing)',
    review: 'Have each summary reviewed before everyone can read it (default: no)',
    quietModes: { nothing: 'nothing', line: 'one line' },
    defaultLanguage: 'Default: the server’s, else the creator’s',
    noFocus: 'No focus',
  },
  refusals: {
    unknown_zone: given =>
      `There is no time zone ${given}. Choose one of the suggestions, such as Europe/Berlin.`,
    unknown_schedule: given =>
      `I don’t recognise ${given} as a schedule. Try \`weekdays at 09:00\` or \`every Monday at 9am\`.`,
    no_time: given => `${given} has no time of day. Try \`every Monday at 09:00\`.`,
    unknown_time: given => `${given} has no valid time of day. Try \`daily 09:00\` or \`daily 6pm\`.`,
    no_weekday: given => `${given} doesn’t say which day of the week. Try \`every Monday at 09:00\`.`,
    no_day: given => `${given} doesn’t say which day of the month. Try \`monthly 1 09:00\`.`,
    unknown_day: given =>
      `${given} has no valid day of the month. Use 1 to 31 or \`last\`, such as \`monthly 15 09:00\`.`,
    invalid_cron: given =>
      `${given} is not a valid cron line. Use five fields, such as \`0 9 * * 1-5\` for weekdays at 09:00.`,
    too_frequent: given =>
      `${given} runs more than once an hour. Give one minute, such as \`0 */2 * * *\` for every two hours.`,
    never_runs: given => `${given} never runs: there is no such date. Try \`0 9 1 * *\`.`,
  },

  newTitle: 'New digest: preview',
  editTitle: 'Edit digest: preview',
  title: 'Digest',
  listTitle: 'Digests',

  labels: {
    reads: 'Reads',
    postsIn: 'Posts in',
    tag: 'Tag',
    readers: 'Can read it there',
    when: 'When',
    next: 'Next runs',
    leftOut: 'Left out',
    detail: 'Detail',
    language: 'Language',
    focus: 'Focus',
    quiet: 'Quiet times',
    review: 'Review',
    status: 'Status',
    lastRun: 'Last run',
    creator: 'Created by',
  },
  category: (category, channels) => `all channels of ${category}, now ${channels}`,
  newPosts: forum => `${forum}, a new post each time`,
  direct: person => `direct messages to ${person}`,
  hidden: count => (count === 1 ? '1 channel you can’t see' : `${count} channels you can’t see`),
  more: count => `${count} more`,
  everyone: 'everyone on this server',
  everyoneExcept: others => `everyone on this server except ${others}`,
  onlyReaders: readers => `${readers} and the server owner`,
  onlyOwner: 'only the server owner',
  threadMembers: 'members of this private thread, and people who can manage its threads',
  onlyPerson: person => `only ${person}`,
  reasons: {
    bot: () => 'I need **View Channel** and **Read Message History** there',
    creator: isCreator => (isCreator ? 'you have no access' : 'the digest’s creator has no access'),
    audience: () => 'not everyone who can read the digest has access',
    age_restricted: () => 'age-restricted, and the digest isn’t posted in an age-restricted channel',
    gone: () => 'deleted, or without messages',
  },
  ownLanguage: 'the server’s, else the creator’s',
  quiet: (minMessages, mode) =>
    minMessages === 1
      ? mode === 'line'
        ? 'one line if there are no new messages'
        : 'nothing is posted if there are no new messages'
      : mode === 'line'
        ? `one line if there are fewer than ${minMessages} new messages; the next run includes them`
        : `nothing is posted if there are fewer than ${minMessages} new messages; the next run includes them`,
  reviewed: 'each summary is reviewed before everyone can read it',
  running: 'running now',
  paused: reason => `paused: ${reason}`,
  nextRun: time => `next run ${time}`,
  notRunYet: 'none yet',
  ran: (time, posts) => `${time}, ${posts === 1 ? '1 summary' : `${posts} summaries`} posted`,

  chooseChannels: 'Channels to summarize (1 to 25)',
  chooseDigest: 'Open a digest',
  chooseTag: 'Tag for the posts',
  buttons: {
    create: 'Create',
    save: 'Save',
    cancel: 'Cancel',
    run: 'Run now',
    pause: 'Pause',
    resume: 'Resume',
    delete: 'Delete',
    keep: 'Keep',
  },

  created: next => `Digest created. First run: ${next}`,
  saved: next => `Digest saved. Next run: ${next}`,
  savedPaused: 'Digest saved. It is still paused; use `/digest resume` to continue.',
  cancelled: 'Cancelled. Nothing was saved.',
  deleted: 'Digest deleted. Its posts stay.',
  confirmDelete: 'Delete this digest? Its posts stay.',
  runs: place => `The digest is running. It will post in ${place} if there is something to summarize.`,
  alreadyCreated: 'This digest was already created. Use `/digest list` to see it.',
  alreadySaved: 'These changes were already saved. Use `/digest list` to see them.',
  alreadyRunning: 'This digest is already running.',
  alreadyPaused: 'This digest is already paused.',
  notPaused: 'This digest is not paused.',

  none: 'This server has no digests yet. Create one with `/digest create`.',
  noneOwn:
    'You have no digests on this server. To create one, you need **Manage Server**, or **Manage Channels** in the channel it posts in.',
  expired: 'This preview has expired. Run the command again.',
  notYours: 'Only the person who asked for this preview can use it.',
  unknown: 'There is no such digest. Choose one of the suggestions while you type.',
  changedMeanwhile: 'Someone else changed this digest in the meantime. Run `/digest edit` again.',
  full: 'This server has as many digests as it can have. Delete one first with `/digest delete`.',
  notManager: place =>
    `You need **Manage Server**, or **Manage Channels** in ${place}, to manage this digest.`,
  notManagerDirect: 'You need **Manage Server** to manage a digest that is sent by direct message.',
  onlyCreator: creator =>
    `Only ${creator}, who created this digest, can receive it by direct message. Create your own with \`/digest create\`.`,
  tagMissing: 'This forum requires a tag on each post. Choose one below.',
  noTag: forum =>
    `${forum} requires a tag on each post, and it has none that I can set. Add a tag to the forum that doesn’t require Manage Threads, or choose another destination.`,
  cannotPost: place =>
    `I can’t post in ${place}. I need **View Channel**, **Embed Links**, and **Send Messages** there (**Send Messages in Threads** for threads and forums).`,
  noDestination: 'That channel no longer exists or can’t hold posts. Choose another with `post_in`.',
  noCategory: 'That category no longer exists, or you can’t see it. Choose another.',
  nothingToRead: 'There is no channel left to read, so the digest can’t be saved. Choose other channels.',
  unavailable: 'Digests are switched off here.',
  cannotRun: reason => `The digest can’t run: ${reason}`,
};
