import type { GuildTextBasedChannel } from 'discord.js';
import type { StoredRequest, StoredSummary } from '../../app/store-ports.ts';
import type { Payer } from '../../app/usage/ports.ts';
import { toPlaceOf } from '../../core/claims/footnotes.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { toLanguages } from '../../core/select/languages.ts';
import { findNamedDays, type NamedDays } from '../../core/select/named-days.ts';
import { parseSinceWords } from '../../core/time-words.ts';
import { toLoggedError } from '../../log.ts';
import { toTimestamp } from '../../render/embed/discord-markup.ts';
import { toInline } from '../../render/embed/message-body.ts';
import type { Texts } from '../../render/texts.ts';
import type { Everywhere } from './access/open-channels.ts';
import { createClosing } from './catchup.ts';
import { createSearch, type Find, maxSearchedChannels } from './find-news.ts';
import { requireMessages, toAttachmentLimits } from './history/history.ts';
import { fetchPage, type MessageRecord, pageSize, toFirstId } from './history/message.ts';
import { readConversation } from './history/read-channels.ts';
import { findZone, type RequestContext } from './interaction/context.ts';
import { Refusal } from './interaction/failures.ts';
import { findHits, toSearchWords } from './question-search.ts';
import { toCitedAnswer } from './summarize/last-summary.ts';
import { startReadingUpdates } from './summarize/progress.ts';
import type { Read } from './summarize/requested-channels.ts';
import type { Run } from './summarize/runs.ts';
import { findToldMessages } from './told-messages.ts';

/** Around so many of the best messages that the search found, a page is read. */
const mostHits = 12;
/** The channels whose newest messages are read as well: the search may lag behind, or be missing. */
const mostChannels = 12;
const parallel = 5;

type Page = {
  readonly channel: GuildTextBasedChannel;
  readonly query: {
    readonly limit: number;
    readonly around?: string;
    readonly after?: string;
    readonly before?: string;
  };
};

/**
 * Reads what may answer a question from all channels that a person can read: the newest messages, and what Discord's search
 * finds, what summaries tell of and the answer before cites, with the messages around it. The search is for words of the
 * question and of two other wordings. At most 75 requests, 27 more where the question names days, and 12 more after an answer.
 * It says what was searched.
 */
export async function readForQuestion(
  context: RequestContext,
  requested: Everywhere,
  { question = '', since, earlier, payer }: StoredRequest & Asked,
  run: Run,
): Promise<Read> {
  const { interaction, t, privacy, deletions, signal, log, now, engine } = context;
  const { guild } = interaction;
  if (guild === null) throw new Refusal(t('bot.denied.gone', { place: '' }));
  const zone = await findZone(context);
  const from = since === undefined ? null : parseSinceWords(since, now(), zone);
  if (since !== undefined && from === null)
    throw new Refusal(t('bot.notUnderstood', { words: toInline(since) }));
  const minId = from === null ? '0' : String(toFirstId(Date.parse(from)) - 1n);
  const byId = new Map(requested.channels.map(channel => [channel.id, channel]));
  const days = toDiscordDays(findNamedDays(question, now(), zone));
  const asked = [days?.rest ?? question, earlier?.summary.question ?? ''];
  let words = toSearchWords(asked, [t.tag]);
  let isSearching = false;
  let progress = { searched: 0, done: 0, of: 0 };
  const records = new Map<
    string,
    { readonly channel: GuildTextBasedChannel; readonly record: MessageRecord }
  >();
  const updates = startReadingUpdates(context, run, () => {
    const shown = { ...progress, read: records.size, channels: byId.size, words: words.length };
    if (!run.hasRoom()) return t('bot.waitingForMemory', shown);
    return t(isSearching ? 'bot.ask.searching' : 'bot.ask.reading', shown);
  });
  const failures = new Map<string, unknown>();
  const add = (channel: GuildTextBasedChannel, page: readonly MessageRecord[]) => {
    for (const record of page)
      if (compareSnowflakes(record.id, minId) > 0) records.set(record.id, { channel, record });
  };
  /** Reads so many of the pages, first those that come first. */
  const readPages = async (pages: readonly Page[], most = pages.length) => {
    const queue = [...pages];
    // What is found is often among messages that were read by then.
    const isUnread = ({ query }: Page) => query.around === undefined || !records.has(query.around);
    let left = Math.min(most, queue.length);
    isSearching = false;
    progress = { ...progress, of: progress.of + left };
    while (left > 0 && queue.length > 0) {
      signal.throwIfAborted();
      const next: Page[] = [];
      while (next.length < Math.min(parallel, left)) {
        const page = queue.shift();
        if (page === undefined) break;
        if (isUnread(page)) next.push(page);
      }
      const found = await Promise.allSettled(
        next.map(({ channel, query }) => fetchPage(channel, query, signal)),
      );
      for (const [index, result] of found.entries()) {
        const channel = next[index]?.channel;
        if (channel === undefined) continue;
        if (result.status === 'fulfilled') add(channel, result.value);
        else {
          failures.set(channel.id, result.reason);
          log.warn({ channel: channel.id, ...toLoggedError(result.reason) }, 'ask-read-failed');
        }
      }
      left -= next.length;
      progress = { ...progress, done: progress.done + next.length };
    }
    signal.throwIfAborted();
  };
  const toPagesAround = (found: readonly Pick<MessageRecord, 'id' | 'channel_id'>[]) =>
    found.flatMap(({ id, channel_id }): readonly Page[] => {
      const channel = byId.get(channel_id);
      return channel ? [{ channel, query: { around: id, limit: pageSize } }] : [];
    });
  try {
    const read = requested.channels.slice(0, mostChannels);
    await readPages(read.map(channel => ({ channel, query: { limit: pageSize } })));
    const languages = toLanguages({
      messages: [...records.values()].map(({ record }) => ({ text: record.content })),
    });
    isSearching = true;
    const before = earlier?.summary.question;
    const reworded = await engine.reword?.({ question, before, languages, payer }, signal);
    const { wordings = [] } = reworded ?? {};
    words = toSearchWords(asked, [t.tag, ...languages], wordings);
    const search = createSearch({ guild }, log, signal);
    const find: Find = async query => {
      const found = await search.find(query);
      progress = { ...progress, searched: Math.min(progress.searched + 1, words.length) };
      return found;
    };
    const hits = await findHits(words, requested.channels, { minId, days }, find);
    const told = await findToldMessages(
      context,
      requested,
      guild.id,
      [question, ...asked, ...wordings].join(' '),
    );
    const isSearched = search.isAvailable();
    // Without a search, the days that the question names are looked up by their ids.
    const onDays: readonly Page[] = isSearched || days === null ? [] : read.flatMap(toPagesOf(days));
    await readPages([...onDays, ...toPagesAround([...toKept(earlier), ...told])]);
    await readPages(toPagesAround(hits), mostHits);
    // The search lags behind: it may find what was deleted some seconds ago.
    const { deleted } = deletions.changed(
      hits.map(({ id }) => id),
      now(),
    );
    for (const record of hits) {
      const channel = byId.get(record.channel_id);
      if (channel && !records.has(record.id) && !deleted.has(record.id)) add(channel, [record]);
    }
    const [failure] = failures.values();
    if (records.size === 0 && failure !== undefined) throw failure;
    await run.makeRoom(records.size, signal);
    const sorted = [...records.values()].sort((a, b) => compareSnowflakes(a.record.id, b.record.id));
    const channels = [...new Set(sorted.map(({ channel }) => channel))];
    const attachments = await toAttachmentLimits(context, guild.id);
    const conversation = await readConversation(sorted, channels, guild, { signal, privacy, attachments });
    const title = channels.length > 1 ? requested.title : conversation.source.title;
    const start = from === null ? undefined : toTimestamp(from);
    await requireMessages(context, conversation, toInline(requested.title), start);
    const { close, left } = createClosing(requested, channels, conversation, guild, t);
    return {
      conversation: { ...conversation, source: { ...conversation.source, title } },
      zone,
      note: `-# ${toNotes(requested, { words, start, isSearched, days: onDays.length === 0 ? null : days, unread: failures.size }, t).join(' ')}`,
      reworded: reworded ?? { wordings: [], usage: null },
      requested: { ...requested, channels },
      card: { close, left, renewLead: async () => 0, toMenu: () => [] },
    };
  } finally {
    await updates.end();
  }
}

type Asked = {
  /** What it goes on with. */
  readonly earlier: StoredSummary | null;
  readonly payer: Payer;
};

/** Ids begin in 2015. */
const firstDayMs = Date.UTC(2015, 0, 2);

function toDiscordDays(days: NamedDays | null): NamedDays | null {
  if (days === null || days.toMs < firstDayMs) return null;
  return { ...days, fromMs: Math.max(days.fromMs, firstDayMs) };
}

function toPagesOf({ fromMs, toMs }: NamedDays) {
  return (channel: GuildTextBasedChannel): readonly Page[] => [
    { channel, query: { after: String(toFirstId(fromMs) - 1n), limit: pageSize } },
    { channel, query: { before: String(toFirstId(toMs + 1)), limit: pageSize } },
  ];
}

function toDaysWords({ fromMs, toMs }: NamedDays, t: Texts): string {
  const [from, to] = [fromMs, toMs].map(ms => toTimestamp(new Date(ms).toISOString(), 'D'));
  // The day on which clocks go back has 25 hours.
  const isOneDay = toMs - fromMs < 1.5 * 86_400_000;
  return isOneDay
    ? t('bot.ask.day', { day: from ?? '' })
    : t('bot.ask.days', { from: from ?? '', to: to ?? '' });
}

/** The messages that the answer before cites, the first claims first; they are read again as they are now. */
function toKept(earlier: StoredSummary | null): readonly Pick<MessageRecord, 'id' | 'channel_id'>[] {
  if (earlier === null) return [];
  const toPlace = toPlaceOf(earlier);
  const ids = new Set(toCitedAnswer(earlier).claims.flatMap(({ messageIds }) => messageIds));
  return [...ids].slice(0, mostHits).map(id => ({ id, channel_id: toPlace(id) }));
}

type Searched = {
  readonly words: readonly string[];
  readonly start: string | undefined;
  readonly isSearched: boolean;
  readonly days: NamedDays | null;
  /** In how many channels something could not be read. */
  readonly unread: number;
};

function toNotes(
  { channels, botBlind, ageRestricted }: Everywhere,
  { words, start, isSearched, days, unread }: Searched,
  t: Texts,
): readonly string[] {
  const all = channels.length;
  const searched = Math.min(all, maxSearchedChannels);
  const newest = { channels: Math.min(all, mostChannels), all, count: pageSize };
  return [
    ...(isSearched && words.length > 0
      ? [
          t('bot.ask.searched', { channels: searched, words: t.list(words.map(word => toInline(word))) }),
          ...(searched < all ? [t('bot.ask.notSearched', { channels: all - searched })] : []),
        ]
      : [t(isSearched ? 'bot.ask.noWords' : 'bot.ask.noSearch'), t('bot.ask.newest', newest)]),
    ...(days === null ? [] : [toDaysWords(days, t)]),
    ...(start === undefined ? [] : [t('bot.ask.since', { from: start })]),
    ...(unread > 0 ? [t('bot.ask.unread', { channels: unread })] : []),
    ...(botBlind > 0 ? [t('bot.catchup.botBlind', { channels: botBlind })] : []),
    ...(ageRestricted > 0 ? [t('bot.ask.ageRestricted', { channels: ageRestricted })] : []),
  ];
}
