import type { GuildTextBasedChannel } from 'discord.js';
import type { StoredRequest } from '../../app/ports.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { tokenize } from '../../core/conversation/tokens.ts';
import { toStopWords } from '../../core/select/languages.ts';
import { parseSinceWords } from '../../core/time-words.ts';
import { toLoggedError } from '../../log.ts';
import type { Texts } from '../../render/texts.ts';
import type { RequestedChannels } from './access/requested-channels.ts';
import { createClosing } from './catchup.ts';
import { toInline } from './components.ts';
import { createSearch, type Find, maxSearchedChannels } from './find-news.ts';
import { isContentHidden, toAttachmentLimits, toEmptyWords } from './history/history.ts';
import { fetchPage, type MessageRecord, pageSize, toFirstId } from './history/message.ts';
import { readConversation } from './history/read-channels.ts';
import { findZone, type RequestContext } from './interaction/context.ts';
import { type Read, type Refused, startReadingUpdates } from './summarize/read-window.ts';
import type { Run } from './summarize/runs.ts';

/** Discord's search finds only messages with all words of a query, so these are also searched for one by one. */
const mostWords = 4;
/** What is read around each message that the search found, and for how many of these, the best first. */
const around = 11;
const mostHits = 12;
/** The channels whose newest messages are read as well: the search may lag behind, or be missing. */
const mostChannels = 12;
const parallel = 5;

type Everywhere = Extract<RequestedChannels, { readonly kind: 'everywhere' }>;

/**
 * Reads what may answer a question from all channels that a person can read: what Discord's search finds, with the messages
 * around it, and the newest messages. At most 30 requests. It says what was searched.
 */
export async function readForQuestion(
  context: RequestContext,
  requested: Everywhere,
  { question = '', since }: StoredRequest,
  run: Run,
): Promise<Read | Refused> {
  const { interaction, t, client, privacy, signal, log, now } = context;
  const { guild } = interaction;
  if (guild === null) return { refused: t('bot.denied.gone', { place: '' }) };
  const zone = await findZone(context);
  const from = since === undefined ? null : parseSinceWords(since, now(), zone);
  if (since !== undefined && from === null)
    return { refused: t('bot.notUnderstood', { words: toInline(since) }) };
  const minId = from === null ? '0' : String(toFirstId(Date.parse(from)) - 1n);
  const byId = new Map(requested.channels.map(channel => [channel.id, channel]));
  let read = 0;
  const updates = startReadingUpdates(context, run, () => t('bot.readingAll', { read }));
  try {
    const search = createSearch({ guild }, log, signal);
    const hits = await findHits(question, requested.channels, minId, search.find, t.tag);
    const records = new Map<
      string,
      { readonly channel: GuildTextBasedChannel; readonly record: MessageRecord }
    >();
    const add = (channel: GuildTextBasedChannel, page: readonly MessageRecord[]) => {
      for (const record of page)
        if (compareSnowflakes(record.id, minId) > 0) records.set(record.id, { channel, record });
      read = records.size;
    };
    const near = hits.flatMap(({ id, channel_id }) => {
      const channel = byId.get(channel_id);
      return channel ? [{ channel, query: { around: id, limit: around } }] : [];
    });
    const newest = requested.channels
      .slice(0, mostChannels)
      .map(channel => ({ channel, query: { limit: pageSize } }));
    const pages = [...near, ...newest];
    while (pages.length > 0) {
      signal.throwIfAborted();
      const next = pages.splice(0, parallel);
      const found = await Promise.allSettled(
        next.map(({ channel, query }) => fetchPage(channel, query, signal)),
      );
      for (const [index, result] of found.entries()) {
        const channel = next[index]?.channel;
        if (channel === undefined) continue;
        if (result.status === 'fulfilled') add(channel, result.value);
        else log.warn({ channel: channel.id, ...toLoggedError(result.reason) }, 'ask-read-failed');
      }
    }
    signal.throwIfAborted();
    await run.makeRoom(records.size, signal);
    const sorted = [...records.values()].sort((a, b) => compareSnowflakes(a.record.id, b.record.id));
    const channels = [...new Set(sorted.map(({ channel }) => channel))];
    const attachments = await toAttachmentLimits(context, guild.id);
    const conversation = await readConversation(sorted, channels, guild, { signal, privacy, attachments });
    const title = channels.length > 1 ? requested.title : conversation.source.title;
    const refused = toEmptyWords(conversation, toInline(requested.title), t);
    if (refused !== null) return { refused };
    if (await isContentHidden(conversation, client)) return { refused: t('bot.contentHidden') };
    const { close, left } = createClosing(requested, channels, conversation, guild, t);
    return {
      conversation: { ...conversation, source: { ...conversation.source, title } },
      zone,
      note: `-# ${toNotes(requested, search.isAvailable(), t).join(' ')}`,
      requested: { ...requested, channels },
      card: { close, left, renewLead: async () => 0, toMenu: () => [] },
    };
  } finally {
    await updates.end();
  }
}

/** The best hits of the search, one for each message: those of most queries first, then the newest. */
async function findHits(
  question: string,
  channels: readonly GuildTextBasedChannel[],
  minId: string,
  find: Find,
  language: string,
): Promise<readonly MessageRecord[]> {
  const channel_id = channels.map(({ id }) => id).slice(0, maxSearchedChannels);
  const words = toSearchWords(question, language);
  if (channel_id.length === 0 || words.length === 0) return [];
  const counts = new Map<string, number>();
  const found = new Map<string, MessageRecord>();
  for (const content of new Set([words.join(' '), ...words])) {
    const page = (await find({ content, channel_id, ...(minId !== '0' && { min_id: minId }) })) ?? [];
    for (const record of page) {
      found.set(record.id, record);
      counts.set(record.id, (counts.get(record.id) ?? 0) + 1);
    }
  }
  const open = new Set(channel_id);
  return [...found.values()]
    .filter(record => open.has(record.channel_id))
    .sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0) || compareSnowflakes(b.id, a.id))
    .slice(0, mostHits);
}

/** The longest words of a question that say what it is about, in its order. */
function toSearchWords(question: string, language: string): readonly string[] {
  const empty = toStopWords([language, 'en']);
  const words = [...new Set(tokenize(question))].filter(word => !empty.has(word));
  const chosen = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, mostWords));
  return words.filter(word => chosen.has(word));
}

/** What was searched, and what was not. */
function toNotes(
  { channels, botBlind, ageRestricted }: Everywhere,
  isSearched: boolean,
  t: Texts,
): readonly string[] {
  return [
    isSearched
      ? t('bot.ask.searched', { channels: channels.length })
      : t('bot.ask.noSearch', { channels: Math.min(channels.length, mostChannels) }),
    ...(botBlind > 0 ? [t('bot.catchup.botBlind', { channels: botBlind })] : []),
    ...(ageRestricted > 0 ? [t('bot.ask.ageRestricted', { channels: ageRestricted })] : []),
  ];
}
