import type { PauseReason } from '../../../../core/digests/digest.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import type { FormatMessage } from '../../../messages/format.ts';
import { createDigestCommandWords, type DigestCommandWords } from './command/words.ts';

/** The bot's words for digests, in one language. */
export type DigestWords = {
  readonly command: DigestCommandWords;
  /** When a digest runs; `time` is "09:00", `days` "Monday and Thursday". */
  readonly schedule: {
    readonly daily: (time: string) => string;
    readonly weekdays: (time: string) => string;
    readonly weekly: (days: string, time: string) => string;
    readonly monthly: (day: number, time: string) => string;
    readonly lastDay: (time: string) => string;
    readonly cron: (line: string) => string;
  };
  /** The line above a post: the schedule and the next run; null if none is scheduled. */
  readonly heading: (schedule: string, next: string | null) => string;
  /** The title of a post in a forum; the date is written out. */
  readonly title: (date: string) => string;
  /** Posted when there were too few messages. */
  readonly quiet: (messages: number) => string;
  /** There were messages, but nothing to summarize. */
  readonly nothingSelected: string;
  /** Direct messages to the creator; `place` is a mention of the destination, `channels` are mentions of sources. */
  readonly notices: {
    readonly paused: (place: string, reason: string) => string;
    readonly leftOut: (place: string, channels: string) => string;
    readonly failed: (place: string) => string;
    readonly webhookFailed: (place: string, host: string) => string;
    readonly webhookGone: (place: string, host: string) => string;
    /** Like `leftOut`, for a digest sent by direct message. */
    readonly leftOutDirect: (channels: string) => string;
    readonly capped: (place: string, why: string) => string;
  };
  readonly pauseReasons: Readonly<Record<PauseReason, string>>;
};

export function createDigestWords(texts: Messages['bot']['digest'], format: FormatMessage): DigestWords {
  const { schedule, notices } = texts;
  return {
    ...texts,
    command: createDigestCommandWords(texts.command, format),
    schedule: {
      daily: time => format(schedule.daily, { time }),
      weekdays: time => format(schedule.weekdays, { time }),
      weekly: (days, time) => format(schedule.weekly, { days, time }),
      monthly: (day, time) => format(schedule.monthly, { day, time }),
      lastDay: time => format(schedule.lastDay, { time }),
      cron: line => format(schedule.cron, { line }),
    },
    heading: (schedule, next) =>
      next === null ? format(texts.headingLast, { schedule }) : format(texts.heading, { schedule, next }),
    title: date => format(texts.title, { date }),
    quiet: messages => format(texts.quiet, { messages }),
    notices: {
      paused: (place, reason) => format(notices.paused, { place, reason }),
      leftOut: (place, channels) => format(notices.leftOut, { place, channels }),
      failed: place => format(notices.failed, { place }),
      webhookFailed: (place, host) => format(notices.webhookFailed, { place, host }),
      webhookGone: (place, host) => format(notices.webhookGone, { place, host }),
      leftOutDirect: channels => format(notices.leftOutDirect, { channels }),
      capped: (place, why) => format(notices.capped, { place, why }),
    },
  };
}
