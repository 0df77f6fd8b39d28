import type { PrivacyWords } from './words.ts';

const number = new Intl.NumberFormat('en');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n === 1 ? one : many}`;

export const en: PrivacyWords = {
  commands: {
    description: 'See or delete what Footnote keeps about you, or opt out of being read',
    show: 'Show what Footnote keeps about you',
    delete: 'Delete what Footnote keeps about you',
    optOut: 'Your messages are no longer read or quoted, on any server',
    optIn: 'Let your messages be read and quoted again',
    access: 'Choose the channels Footnote may read and the roles that may use it',
    erase: 'Delete everything Footnote keeps about this server',
  },
  denied: place => ({
    channel_excluded: `The managers of this server have excluded ${place} from summaries.`,
    role_needed: 'Only some roles may use Footnote on this server. Ask its managers for access.',
  }),
  allOptedOut: n =>
    n === 1
      ? 'The only message in that window is by somebody who opted out of Footnote.'
      : `All ${number.format(n)} messages in that window that could be read are by people who opted out of Footnote.`,
  authorOptedOut: 'The author of that message opted out of Footnote, so it cannot be checked.',

  title: 'What Footnote keeps about you',
  readable: '**Your messages** can be read when somebody asks for a summary. `/privacy opt-out` stops that.',
  notReadable:
    '**You opted out**: your messages are not read or quoted, on any server. `/privacy opt-in` undoes it.',
  zone: zone => `**Time zone**: ${zone ?? 'not set'}`,
  summaries: n => `**Summaries you asked for**: ${number.format(n)}`,
  feedback: n => `**Feedback you gave**: ${number.format(n)}`,
  digests: n => `**Digests you created**: ${number.format(n)}`,
  elsewhere:
    'Summaries that others asked for keep the messages they cite, and the names of their reviewers, until they expire. Opting out removes your messages from them; so does deleting a message in Discord. How many summaries you asked for today is kept for two days.',

  askDelete:
    'This deletes your time zone, your feedback, the digests you created (including their posts), and the summaries you asked for (including those you shared). It cannot be undone. Your opt-out, if you opted out, stays.',
  delete: 'Delete my data',
  deleted: ({ summaries, feedback, digests }) =>
    `Deleted: your time zone, ${count(summaries, 'summary', 'summaries')}, ${count(feedback, 'piece of feedback', 'pieces of feedback')} and ${count(digests, 'digest', 'digests')}.`,
  nothingKept: 'This is done already: nothing is kept about you.',

  optedOut:
    'You opted out, on all servers. Your messages are no longer read or quoted, and are being removed from the summaries that are kept. Text that others wrote about you, or copied from you, is theirs and stays.',
  optedOutAlready: 'You have opted out already.',
  optedIn: 'You opted in. Your messages can be read again when somebody asks for a summary.',
  optedInAlready: 'You have not opted out: your messages can be read.',

  access: {
    title: 'What Footnote may read, and for whom',
    channels: 'Channels',
    roles: 'Roles',
    rules: { all: 'Read all channels', never: 'Never read these', only: 'Read only these' },
    all: 'All channels can be summarized.',
    never: channels => `Never summarized: ${channels}`,
    only: channels => `Only these can be summarized: ${channels}`,
    noneOnly: 'No channel can be summarized. Choose channels below.',
    noneNever: 'All channels can be summarized. Choose below which cannot.',
    everybody: 'Everybody may use Footnote.',
    members: roles => `Only these may use Footnote, and members with **Manage Server**: ${roles}`,
    deletedChannel: 'a deleted channel',
    deletedRole: 'a deleted role',
    hidden: n => count(n, 'channel you cannot see', 'channels you cannot see'),
    chooseChannels: 'Channels or categories; threads follow their channel',
    chooseRoles: 'Roles that may use Footnote; none: everybody',
    saved: 'Saved.',
  },
  erase: {
    ask: 'This deletes all summaries, digests, feedback, settings and lists of channels and roles of this server. It cannot be undone. Channels that were excluded can be summarized again; posts in Discord stay.',
    button: 'Delete everything',
    done: n =>
      `Deleted: ${count(n, 'summary', 'summaries')}, and all digests, feedback and settings of this server.`,
    already: 'This is done already: nothing is kept about this server.',
  },
};
