import { z } from 'zod';
import { details } from '../claims/summary/summary.ts';
import { scheduleSchema } from '../schedule.ts';

const id = z.string().min(1).max(100);
const instant = z.iso.datetime();
/** The newest message that was summarized, by the id of its channel or thread. */
const covered = z.record(id, id);

/** Why a digest does not run until somebody resumes it. */
export const pauseReasons = [
  'by_person',
  'destination_gone',
  'destination_denied',
  'destination_unreadable',
  'direct_closed',
  'tag_required',
  'no_sources',
  'creator_left',
  'creator_demoted',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why a source is not read: it is gone, or somebody may not read it; `audience` are readers of the destination. */
export type LeftOutReason = 'bot' | 'creator' | 'audience' | 'age_restricted' | 'gone';

/** What to post when there were too few messages. */
export const quietModes = ['nothing', 'line'] as const;
export type QuietMode = (typeof quietModes)[number];

export const maxDigestChannels = 25;
export const longestFocus = 500;
export const mostMinMessages = 1_000;

const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), channelId: id }),
  /** Each run is a new post, with this tag if the forum requires one. */
  z.object({ kind: z.literal('forum'), channelId: id, tagId: id.exactOptional() }),
  /** A direct message to the creator. */
  z.object({ kind: z.literal('dm') }),
]);

const run = z.object({
  id,
  /** The worker that runs it; null until one does. A worker that was replaced changes nothing anymore. */
  workerId: id.nullable(),
  /** The scheduled time of this run, or when somebody asked for it. */
  tick: instant,
  startedAt: instant,
  /** Somebody asked for it and waits. */
  isManual: z.literal(true).exactOptional(),
  /** Summaries posted so far. */
  posted: z.int().nonnegative(),
  /** A summary that is stored and perhaps already posted, with what counts as covered once it is. */
  pending: z.object({ summaryId: id, destination, covered, messages: z.int().nonnegative() }).nullable(),
});
export type DigestRun = z.infer<typeof run>;

/** A scheduled summary: what its creator chose, and how far it has come. */
export const digestSchema = z.object({
  id,
  guildId: id,
  creatorId: id,
  createdAt: instant,
  sources: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('channels'), channelIds: z.array(id).min(1).max(maxDigestChannels) }),
    z.object({ kind: z.literal('category'), categoryId: id }),
  ]),
  destination,
  schedule: scheduleSchema,
  detail: z.enum(details),
  /** BCP 47; without it the server's, else that of `locale`. */
  language: z.string().max(100).exactOptional(),
  focus: z.string().max(longestFocus).exactOptional(),
  /** Fewer messages are not summarized yet: they count toward the next run. */
  minMessages: z.int().min(1).max(mostMinMessages),
  quiet: z.enum(quietModes),
  review: z.boolean(),
  /** The creator's Discord locale, in which they are told what happens. */
  locale: z.string().max(20),
  paused: z.object({ reason: z.enum(pauseReasons), at: instant }).nullable(),
  /** The last tick that was begun; nothing up to it is run again. It never decreases. */
  lastRunAt: instant,
  /** Where a channel that has no entry in `covered` begins. */
  since: instant,
  covered,
  run: run.nullable(),
  /** The newest posted summary, whose open items are carried over. */
  lastSummaryId: id.exactOptional(),
  /** The last run that ended, and how many summaries it posted. */
  lastRun: z.object({ at: instant, posted: z.int().nonnegative() }).exactOptional(),
  /** Source channels whose absence the creator was told about. */
  toldLeftOut: z.array(id).max(1_000),
  /** When the cap resets that the creator was told about. */
  toldCap: instant.exactOptional(),
});
export type Digest = z.infer<typeof digestSchema>;

/** What a creator chooses. */
export type DigestChoice = Pick<
  Digest,
  | 'sources'
  | 'destination'
  | 'schedule'
  | 'detail'
  | 'language'
  | 'focus'
  | 'minMessages'
  | 'quiet'
  | 'review'
>;
