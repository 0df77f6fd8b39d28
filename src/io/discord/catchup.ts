import type { Guild, GuildTextBasedChannel } from 'discord.js';
import type { StoredRequest } from '../../app/store-ports.ts';
import type { Summary } from '../../core/claims/summary.ts';
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
  createOptOutFilter,
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
/** Channels that were not read within this time are only offered. */
export const timeoutMs = 60_000;

/** Reads what is new to a person in all their channels, and shows what waits for them meanwhile. */
export async function readNews(
  context: RequestContext,
  requested: Everywhere,
  asked: StoredRequest,
  run: Run,
): Promise<Read> {
  const { interaction, t, privacy, signal, log } = context;
  const { user, guild } = interaction;
  if (guild === null) throw new Refusal(t('bot.denied.gone', { place: '' }));
  const { fromMs, isGiven } = await parseStart(context, asked.since ?? null);
  const person = await requested.snapshot?.member(user.id);
  const roles = person === undefined || typeof person === 'string' ? [] : [...person.roles.cache.keys()];
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
      roleIds: new Set(roles.filter(id => id !== guild.id)),
      channels: requested.channels,
      floorId: String(toFirstId(fromMs) - 1n),
      fromOwnLast: !isGiven,
      allow: createOptOutFilter(guild, privacy),
      onProgress: (now: NewsProgress) => {
        progress = now;
      },
    };
    const timely = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const [found] = await Promise.all([
      findNews(query, log, timely),
      tryRenewLead(context, [], requested.snapshot),
    ]);
    signal.throwIfAborted();
    const { news, notRead, isSearched } = found;
    const since = toTimestamp(new Date(fromMs).toISOString());
    const notes = [
      ...(await findPausedCard(context)),
      ...toReadNotes(found, t),
      ...toNotes(requested, isSearched || isGiven, t),
    ];
    log.info({ interaction: interaction.id, news: news.length, left: notRead.length }, 'catchup-read');
    const unlisted = news.length + notRead.length - countMenus(context) * mostOptions;
    if (unlisted > 0) notes.unshift(t('bot.catchup.unlisted', { channels: unlisted }));
    if (news.length === 0) {
      const sentence = t(isGiven ? 'bot.catchup.nothingNew' : 'bot.catchup.nothingNewOwn', { since });
      const refused = [...(context.lead?.lines ?? []), sentence, `-# ${notes.join(' ')}`].join('\n');
      throw new Refusal(refused, toRows(context, [], notRead, new Set()));
    }
    await tryRenewLead(context, news, requested.snapshot);
    await run.makeRoom(
      news.reduce((sum, { records }) => sum + records.length, 0),
      signal,
    );
    const attachments = await toAttachmentLimits(context, guild.id);
    const watch = { signal, privacy, attachments };
    const { conversation, channels } = await readFound(found, requested.channels, guild, watch);
    await requireMessages(context, conversation, toInline(requested.title), since);
    const placeOf = new Map(conversation.messages.map(each => [each.id, (each.thread ?? each.channel)?.id]));
    return {
      conversation,
      rows: await toZoneRows(context, asked.since),
      zone: await findZone(context),
      note: `-# ${[t(isGiven ? 'bot.catchup.title' : 'bot.catchup.titleOwn', { channels: news.length + notRead.length, since }), ...notes].join(' ')}`,
      // Access to the others is checked when one is opened.
      requested: { ...requested, channels },
      card: {
        renewLead: gone => tryRenewLead(context, news, null, gone),
        toMenu: ({ footnotes }: Summary) => {
          const cited = new Set(footnotes.map(({ messageId }) => placeOf.get(messageId)));
          return toRows(context, news, notRead, cited);
        },
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

/** Where older messages were left out. */
export function toReadNotes({ news }: FoundNews, t: Texts): readonly string[] {
  const cut = news.filter(({ isCut }) => isCut).length;
  return cut > 0 ? [t('bot.catchup.cut', { channels: cut })] : [];
}

async function parseStart(context: RequestContext, since: string | null) {
  const { t, now } = context;
  const nowMs = Date.parse(now());
  const earliestMs = nowMs - mostDaysBack * dayMs;
  if (since === null || isOwnLast(since)) return { fromMs: earliestMs, isGiven: false };
  if (/^<?https?:/i.test(since)) throw new Refusal(t('bot.catchup.onlyTimes'));
  const from = parseSinceWords(since, now(), await findZone(context));
  if (from === null) throw new Refusal(t('bot.notUnderstood', { words: toInline(since) }));
  if (Date.parse(from) > nowMs)
    throw new Refusal(t('bot.inFuture', { words: toInline(since), time: toTimestamp(from) }));
  return { fromMs: Math.max(Date.parse(from), earliestMs), isGiven: true };
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
  { botBlind, ageRestricted }: Pick<Everywhere, 'botBlind' | 'ageRestricted'>,
  isStartKnown: boolean,
  t: Texts,
): readonly string[] {
  return [
    ...(isStartKnown ? [] : [t('bot.catchup.noSearch')]),
    ...(botBlind > 0 ? [t('bot.catchup.botBlind', { channels: botBlind })] : []),
    ...(ageRestricted > 0 ? [t('bot.catchup.ageRestricted', { channels: ageRestricted })] : []),
    t('bot.catchup.never', { days: mostDaysBack }),
  ];
}

/** The same; without lines, which may no longer be true, where the tasks cannot be read. */
async function tryRenewLead(...given: Parameters<typeof renewLead>): Promise<number> {
  const [{ interaction, signal, log, lead }] = given;
  try {
    return await renewLead(...given);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ interaction: interaction.id, ...toLoggedError(error) }, 'waiting-unavailable');
    if (lead) Object.assign(lead, { lines: [], rows: [] });
    return 0;
  }
}

/**
 * Puts what waits for the person above the answer: tasks, then messages to them. Returns the number of lines.
 * @param gone The ids of messages that were deleted since they were read.
 */
async function renewLead(
  context: RequestContext,
  news: readonly ReadNews[],
  snapshot: AccessSnapshot | null,
  gone: ReadonlySet<string> = new Set(),
): Promise<number> {
  const { lead } = context;
  if (lead === undefined) return 0;
  const found = toWaiting(news).filter(({ id }) => !gone.has(id));
  const openIds = new Set(news.map(({ channel }) => channel.id));
  const { t } = context;
  const { lines, items, rows, placeIds } = await renderWaiting(context, found, openIds, snapshot);
  const isKnown = ({ channel }: OpenChannel) =>
    placeIds.has(channel.id) || placeIds.has(channel.parentId ?? '');
  Object.assign(lead, {
    lines: [...lines, ...(news.every(isKnown) ? [] : [t('bot.catchup.tasksKnown')])],
    rows,
  });
  return items;
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

function toRows(
  context: RequestContext,
  news: readonly ReadNews[],
  notRead: readonly OpenChannel[],
  cited: ReadonlySet<string | undefined>,
): Row[] {
  const menu = toMenu(news, notRead, cited, context.t);
  return [...(context.lead?.rows ?? []), ...menu.slice(0, countMenus(context))];
}

/** The channels with news, each to be summarized on its own; the first menu says how many the card does not cite. */
function toMenu(
  news: readonly ReadNews[],
  notRead: readonly OpenChannel[],
  cited: ReadonlySet<string | undefined>,
  t: Texts,
): Row[] {
  const toOption = ({ channel, afterId }: OpenChannel, description: string) => ({
    label: truncate(toLabel(channel), mostLabel),
    value: toMissedId({ channelId: channel.id, afterId }),
    description: truncate(description, mostDescription),
  });
  const options = [
    ...news.map(each => toOption(each, toSignals(each, t))),
    ...notRead.map(each => toOption(each, t('bot.catchup.notRead'))),
  ];
  const more = [...news, ...notRead].filter(({ channel }) => !cited.has(channel.id)).length;
  const placeholder = more > 0 ? t('bot.catchup.selectMore', { channels: more }) : t('bot.catchup.select');
  return toChunks(options, mostOptions)
    .slice(0, mostMenus)
    .map((some, index) => toRow(toSelect(`${missedSelectId}${index || ''}`, some, placeholder)));
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
