import { en as command } from './command/en.ts';
import type { DigestWords } from './words.ts';

export const en: DigestWords = {
  command,
  schedule: {
    daily: time => `every day at ${time}`,
    weekdays: time => `Monday to Friday at ${time}`,
    weekly: (days, time) => `every ${days} at ${time}`,
    monthly: (day, time) => `on day ${day} of each month at ${time}`,
    lastDay: time => `on the last day of each month at ${time}`,
    cron: line => `cron ${line}`,
  },
  heading: (schedule, next) => `**Digest** · ${schedule}${next === null ? '' : ` · next: ${next}`}`,
  title: date => `Digest of ${date}`,
  quiet: messages =>
    messages === 0
      ? 'Nothing new since the last digest.'
      : `Only ${messages} new ${messages === 1 ? 'message' : 'messages'} since the last digest. The next one will include ${messages === 1 ? 'it' : 'them'}.`,
  notices: {
    paused: (place, reason) =>
      `Your digest for ${place} is paused: ${reason} Use \`/digest resume\` to continue.`,
    leftOut: (place, channels) =>
      `Your digest for ${place} leaves out ${channels}: not everyone who can read ${place} can read it, or you or I no longer can. It will be included again when that changes.`,
    failed: place =>
      `Your digest for ${place} could not be posted this time, although I tried for about two hours. The next one will cover the messages.`,
    leftOutDirect: channels =>
      `Your digest by direct message leaves out ${channels}: you or I can no longer read it, or it is age-restricted. It will be included again when that changes.`,
  },
  pauseReasons: {
    by_person: 'somebody paused it.',
    destination_gone: 'its channel no longer exists. Choose another one with `/digest edit`.',
    destination_denied: 'I no longer have permission to post there.',
    destination_unreadable:
      'I cannot read the message history there, so I cannot tell whether the last digest was posted.',
    direct_closed:
      'its creator does not accept direct messages from me. They can allow them in this server’s privacy settings.',
    tag_required: 'its forum requires a tag for each post. Choose one with `/digest edit`.',
    no_sources: 'none of its channels can be read any more.',
    creator_left: 'its creator left the server. Somebody else has to create a new one.',
    creator_demoted: 'its creator no longer has Manage Server, or Manage Channels there.',
  },
};
