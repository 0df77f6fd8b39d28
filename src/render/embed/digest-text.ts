import type { Readers } from '../../core/audience.ts';
import {
  type Digest,
  type DigestChoice,
  forumNotes,
  isForumNote,
  isNote,
  type LeftOutReason,
  longestFocus,
} from '../../core/digests/digest.ts';
import { newsMinutes, type Schedule, toDayName } from '../../core/schedule.ts';
import { withRest } from '../cut.ts';
import { type TextKey, type Texts, toFrameTexts } from '../texts.ts';
import { toTimestamp } from './discord-markup.ts';
import { toInline } from './message-body.ts';

/** `hidden` ones were deleted, or the viewer may not see them. */
export type Named = { readonly ids: readonly string[]; readonly hidden: number };

/** The places that a digest reads and posts in, as far as the viewer may see them. */
type DigestPlacesShown = {
  /** At present. */
  readonly reads: Named;
  readonly chosen: Named;
  /** Whether a category was chosen, which stands for its channels. */
  readonly hasCategory: boolean;
  readonly destination: Named;
  /** The reason is null if the viewer may not know it. */
  readonly leftOut: readonly ({ readonly reason: LeftOutReason | null } & Named)[];
};

export type DigestPreview = DigestPlacesShown & {
  readonly choice: DigestChoice;
  readonly readers: Readers | 'private_thread' | 'creator' | null;
  readonly nextRuns: readonly string[];
  readonly creatorId: string;
};

export type DigestShown = DigestPlacesShown & {
  readonly digest: Digest;
  readonly nextRun: string | null;
  /** Of a forum that has notes: how many of them are paused. */
  readonly pausedPosts: number;
};

export function isStopped({ digest, pausedPosts }: DigestShown): boolean {
  return digest.paused !== null || pausedPosts > 0;
}

type Context = { readonly t: Texts; readonly locale: string };
type LabelOf<Key> = Key extends `bot.digest.command.labels.${infer Label}` ? Label : never;
type Line = readonly [label: LabelOf<TextKey>, value: string];

const mostNamed = 25;
const mostListed = 2;

export function toPreviewText(preview: DigestPreview, context: Context): string {
  const { choice, readers, nextRuns, creatorId } = preview;
  const next = nextRuns.map(run => `\n- ${toTimestamp(run, 'F')}`).join('');
  return toText(
    [
      ['reads', toReads(preview, context)],
      ...toLeftOutLines(preview, context),
      ['postsIn', toDestination(preview, { ...choice, creatorId }, context)],
      ['readers', toReaders(readers, creatorId, context)],
      ['when', toScheduleWords(choice.schedule, context.locale, context.t)],
      ['next', next],
      ...toOptionLines(choice, context),
    ],
    context,
  );
}

export function toDigestText(shown: DigestShown, context: Context): string {
  const { t, locale } = context;
  const { digest } = shown;
  const { lastRun, webhook } = digest;
  const last = lastRun
    ? t('bot.digest.command.ran', { time: toTimestamp(lastRun.at, 'F'), posts: lastRun.posted })
    : t('bot.digest.command.notRunYet');
  return toText(
    [
      ['reads', toReads(shown, context)],
      ...toLeftOutLines(shown, context),
      ['postsIn', toDestination(shown, digest, context)],
      ['when', toScheduleWords(digest.schedule, locale, t)],
      ['status', toStatus(shown, 'F', context)],
      ['lastRun', last],
      ...toOptionLines(digest, context),
      ['webhook', webhook ? toWebhookHost(webhook.url) : ''],
      ['creator', `<@${digest.creatorId}>`],
    ],
    context,
  );
}

/** A digest in one line: schedule, sources, destination, and next run or why there is none. */
export function toDigestLine(shown: DigestShown, context: Context): string {
  const { t, locale } = context;
  const { digest } = shown;
  const when = toScheduleWords(digest.schedule, locale, t);
  const reads = toReads(shown, context, mostListed);
  const where = toDestination(shown, digest, context);
  return `**${when}**${t('summary.colon')} ${reads} → ${where} · ${toStatus(shown, 'R', context)}`;
}

/** Lines without a value are left out. */
function toText(lines: readonly Line[], { t }: Context): string {
  return lines
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `**${t(`bot.digest.command.labels.${label}`)}${t('summary.colon')}** ${value}`)
    .join('\n');
}

function toLeftOutLines({ leftOut }: DigestPlacesShown, context: Context, most = mostNamed): readonly Line[] {
  const { t } = context;
  return leftOut.map(({ reason, ...channels }) => [
    'leftOut',
    [toNames(channels, context, most), ...(reason ? [t(`bot.digest.command.reasons.${reason}`)] : [])].join(
      `${t('summary.colon')} `,
    ),
  ]);
}

function toStatus({ digest, nextRun, pausedPosts }: DigestShown, style: 'F' | 'R', { t }: Context): string {
  if (digest.paused)
    return t('bot.digest.command.paused', { reason: t(`bot.digest.pauseReasons.${digest.paused.reason}`) });
  if (digest.run) return t('bot.digest.command.running');
  if (pausedPosts > 0) return t('bot.digest.command.note.pausedPosts', { count: pausedPosts });
  if (isNote(digest)) return t(`bot.digest.command.note.${digest.isFrozen ? 'frozen' : 'waiting'}`);
  return nextRun === null ? '' : t('bot.digest.command.nextRun', { time: toTimestamp(nextRun, style) });
}

function toReads(
  { reads, chosen, hasCategory }: DigestPlacesShown,
  context: Context,
  most = mostNamed,
): string {
  const channels = toNames(reads, context, most);
  if (!hasCategory) return channels;
  return context.t('bot.digest.command.category', { chosen: toNames(chosen, context, most), channels });
}

function toDestination(
  { destination }: DigestPlacesShown,
  choice: Pick<Digest, 'destination' | 'creatorId' | 'schedule'>,
  context: Context,
): string {
  const { t } = context;
  if (choice.destination.kind === 'dm') return toPlaceName(choice, t);
  const name = toNames(destination, context);
  const { answers, posts } = forumNotes;
  if (isForumNote(choice)) return t('bot.digest.command.note.eachPost', { forum: name, answers, posts });
  return choice.destination.kind === 'forum' ? t('bot.digest.command.newPosts', { forum: name }) : name;
}

export function toPlaceName(
  { destination, creatorId }: Pick<Digest, 'destination' | 'creatorId'>,
  t: Texts,
): string {
  return destination.kind === 'dm'
    ? t('bot.digest.command.direct', { person: `<@${creatorId}>` })
    : `<#${destination.channelId}>`;
}

function toNames({ ids, hidden }: Named, context: Context, most = mostNamed): string {
  const { t } = context;
  const named = ids.slice(0, most).map(id => `<#${id}>`);
  const unseen = hidden > 0 ? [t('bot.digest.command.hidden', { count: hidden })] : [];
  const all = [...withRest(named, ids.length, count => t('bot.digest.command.more', { count })), ...unseen];
  return all.length === 0 ? t('bot.digest.command.noChannels') : toList(all, context);
}

function toReaders(readers: DigestPreview['readers'], creatorId: string, context: Context): string {
  const { t } = context;
  if (readers === 'creator') return t('bot.digest.command.onlyPerson', { person: `<@${creatorId}>` });
  if (readers === 'private_thread') return t('bot.digest.command.threadMembers');
  if (readers === null) return t('bot.digest.command.onlyOwner');
  const mentions = [...readers.roleIds.map(id => `<@&${id}>`), ...readers.memberIds.map(id => `<@${id}>`)];
  const list = toList(
    withRest(mentions.slice(0, mostNamed), mentions.length, count => t('bot.digest.command.more', { count })),
    context,
  );
  if (readers.isEveryone)
    return mentions.length === 0
      ? t('bot.digest.command.everyone')
      : t('bot.digest.command.everyoneExcept', { others: list });
  return mentions.length === 0
    ? t('bot.digest.command.onlyOwner')
    : t('bot.digest.command.onlyReaders', { readers: list });
}

function toOptionLines(choice: DigestChoice, context: Context): readonly Line[] {
  const { t, locale } = context;
  const { detail, language, focus, review } = choice;
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const ownLanguage = t('bot.digest.command.ownLanguage');
  return [
    ['detail', t(`bot.commands.summarize.details.${detail}`)],
    ['language', language === undefined ? ownLanguage : (names.of(language) ?? language)],
    ['focus', focus === undefined ? '' : toInline(focus, longestFocus)],
    ['review', review ? t('bot.digest.command.reviewed') : ''],
  ];
}

/** Only the host: the rest of an address may be secret. */
export function toWebhookHost(url: string): string {
  return `\`${new URL(url).host}\``;
}

function toList(items: readonly string[], { locale }: Context): string {
  return new Intl.ListFormat(locale).format(items);
}

/** A schedule in words: "every Monday and Thursday at 09:00 (Europe/Berlin)". */
export function toScheduleWords(schedule: Schedule, locale: string, t: Texts): string {
  const words = toRecurrenceWords(schedule, locale, t);
  return schedule.kind === 'news' ? words : `${words} (${schedule.zone})`;
}

export function toRecurrenceWords(schedule: Schedule, locale: string, t: Texts): string {
  switch (schedule.kind) {
    case 'daily':
      return t('bot.digest.schedule.daily', { time: schedule.time });
    case 'weekdays':
      return t('bot.digest.schedule.weekdays', { time: schedule.time });
    case 'weekly':
      return t('bot.digest.schedule.weekly', {
        days: new Intl.ListFormat(locale).format(schedule.days.map(day => toDayName(day, locale))),
        time: schedule.time,
      });
    case 'monthly':
      return schedule.day === 'last'
        ? t('bot.digest.schedule.lastDay', { time: schedule.time })
        : t('bot.digest.schedule.monthly', { day: schedule.day, time: schedule.time });
    case 'cron':
      return t('bot.digest.schedule.cron', { line: schedule.line });
    case 'news':
      return t('bot.digest.schedule.news', { minutes: newsMinutes });
  }
}

/** The title of one summary of a digest: its day, in the zone of the schedule. */
export function toDigestTitle(at: string, { zone }: Schedule, language: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone });
  return toFrameTexts(language)('bot.digest.title', { date: date.format(Date.parse(at)) });
}
