import type { Guild, GuildTextBasedChannel } from 'discord.js';
import type { StoredRequest } from '../../app/store-ports.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { toOneLine } from '../../core/conversation/text.ts';
import type { ChannelNews } from '../../core/digests/channel-news.ts';
import { isPersonal } from '../../core/digests/digest.ts';
import { toChunks } from '../../core/order.ts';
import { parseSinceWords } from '../../core/time-words.ts';
import { toLoggedError } from '../../log.ts';
import { truncate } from '../../render/cut.ts';
import { toTimestamp } from '../../render/embed/discord-markup.ts';
import { mostOptions, type Row, toInline, toRow, toSelect } from '../../render/embed/message-body.ts';
import type { Texts } from '../../render/texts.ts';
import type { AccessSnapshot } from './access/check-access.ts';
import { type Everywhere, mostDaysBack } from './access/open-channels.ts';
import { type FoundNews, findNews, type NewsProgress, type OpenChannel, type ReadNews } from './find-news.ts';
import {
  type ReadingWatch,
  readConversation,
  requireMessages,
  toAttachmentLimits,
} from './history/history.ts';
import { toFirstId } from './history/message.ts';
import { isOwnLast } from './history/window.ts';
import { findZone, type Press, type PressContext, type RequestContext } from './interaction/context.ts';
import { Refusal } from './interaction/failures.ts';
import { toZoneRows } from './settings/own-zone.ts';
import { startReadingUpdates } from './summarize/progress.ts';
import type { Read } from './summarize/requested-channels.ts';
import type { Run } from './summarize/runs.ts';
import { type Missed, missedSelectId, toMissedId } from './summarize/summary-message.ts';
import { renderWaiting, toWaiting } from './waiting.ts';

const dayMs = 86_400_000;

/** Reads what is new to a person in all their channels, and shows what waits for them meanwhile. */
export async function readNews(
  context: RequestContext,
  requested: Everywhere,
  asked: StoredRequest,
  run: Run,
): Promise<Read> {
  const { interaction, t, privacy, signal, log, now } = context;
  const { user, guild } = interaction;
  if (guild === null) throw new Refusal(t('bot.denied.gone', { place: '' }));
  const isGiven = asked.since !== undefined && !isOwnLast(asked.since);
  const earliestMs = Date.parse(now()) - mostDaysBack * dayMs;
  const givenMs = isGiven ? Date.parse(await parseTime(context, asked.since ?? '')) : earliestMs;
  const fromMs = Math.max(givenMs, earliestMs);
  let progress: NewsProgress | null = null;
  const updates = startReadingUpdates(context, run, () =>
    // Which of them have news, and are read, is known later.
    progress === null
      ? t('bot.catchup.looking', { channels: requested.channels.length })
      : t('bot.catchup.reading', progress),
  );
  try {
    const query = {
      guild,
      personId: user.id,
      person: await requested.snapshot?.member(user.id),
      channels: requested.channels,
      floorId: String(toFirstId(fromMs) - 1n),
      fromOwnLast: !isGiven,
      privacy,
      onProgress: (now: NewsProgress) => {
        progress = now;
      },
    };
    const [found] = await Promise.all([
      findNews(query, log, signal),
      renewLead(context, [], requested.snapshot),
    ]);
    const { news, notRead, isSearched } = found;
    const since = toTimestamp(new Date(fromMs).toISOString());
    const notes = [
      ...(await findPausedCard(context)),
      ...toNotes(found, requested, isSearched || isGiven, t),
    ];
    log.info({ interaction: interaction.id, news: news.length, left: notRead.length }, 'catchup-read');
    const unlisted = news.length + notRead.length - countMenus(context) * mostOptions;
    if (unlisted > 0) notes.unshift(t('bot.catchup.unlisted', { channels: unlisted }));
    if (news.length === 0) {
      const sentence = t(isGiven ? 'bot.catchup.nothingNew' : 'bot.catchup.nothingNewOwn', { since });
      const refused = [...(context.lead?.lines ?? []), sentence, `-# ${notes.join(' ')}`].join('\n');
      throw new Refusal(refused, toRows(context, found));
    }
    await renewLead(context, news, requested.snapshot);
    await run.makeRoom(
      news.reduce((sum, { records }) => sum + records.length, 0),
      signal,
    );
    const attachments = await toAttachmentLimits(context, guild.id);
    const watch = { signal, privacy, attachments };
    const { conversation, channels } = await readFound(found, requested.channels, guild, watch);
    await requireMessages(context, conversation, toInline(requested.title), since);
    const title = t(isGiven ? 'bot.catchup.title' : 'bot.catchup.titleOwn', {
      channels: news.length + notRead.length,
      since,
    });
    return {
      conversation,
      rows: await toZoneRows(context, asked.since),
      zone: await findZone(context),
      note: `-# ${[title, ...notes].join(' ')}`,
      // Access to the others is checked when one is opened.
      requested: { ...requested, channels },
      card: {
        renewLead: gone => renewLead(context, news, null, gone),
        toMenu: () => toRows(context, found),
      },
    };
  } finally {
    await updates.end();
  }
}

export async function readFound(
  { news }: FoundNews,
  readable: readonly GuildTextBasedChannel[],
  guild: Guild,
  watch: ReadingWatch,
) {
  const records = news
    .flatMap(each => each.records.map(record => ({ channel: each.channel, record })))
    .sort((a, b) => compareSnowflakes(a.record.id, b.record.id));
  const ids = new Set(news.map(({ channelId }) => channelId));
  const channels = readable.filter(({ id }) => ids.has(id));
  const read = await readConversation(records, channels, guild, watch);
  const title = channels.length > 1 ? guild.name : read.source.title;
  return { channels, conversation: { ...read, source: { ...read.source, title } } };
}

/** The instant that words for a time mean, where all channels are read; refuses others, and times that are still to come. */
export async function parseTime(context: RequestContext, words: string): Promise<string> {
  const { t, now } = context;
  if (/^<?https?:/i.test(words)) throw new Refusal(t('bot.catchup.onlyTimes'));
  const from = parseSinceWords(words, now(), await findZone(context));
  if (from === null) throw new Refusal(t('bot.notUnderstood', { words: toInline(words) }));
  if (from > now()) throw new Refusal(t('bot.inFuture', { words: toInline(words), time: toTimestamp(from) }));
  return from;
}

/** Says that the person's card by direct message is paused. */
async function findPausedCard({ interaction, digests, t }: RequestContext): Promise<readonly string[]> {
  const { guildId, user } = interaction;
  const all = guildId === null ? [] : ((await digests?.list(guildId)) ?? []);
  const reason = all.find(each => isPersonal(each) && each.creatorId === user.id)?.paused?.reason;
  if (reason === undefined) return [];
  if (reason === 'direct_closed') return [t('bot.digest.me.closed')];
  return [t('bot.digest.me.paused', { reason: t(`bot.digest.pauseReasons.${reason}`) })];
}

export function toNotes(
  { news }: FoundNews,
  { botBlind, ageRestricted }: Pick<Everywhere, 'botBlind' | 'ageRestricted'>,
  isStartKnown: boolean,
  t: Texts,
): readonly string[] {
  const cut = news.filter(({ isCut }) => isCut).length;
  return [
    ...(cut > 0 ? [t('bot.catchup.cut', { channels: cut })] : []),
    ...(isStartKnown ? [] : [t('bot.catchup.noSearch')]),
    ...(botBlind > 0 ? [t('bot.catchup.botBlind', { channels: botBlind })] : []),
    ...(ageRestricted > 0 ? [t('bot.catchup.ageRestricted', { channels: ageRestricted })] : []),
    t('bot.catchup.never', { days: mostDaysBack }),
  ];
}

/**
 * Puts what waits for the person above the answer: tasks, then messages to them. Without lines, which may no longer be true, where
 * the tasks cannot be read. Returns the number of lines.
 * @param gone The ids of messages that were deleted since they were read.
 */
async function renewLead(
  context: RequestContext,
  news: readonly ReadNews[],
  snapshot: AccessSnapshot | null,
  gone: ReadonlySet<string> = new Set(),
): Promise<number> {
  const { interaction, signal, log, lead } = context;
  if (lead === undefined) return 0;
  try {
    const found = toWaiting(news).filter(({ id }) => !gone.has(id));
    const openIds = new Set(news.map(({ channel }) => channel.id));
    const { lines, items, rows } = await renderWaiting(context, found, openIds, snapshot);
    Object.assign(lead, { lines, rows });
    return items;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ interaction: interaction.id, ...toLoggedError(error) }, 'waiting-unavailable');
    Object.assign(lead, { lines: [], rows: [] });
    return 0;
  }
}

function toSignals(
  { questions, replies, mentions, messages, people, hasMore }: ChannelNews,
  t: Texts,
): string {
  return [
    questions > 0 && t('bot.catchup.questions', { count: questions }),
    replies > 0 && t('bot.catchup.replies', { count: replies }),
    mentions > 0 && t('bot.catchup.mentions', { count: mentions }),
    t(hasMore ? 'bot.catchup.messagesMore' : 'bot.catchup.messages', { messages, people }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Discord's limits for a select, and rows that the buttons of a summary leave. */
const mostLabel = 80;
const mostDescription = 100;
const mostMenus = 3;

/** A row of tasks takes the place of a menu. */
function countMenus({ lead }: RequestContext): number {
  return mostMenus - (lead?.rows.length ?? 0);
}

/** The person's tasks, and menus of the channels with news, each to be summarized on its own. */
function toRows(context: RequestContext, { news, notRead }: Pick<FoundNews, 'news' | 'notRead'>): Row[] {
  const { t, lead } = context;
  const toOption = ({ channel, afterId }: OpenChannel, description: string) => ({
    label: truncate(toLabel(channel), mostLabel),
    value: toMissedId({ channelId: channel.id, afterId }),
    description: truncate(description, mostDescription),
  });
  const options = [
    ...news.map(each => toOption(each, toSignals(each, t))),
    ...notRead.map(each => toOption(each, t('bot.catchup.notRead'))),
  ];
  const menus = toChunks(options, mostOptions)
    .slice(0, countMenus(context))
    .map((some, index) => toRow(toSelect(`${missedSelectId}${index || ''}`, some, t('bot.catchup.select'))));
  return [...(lead?.rows ?? []), ...menus];
}

function toLabel(channel: GuildTextBasedChannel): string {
  const name = toOneLine(channel.name) || channel.id;
  return channel.isThread() ? name : `#${name}`;
}

const shape = /^catchup:(\d{15,20}):(\d{15,20})$/;

/** The channel that was chosen; null for anything else. */
export function parseMissed(interaction: Press): Missed | null {
  if (!interaction.isStringSelectMenu() || !/^catchup\d?$/.test(interaction.customId)) return null;
  const [, channelId, afterId] = shape.exec(interaction.values[0] ?? '') ?? [];
  return channelId === undefined || afterId === undefined ? null : { channelId, afterId };
}

/** Summarizes it for this person only, after a new access check. */
export async function summarizeMissed(context: PressContext, { channelId, afterId }: Missed): Promise<void> {
  // A link, which *Again…* can repeat; its message need not exist.
  const from = String(BigInt(afterId) + 1n);
  await context.summarize(context, {
    request: {
      detail: 'standard',
      since: `https://discord.com/channels/${context.interaction.guildId}/${channelId}/${from}`,
    },
    channelId,
    isPrivate: true,
  });
}
