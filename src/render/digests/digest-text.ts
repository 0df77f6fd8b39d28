import type { Readers } from '../../core/audience.ts';
import type { Digest, DigestChoice, LeftOutReason, Webhook } from '../../core/digests/digest.ts';
import { toTimestamp } from '../embed/discord-markup.ts';
import { withRest } from '../with-rest.ts';
import type { BotWords } from '../words/bot/words.ts';
import { toScheduleWords } from './digest-schedule.ts';

/** Channels as a viewer may see them: hidden and deleted ones are only counted. */
export type Named = { readonly ids: readonly string[]; readonly hidden: number; readonly deleted: number };

/** The places that a digest reads and posts in, as far as the viewer may see them. */
type DigestPlacesShown = {
  /** At present; the channels of a category. */
  readonly reads: Named;
  readonly category: Named | null;
  readonly destination: Named;
};

/** A digest before it is saved. */
export type DigestPreview = DigestPlacesShown & {
  readonly choice: DigestChoice;
  /** The name of the tag for the posts, if one is chosen. */
  readonly tag: string | null;
  readonly readers: Readers | 'private_thread' | 'creator' | null;
  /** The reason is null if the viewer may not know it. */
  readonly leftOut: readonly ({ readonly reason: LeftOutReason | null } & Named)[];
  /** ISO instants. */
  readonly nextRuns: readonly string[];
  readonly creatorId: string;
  /** Whether the viewer is the creator. */
  readonly isCreator: boolean;
};

/** A digest as a viewer may see it. */
export type DigestShown = DigestPlacesShown & {
  readonly digest: Digest;
  readonly nextRun: string | null;
};

type Context = { readonly words: BotWords; readonly locale: string };
type Line = readonly [label: string, value: string];

const mostNamed = 25;
const mostListed = 2;

/** The preview in words, one line per property. */
export function toPreviewText(preview: DigestPreview, context: Context): string {
  const { command } = context.words.digest;
  const { choice, leftOut, readers, nextRuns, creatorId, isCreator } = preview;
  const { labels } = command;
  return toText([
    [labels.reads, toReads(preview, context)],
    ...leftOut.map(
      ({ reason, ...channels }): Line => [
        labels.leftOut,
        [toNames(channels, context), ...(reason ? [command.reasons[reason](isCreator)] : [])].join(': '),
      ],
    ),
    [labels.postsIn, toDestination(preview, { ...choice, creatorId }, context)],
    ...(preview.tag === null ? [] : [[labels.tag, toCode(preview.tag)] as const]),
    [labels.readers, toReaders(readers, creatorId, context)],
    [labels.when, toScheduleWords(choice.schedule, context.locale, context.words.digest.schedule)],
    [labels.next, nextRuns.map(run => `\n- ${toTimestamp(run, 'F')}`).join('')],
    ...toOptionLines(choice, context),
  ]);
}

/** A saved digest in words, one line per property. */
export function toDigestText(shown: DigestShown, context: Context): string {
  const { command } = context.words.digest;
  const { digest } = shown;
  const { labels } = command;
  const { lastRun } = digest;
  return toText([
    [labels.reads, toReads(shown, context)],
    [labels.postsIn, toDestination(shown, digest, context)],
    [labels.when, toScheduleWords(digest.schedule, context.locale, context.words.digest.schedule)],
    [labels.status, toStatus(shown, 'F', context)],
    [labels.lastRun, lastRun ? command.ran(toTimestamp(lastRun.at, 'F'), lastRun.posted) : command.notRunYet],
    ...toOptionLines(digest, context),
    [labels.creator, `<@${digest.creatorId}>`],
  ]);
}

/** A digest in one line: schedule, sources, destination, next run or why there is none, and the last run. */
export function toDigestLine(shown: DigestShown, context: Context): string {
  const { digest } = shown;
  const { command, schedule } = context.words.digest;
  const reads = toReads(shown, context, mostListed);
  const last = digest.lastRun
    ? ` · ${command.labels.lastRun}: ${command.ran(toTimestamp(digest.lastRun.at, 'R'), digest.lastRun.posted)}`
    : '';
  const where = toDestination(shown, digest, context);
  return `**${toScheduleWords(digest.schedule, context.locale, schedule)}**: ${reads} → ${where} · ${toStatus(shown, 'R', context)}${last}`;
}

function toText(lines: readonly Line[]): string {
  return lines.map(([label, value]) => `**${label}:** ${value}`).join('\n');
}

function toStatus({ digest, nextRun }: DigestShown, style: 'F' | 'R', { words }: Context): string {
  const { command, pauseReasons } = words.digest;
  if (digest.paused) return command.paused(pauseReasons[digest.paused.reason]);
  if (digest.run) return command.running;
  return nextRun === null ? '' : command.nextRun(toTimestamp(nextRun, style));
}

function toReads({ reads, category }: DigestPlacesShown, context: Context, most = mostNamed): string {
  const { command } = context.words.digest;
  if (category && category.deleted > 0) return command.deletedCategory;
  const channels = toNames(reads, context, most);
  return category ? command.category(toNames(category, context), channels) : channels;
}

function toDestination(
  { destination }: DigestPlacesShown,
  choice: Pick<Digest, 'destination' | 'creatorId'>,
  context: Context,
): string {
  const { command } = context.words.digest;
  if (choice.destination.kind === 'dm') return toPlaceName(choice, command);
  const name = toNames(destination, context);
  return choice.destination.kind === 'forum' ? command.newPosts(name) : name;
}

/** The destination of a digest as a mention, for viewers who can see the digest. */
export function toPlaceName(
  { destination, creatorId }: Pick<Digest, 'destination' | 'creatorId'>,
  { direct }: Pick<BotWords['digest']['command'], 'direct'>,
): string {
  return destination.kind === 'dm' ? direct(`<@${creatorId}>`) : `<#${destination.channelId}>`;
}

/** Mentions, and the number of further channels. */
function toNames({ ids, hidden, deleted }: Named, context: Context, most = mostNamed): string {
  const { command } = context.words.digest;
  const named = ids.slice(0, most).map(id => `<#${id}>`);
  const unseen = hidden > 0 ? [command.hidden(hidden)] : [];
  const gone = deleted > 0 ? [command.deletedChannels(deleted)] : [];
  const all = [...withRest(named, ids.length, command.more), ...unseen, ...gone];
  return all.length === 0 ? command.noChannels : toList(all, context);
}

function toReaders(readers: DigestPreview['readers'], creatorId: string, context: Context): string {
  const { command } = context.words.digest;
  if (readers === 'creator') return command.onlyPerson(`<@${creatorId}>`);
  if (readers === 'private_thread') return command.threadMembers;
  if (readers === null) return command.onlyOwner;
  const mentions = [...readers.roleIds.map(id => `<@&${id}>`), ...readers.memberIds.map(id => `<@${id}>`)];
  const list = toList(withRest(mentions.slice(0, mostNamed), mentions.length, command.more), context);
  if (readers.isEveryone) return mentions.length === 0 ? command.everyone : command.everyoneExcept(list);
  return mentions.length === 0 ? command.onlyOwner : command.onlyReaders(list);
}

function toOptionLines(choice: DigestChoice, context: Context): readonly Line[] {
  const { words, locale } = context;
  const { command } = words.digest;
  const { labels } = command;
  const { detail, language, focus, minMessages, quiet, review, webhook } = choice;
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return [
    [labels.detail, words.commands.summarize.details[detail]],
    [labels.language, language === undefined ? command.ownLanguage : (names.of(language) ?? language)],
    ...(focus === undefined ? [] : [[labels.focus, toCode(focus)] as const]),
    [labels.quiet, command.quiet(minMessages, quiet)],
    ...(review ? [[labels.review, command.reviewed] as const] : []),
    ...(webhook ? [[labels.webhook, toWebhookWords(webhook, command)] as const] : []),
  ];
}

function toWebhookWords({ url, goneAt }: Webhook, { webhookGone }: BotWords['digest']['command']): string {
  const host = toWebhookHost(url);
  return goneAt === undefined ? host : webhookGone(host);
}

/** The rest of an address may be secret. */
export function toWebhookHost(url: string): string {
  return `\`${new URL(url).host}\``;
}

function toCode(typed: string): string {
  return `\`${
    typed
      .replace(/[`\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .toWellFormed() || ' '
  }\``;
}

function toList(items: readonly string[], { locale }: Context): string {
  return new Intl.ListFormat(locale).format(items);
}
