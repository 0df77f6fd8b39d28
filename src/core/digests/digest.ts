import { z } from 'zod';
import { details } from '../claims/summary.ts';
import { scheduleSchema } from '../schedule.ts';
import { storedObject } from '../stored-object.ts';

const id = z.string().min(1).max(100);
const instant = z.iso.datetime();
/** The id of the newest summarized message, by channel or thread. */
const covered = z.record(id, id);

/** Why a digest does not run until a person resumes it. */
const pauseReasons = [
  'by_person',
  'destination_gone',
  'destination_denied',
  'destination_unreadable',
  'post_unsure',
  'direct_closed',
  'tag_required',
  'no_sources',
  'creator_left',
  'settings_unreadable',
  'creator_demoted',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why a source is not read: it is gone, or someone lacks permission; `audience` are readers of the destination. */
export type LeftOutReason = 'bot' | 'creator' | 'audience' | 'age_restricted' | 'gone';

/** Why a webhook cannot be set; the creator, because what is sent is what they may read. */
export type WebhookRefusal = 'off' | 'not_manager' | 'not_creator' | 'bad_url';

/** What to post when there were too few messages. */
export const quietModes = ['nothing', 'line'] as const;

export const maxDigestChannels = 25;
export const longestFocus = 500;
export const mostMinMessages = 1_000;
export const longestWebhook = 1_000;

const destination = z.discriminatedUnion('kind', [
  storedObject({ kind: z.literal('channel'), channelId: id }),
  /** Each run is a new post, with this tag if the forum requires one. */
  storedObject({ kind: z.literal('forum'), channelId: id, tagId: id.exactOptional() }),
  /** A direct message to the creator. */
  storedObject({ kind: z.literal('dm') }),
]);

/** Where each summary is also sent. `goneAt`: when the address answered that it wants no more. */
const webhook = storedObject({
  url: z.string().max(longestWebhook),
  /** Signs what is sent. */
  secret: z.string().max(100),
  goneAt: instant.exactOptional(),
});
export type Webhook = z.infer<typeof webhook>;

const run = storedObject({
  id,
  /** The worker that runs it; null before it starts. A replaced worker changes nothing. */
  workerId: id.nullable(),
  /** The scheduled time of this run, or the time a person asked for it. */
  tick: instant,
  startedAt: instant,
  /** Somebody asked for it and waits. */
  isManual: z.literal(true).exactOptional(),
  /** The line of a quiet time. Set before it is sent: after a crash it is looked for from then on, by its words. */
  quiet: storedObject({ since: instant, wordsHash: z.string().max(100) }).exactOptional(),
  /** Summaries posted so far. */
  posted: z.int().nonnegative(),
  /** A summary that is stored and may be posted, and what counts as covered once it is. */
  pending: storedObject({
    summaryId: id,
    destination,
    covered,
    messages: z.int().nonnegative(),
    /** Its post may be under way; false again once the attempt has failed. */
    isSending: z.boolean().exactOptional(),
  }).nullable(),
});
export type DigestRun = z.infer<typeof run>;
export type QuietLine = NonNullable<DigestRun['quiet']>;

/** A scheduled summary: its creator's choices and its progress. */
export const digestSchema = storedObject({
  id,
  guildId: id,
  creatorId: id,
  createdAt: instant,
  sources: z.discriminatedUnion('kind', [
    storedObject({ kind: z.literal('channels'), channelIds: z.array(id).min(1).max(maxDigestChannels) }),
    storedObject({ kind: z.literal('category'), categoryId: id }),
  ]),
  destination,
  schedule: scheduleSchema,
  detail: z.enum(details),
  /** BCP 47; if missing, the server's language, else that of `locale`. */
  language: z.string().max(100).exactOptional(),
  focus: z.string().max(longestFocus).exactOptional(),
  /** Below this number, messages are not summarized but count toward the next run. */
  minMessages: z.int().min(1).max(mostMinMessages),
  quiet: z.enum(quietModes),
  review: z.boolean(),
  webhook: webhook.exactOptional(),
  /** The posted summaries that the webhook has not accepted yet. */
  deliveries: z.array(id).exactOptional(),
  /** The creator's Discord locale, for notices to them. */
  locale: z.string().max(20),
  paused: storedObject({ reason: z.enum(pauseReasons), at: instant }).nullable(),
  /** The last tick that was started; ticks up to it never run again. It never decreases. */
  lastRunAt: instant,
  /** The start for channels without an entry in `covered`. */
  since: instant,
  covered,
  /** Everything up to this message is covered too: a post said so that the store had forgotten. */
  coveredTo: id.exactOptional(),
  run: run.nullable(),
  /** The newest posted summary, whose open items are carried over. */
  lastSummaryId: id.exactOptional(),
  /** The last finished run, and how many summaries it posted. */
  lastRun: storedObject({ at: instant, posted: z.int().nonnegative() }).exactOptional(),
  /** Skipped source channels that the creator was notified about. */
  toldLeftOut: z.array(id).max(1_000),
  /** When the cap last reported to the creator resets. */
  toldCap: instant.exactOptional(),
});
export type Digest = z.infer<typeof digestSchema>;

/** The creator's choices. */
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
  | 'webhook'
>;
