import { type GuildTextBasedChannel, MessageSearchSortMode } from 'discord.js';
import type { StoredRequest, StoredSummary } from '../../app/store-ports.ts';
import { toPlaceOf } from '../../core/claims/footnotes.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { tokenize } from '../../core/conversation/tokens.ts';
import { toFunctionWords } from '../../core/select/languages.ts';
import { findNamedDays, type NamedDays } from '../../core/select/named-days.ts';
import { parseSinceWords } from '../../core/time-words.ts';
import { toLoggedError } from '../../log.ts';
import { toTimestamp } from '../../render/embed/discord-markup.ts';
import { toInline } from '../../render/embed/message-body.ts';
import type { Texts } from '../../render/texts.ts';
import type { Everywhere } from './access/open-channels.ts';
import { createClosing } from './catchup.ts';
import { createSearch, type Find, maxSearchedChannels, mostFound } from './find-news.ts';
import { requireMessages, toAttachmentLimits } from './history/history.ts';
import { fetchPage, type MessageRecord, pageSize, toFirstId } from './history/message.ts';
import { readConversation } from './history/read-channels.ts';
import { findZone, type RequestContext } from './interaction/context.ts';
import { Refusal } from './interaction/failures.ts';
import { toCitedAnswer } from './summarize/last-summary.ts';
import { startReadingUpdates } from './summarize/progress.ts';
import type { Read } from './summarize/requested-channels.ts';
import type { Run } from './summarize/runs.ts';

/** Between the words of a query, Discord's search skips at most two others unless it is told otherwise. */
const anyDistance = 100;
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
 * finds and the answer before cites, with the messages around it. At most 39 requests, 15 more where the question names
 * days, and 12 more after an answer. It says what was searched.
 */
export async function readForQuestion(
  context: RequestContext,
  requested: Everywhere,
  { question = '', since, earlier }: StoredRequest & { readonly earlier: StoredSummary | null },
  run: Run,
): Promise<Read> {
  const { interaction, t, privacy, deletions, signal, log, now } = context;
  const { guild } = interaction;
  if (guild === null) throw new Refusal(t('bot.denied.gone', { place: '' }));
  const zone = await findZone(context);
  const from = since === undefined ? null : parseSinceWords(since, now(), zone);
  if (since !== undefined && from === null)
    throw new Refusal(t('bot.notUnderstood', { words: toInline(since) }));
  const minId = from === null ? '0' : String(toFirstId(Date.parse(from)) - 1n);
  const byId = new Map(requested.channels.map(channel => [channel.id, channel]));
  const words = toSearchWords([question, earlier?.summary.question ?? ''], t.tag);
  let progress = {
    channels: requested.channels.length,
    words: words.length,
    searched: 0,
    read: 0,
    done: 0,
    of: 0,
  };
  const updates = startReadingUpdates(context, run, () => {
    const { read, of } = progress;
    if (!run.hasRoom()) return t('bot.waitingForMemory', { read });
    return t(of === 0 ? 'bot.ask.searching' : 'bot.ask.reading', progress);
  });
  try {
    const search = createSearch({ guild }, log, signal);
    const find: Find = async query => {
      const found = await search.find(query);
      progress = { ...progress, searched: Math.min(progress.searched + 1, words.length) };
      return found;
    };
    const days = toDiscordDays(findNamedDays(question, now(), zone));
    const hits = await findHits(words, requested.channels, { minId, days }, find);
    const records = new Map<
      string,
      { readonly channel: GuildTextBasedChannel; readonly record: MessageRecord }
    >();
    const add = (channel: GuildTextBasedChannel, page: readonly MessageRecord[]) => {
      for (const record of page)
        if (compareSnowflakes(record.id, minId) > 0) records.set(record.id, { channel, record });
    };
    const near: Page[] = [...toKept(earlier), ...hits].flatMap(({ id, channel_id }) => {
      const channel = byId.get(channel_id);
      return channel ? [{ channel, query: { around: id, limit: pageSize } }] : [];
    });
    const isSearched = search.isAvailable();
    const read = requested.channels.slice(0, mostChannels);
    const newest: readonly Page[] = read.map(channel => ({ channel, query: { limit: pageSize } }));
    // Without a search, the days that the question names are looked up by their ids.
    const onDays: readonly Page[] = isSearched || days === null ? [] : read.flatMap(toPagesOf(days));
    const failures = new Map<string, unknown>();
    const whole = [...newest, ...onDays];
    const mostPages = whole.length + Math.min(near.length, mostHits + toKept(earlier).length);
    progress = { ...progress, of: mostPages };
    const queue = [...whole, ...near];
    // What is found is often among messages that were read by then.
    const isUnread = ({ query }: Page) => query.around === undefined || !records.has(query.around);
    for (let pages = 0; pages < mostPages && queue.length > 0; ) {
      signal.throwIfAborted();
      const next: Page[] = [];
      while (next.length < Math.min(parallel, mostPages - pages)) {
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
      pages += next.length;
      progress = { ...progress, read: records.size, done: pages };
    }
    signal.throwIfAborted();
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
      requested: { ...requested, channels },
      card: { close, left, renewLead: async () => 0, toMenu: () => [] },
    };
  } finally {
    await updates.end();
  }
}

/** Ids begin in 2015. */
const firstDayMs = Date.UTC(2015, 0, 2);

function toDiscordDays(days: NamedDays | null): NamedDays | null {
  if (days === null || days.toMs < firstDayMs) return null;
  return { ...days, fromMs: Math.max(days.fromMs, firstDayMs) };
}

/** The first and the last page of some days. */
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

/** What Discord's search finds in channels for words, the best first, and before that what was said on the days named. */
async function findHits(
  words: readonly string[],
  channels: readonly GuildTextBasedChannel[],
  { minId, days }: { readonly minId: string; readonly days: NamedDays | null },
  find: Find,
): Promise<readonly MessageRecord[]> {
  const channel_id = channels.map(({ id }) => id).slice(0, maxSearchedChannels);
  if (channel_id.length === 0) return [];
  const how = { sort_by: MessageSearchSortMode.Relevance, slop: anyDistance };
  const search = (least: string, most?: string) => {
    const within = { channel_id, ...(least !== '0' && { min_id: least }), ...(most && { max_id: most }) };
    return searchWords(words, content => find({ content, ...how, ...within }));
  };
  const hits: MessageRecord[] = [];
  if (days !== null) {
    const first = String(toFirstId(days.fromMs) - 1n);
    const least = compareSnowflakes(first, minId) > 0 ? first : minId;
    hits.push(...(await search(least, String(toFirstId(days.toMs + 1)))));
  }
  hits.push(...(await search(minId)));
  const open = new Set(channel_id);
  const unique = new Map(hits.map(record => [record.id, record]));
  return [...unique.values()].filter(record => open.has(record.channel_id));
}

type Searched = {
  readonly words: readonly string[];
  readonly start: string | undefined;
  readonly isSearched: boolean;
  /** What was read in place of a search. */
  readonly days: NamedDays | null;
  /** In how many channels something could not be read. */
  readonly unread: number;
};

/** What was searched, and what was not. */
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

const mostWords = 8;

/** The longest words that say what questions are about, in their order; those of the first question come first. */
export function toSearchWords(questions: readonly string[], language: string): readonly string[] {
  const empty = toFunctionWords([language, 'en']);
  const chosen = new Set<string>();
  for (const question of questions) {
    const words = [...new Set(tokenize(question))].filter(word => !empty.has(word) && !chosen.has(word));
    const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, mostWords - chosen.size));
    for (const word of words) if (longest.has(word)) chosen.add(word);
  }
  return [...chosen];
}

/**
 * Searches for each word alone, because a search finds only messages with all of its words, and for pairs of words that
 * many messages have. All that is found, the best first: what has several words, and rare ones.
 */
export async function searchWords<Hit extends { readonly id: string }>(
  words: readonly string[],
  find: (content: string) => Promise<{ readonly records: readonly Hit[]; readonly total: number } | null>,
): Promise<readonly Hit[]> {
  const scores = new Map<string, number>();
  const hits = new Map<string, Hit>();
  const common = new Set<string>();
  const search = async (content: string) => {
    const { records = [], total = 0 } = (await find(content)) ?? {};
    if (total > mostFound) common.add(content);
    for (const hit of records) {
      hits.set(hit.id, hit);
      scores.set(hit.id, (scores.get(hit.id) ?? 0) + 1 / Math.log(1 + Math.max(total, records.length)));
    }
  };
  for (const word of words) await search(word);
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (next !== undefined && common.has(word) && common.has(next)) await search(`${word} ${next}`);
  }
  const toScore = ({ id }: Hit) => scores.get(id) ?? 0;
  return [...hits.values()].sort((a, b) => toScore(b) - toScore(a) || compareSnowflakes(b.id, a.id));
}
