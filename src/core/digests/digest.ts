import { z } from 'zod';
import { postedMessageSchema } from '../claims/stored-summary.ts';
import { details } from '../claims/summary.ts';
import { parseSchedule, type Schedule, type ScheduleRefusal, scheduleSchema } from '../schedule.ts';
import { type Stored, storedObject } from '../stored.ts';
import { isZone } from '../time.ts';

const id = z.string().min(1).max(100);
const instant = z.iso.datetime();
/** The id of the newest summarized message, by channel or thread. */
const covered = z.record(id, id);

const pauseReasons = [
  'by_person',
  'destination_gone',
  'destination_denied',
  'destination_unreadable',
  'post_unsure',
  'direct_closed',
  'tag_required',
  'no_sources',
  'content_hidden',
  'creator_left',
  'settings_unreadable',
  'creator_demoted',
  'not_permitted',
  'note_gone',
  'not_shown',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why a source is not read: it is gone, the server excluded it, or someone lacks permission; `audience` are readers of the destination. */
export type LeftOutReason = 'bot' | 'creator' | 'audience' | 'excluded' | 'age_restricted' | 'gone';

/** How many answers a post of a forum needs for a note, and how many posts can have one. */
export const forumNotes = { answers: 5, posts: 25 };
export const maxDigestChannels = 25;
export const longestFocus = 500;
export const longestWebhook = 1_000;
export const webhookRule = `a public address of at most ${longestWebhook.toLocaleString('en')} characters that begins with https://, without a user name or password`;

const destination = z.discriminatedUnion('kind', [
  storedObject({ kind: z.literal('channel'), channelId: id }),
  /** Each run is a new post, with this tag if the forum requires one. */
  storedObject({ kind: z.literal('forum'), channelId: id, tagId: id.exactOptional() }),
  /** A direct message to the creator. */
  storedObject({ kind: z.literal('dm') }),
]);

/** Where each summary is also sent. */
const webhook = storedObject({
  url: z.string().max(longestWebhook),
  /** Signs what is sent. */
  secret: z.string().max(100),
});
export type Webhook = Stored<typeof webhook>;

const run = storedObject({
  id,
  /** The worker that runs it; null before it starts. A replaced worker changes nothing. */
  workerId: id.nullable(),
  /** The scheduled time of this run, or the time a person asked for it. */
  tick: instant,
  startedAt: instant,
  posted: z.int().nonnegative(),
  /** A summary that is stored and may be posted, and what counts as covered once it is. */
  pending: storedObject({
    summaryId: id,
    destination,
    covered,
    messages: z.int().nonnegative(),
    /** Its post may be under way; false again once Discord has refused it. */
    isSending: z.boolean().exactOptional(),
  }).nullable(),
});
export type DigestRun = Stored<typeof run>;

export const digestSchema = storedObject({
  id,
  guildId: id,
  creatorId: id,
  createdAt: instant,
  sources: z.union([
    /** Channels, and categories that stand for all of their channels. */
    storedObject({ kind: z.literal('channels'), channelIds: z.array(id).min(1).max(maxDigestChannels) }),
    /** As version 0.2.0 stored a category. */
    storedObject({ kind: z.literal('category'), categoryId: id }).transform(({ categoryId }) => ({
      kind: 'channels' as const,
      channelIds: [categoryId],
    })),
    /** All that the creator can read, as a card for them alone. */
    storedObject({ kind: z.literal('everywhere') }),
  ]),
  destination,
  schedule: scheduleSchema,
  detail: z.enum(details),
  /** BCP 47; if missing, the server's language, else that of `locale`. */
  language: z.string().max(100).exactOptional(),
  focus: z.string().max(longestFocus).exactOptional(),
  review: z.boolean(),
  webhook: webhook.exactOptional(),
  /** The posted summaries that the webhook has not accepted yet. */
  deliveries: z.array(id).exactOptional(),
  /** The creator's Discord locale, for notices to them. */
  locale: z.string().max(20),
  paused: storedObject({
    reason: z.enum(pauseReasons),
    at: instant,
    /** Older versions kept who paused it. */
    by: z.undefined().optional().catch(undefined),
  }).nullable(),
  /** The last tick that was started; ticks up to it never run again. It never decreases. */
  lastRunAt: instant,
  /** The start for channels without an entry in `covered`. */
  since: instant,
  covered,
  /** Everything up to this message is covered too: a post said so that the store had forgotten. */
  coveredTo: id.exactOptional(),
  run: run.nullable(),
  lastSummaryId: id.exactOptional(),
  /** The last finished run, and how many summaries it posted. */
  lastRun: storedObject({ at: instant, posted: z.int().nonnegative() }).exactOptional(),
  /** Skipped source channels that the creator was notified about. */
  toldLeftOut: z.array(id).max(1_000),
  /** When the cap last reported to the creator resets. */
  toldCap: instant.exactOptional(),
  /** Of a note: its message, once it is posted. */
  note: postedMessageSchema.exactOptional(),
  /** Of a note: its thread was closed when it was last renewed. */
  isFrozen: z.literal(true).exactOptional(),
  /** Of a note in a post of a forum: the note of the forum, whose choices it has. */
  parentId: id.exactOptional(),
});
export type Digest = Stored<typeof digestSchema>;

/** Whether it is a card of `/catchup` for its creator alone, rather than a digest of the server. */
export function isPersonal({ sources }: Pick<Digest, 'sources'>): boolean {
  return sources.kind === 'everywhere';
}

/** Whether its summary is one message, which is edited when something new is written. */
export function isNote({ schedule }: Pick<Digest, 'schedule'>): boolean {
  return schedule.kind === 'news';
}

/** Whether it keeps a note in each post of a forum, and has none itself. */
export function isForumNote(digest: Pick<Digest, 'schedule' | 'destination'>): boolean {
  return isNote(digest) && digest.destination.kind === 'forum';
}

export function toChosenIds({ sources }: Pick<Digest, 'sources'>): readonly string[] {
  return sources.kind === 'channels' ? sources.channelIds : [];
}

/** The channel, thread or forum that it posts in; `dm` for direct messages. */
export function toPlaceId({ destination }: Pick<Digest, 'destination'>): string {
  return destination.kind === 'dm' ? 'dm' : destination.channelId;
}

/** What the creator of a digest chooses. */
const choices = ['sources', 'destination', 'schedule', 'detail', 'language', 'focus', 'review'] as const;
export type DigestChoice = Pick<Digest, (typeof choices)[number]>;

export function toDigestChoice(digest: Digest): DigestChoice {
  const chosen = choices.flatMap(key => (digest[key] === undefined ? [] : [[key, digest[key]]]));
  return Object.fromEntries(chosen) as DigestChoice;
}

/** A person's input when they create or edit a digest; missing fields stay unchanged. */
export type DigestInput = Partial<Pick<DigestChoice, 'destination' | 'detail' | 'review'>> & {
  readonly isNote?: boolean;
  readonly directMessage?: boolean;
  readonly language?: string | null;
  readonly focus?: string | null;
  /** A schedule as typed. */
  readonly when?: string;
  readonly zone?: string;
};

/** The choices of a new digest before its creator makes any: it posts in one channel and reads none. */
export function toInitialChoice(channelId: string): Omit<DigestChoice, 'schedule'> {
  return {
    sources: { kind: 'channels', channelIds: [] },
    destination: { kind: 'channel', channelId },
    detail: 'standard',
    review: false,
  };
}

type ChosenDigest =
  | { readonly ok: true; readonly choice: DigestChoice }
  | { readonly ok: false; readonly reason: ScheduleRefusal | 'no_schedule' };

type InputDefaults = {
  readonly zone: string;
  readonly locale: string;
  /** Where a digest is posted that is no longer sent by direct message. */
  readonly channelId: string;
};

export function applyDigestInput(
  {
    language: formerLanguage,
    focus: formerFocus,
    ...base
  }: Omit<DigestChoice, 'schedule'> & { readonly schedule?: Schedule },
  {
    when,
    zone,
    directMessage,
    isNote: _,
    language = formerLanguage,
    focus = formerFocus,
    ...given
  }: DigestInput,
  defaults: InputDefaults,
): ChosenDigest {
  if (when === undefined && !base.schedule) return { ok: false, reason: 'no_schedule' };
  const chosenZone = zone ?? base.schedule?.zone ?? defaults.zone;
  const schedule = when === undefined && base.schedule ? { ...base.schedule, zone: chosenZone } : null;
  if (schedule && !isZone(chosenZone)) return { ok: false, reason: 'unknown_zone' };
  const parsed = schedule
    ? { ok: true as const, schedule }
    : parseSchedule(when ?? '', chosenZone, defaults.locale);
  if (!parsed.ok) return parsed;
  const { destination: chosen = base.destination } = given;
  const isLeavingDirect = directMessage === false && chosen.kind === 'dm';
  const posted = isLeavingDirect ? { kind: 'channel' as const, channelId: defaults.channelId } : chosen;
  const destination = directMessage ? { kind: 'dm' as const } : posted;
  return {
    ok: true,
    choice: {
      ...base,
      ...given,
      schedule: parsed.schedule,
      destination,
      ...(typeof language === 'string' && { language }),
      ...(typeof focus === 'string' && { focus }),
    },
  };
}
