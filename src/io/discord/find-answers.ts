import type { StoredRequest, StoredSummary } from '../../app/store-ports.ts';
import type { Payer } from '../../app/usage/ports.ts';
import { toPlaceOf } from '../../core/claims/footnotes.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { createTermReader, toLanguages } from '../../core/select/languages.ts';
import { findNamedDays, type NamedDays } from '../../core/select/named-days.ts';
import { toTimestamp } from '../../render/embed/discord-markup.ts';
import { toInline } from '../../render/embed/message-body.ts';
import type { Texts } from '../../render/texts.ts';
import type { Everywhere } from './access/open-channels.ts';
import { parseTime } from './catchup.ts';
import { createSearch, maxSearchedChannels } from './find-news.ts';
import { readConversation, requireMessages, toAttachmentLimits } from './history/history.ts';
import { toFirstId, toInstant } from './history/message.ts';
import { findZone, type RequestContext } from './interaction/context.ts';
import { Refusal } from './interaction/failures.ts';
import { createQuestionPages, type Place, type QuestionPages } from './question-pages.ts';
import { findHits, toMostSearches, toSearchWords } from './question-search.ts';
import { toCitedAnswer } from './summarize/last-summary.ts';
import { startReadingUpdates } from './summarize/progress.ts';
import type { Read } from './summarize/requested-channels.ts';
import type { Run } from './summarize/runs.ts';
import { findToldMessages } from './told-messages.ts';

/** How many of the best messages that the search finds are read with the page around them. */
const mostHits = 10;
/** How many of the messages that stored summaries cite are read in the same way; without the search, all. */
const mostToldOfHits = 4;
/** The most pages that are read where Discord's search is missing. */
const mostPages = 60;

/**
 * Reads what may answer a question from all channels that a person can read: the newest messages, and what Discord's
 * search finds, what stored summaries and the answer before cite, with the messages around it. The search is for words
 * of the question and of two other wordings. Without the search, the days that the question names are read, or older
 * pages. It says what was searched.
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
  const from = since === undefined ? null : await parseTime(context, since);
  const minId = from === null ? '0' : String(toFirstId(Date.parse(from)) - 1n);
  const named = findNamedDays(question, now(), zone);
  const days = named && named.fromMs >= firstDayMs ? named : null;
  const asked = [days?.rest ?? question, earlier?.summary.question ?? ''];
  let words = toSearchWords(asked, [t.tag]);
  let isSearching = false;
  const pages = createQuestionPages(context, requested.channels, minId);
  const { records, failures } = pages;
  const updates = startReadingUpdates(context, run, () => {
    const channels = requested.channels.length;
    const shown = { ...pages.progress(), read: records.size, channels };
    if (!run.hasRoom()) return t('bot.waitingForMemory', shown);
    return t(isSearching ? 'bot.ask.searching' : 'bot.ask.reading', shown);
  });
  try {
    await pages.readNewest();
    const languages = toLanguages({
      messages: [...records.values()].map(({ record }) => ({ text: record.content })),
    });
    isSearching = true;
    const before = earlier?.summary.question;
    const reworded = await engine.reword?.({ question, before, languages, payer }, signal);
    const { wordings = [] } = reworded ?? {};
    words = toSearchWords(asked, [t.tag, ...languages], wordings).slice(0, toMostSearches(days));
    const search = createSearch({ guild }, log, signal);
    const hits = await findHits(words, requested.channels, { minId, days }, search.find);
    const told = await findToldMessages(
      context,
      requested,
      guild.id,
      [question, ...asked, ...wordings].join(' '),
    );
    isSearching = false;
    const isSearched = search.isAvailable();
    const kept = toKept(earlier);
    await pages.readFound([...kept, ...told], isSearched ? kept.length + mostToldOfHits : mostPages);
    await pages.readFound(hits, mostHits);
    let onDays: DaysRead | null = null;
    if (!isSearched) {
      const left = () => mostPages - pages.progress().done;
      const read = createTermReader(languages);
      const wanted = new Set(words.flatMap(word => read(word)));
      const toTerms = (text: string) => read(text).filter(term => wanted.has(term));
      if (days !== null) onDays = { ...days, isWhole: await pages.readDays(days, left(), toTerms) };
      if (!days?.isDate) await pages.readOlder(left(), toTerms);
    }
    // The search lags behind: it may find what was deleted some seconds ago.
    const found = hits.filter(({ id }) => !records.has(id));
    const ids = found.map(({ id }) => id);
    const { deleted } = deletions.changed(ids, now());
    pages.add(found.filter(({ id }) => !deleted.has(id)));
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
    return {
      conversation: { ...conversation, source: { ...conversation.source, title } },
      zone,
      note: `-# ${toNotes(requested, { words, start, isSearched, onDays, pages }, t).join(' ')}`,
      reworded: reworded ?? { wordings: [], usage: null },
      requested: { ...requested, channels },
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

type DaysRead = NamedDays & { readonly isWhole: boolean };

function toDaysWords({ fromMs, toMs, isWhole }: DaysRead, t: Texts): string {
  const [from, to] = [fromMs, toMs].map(ms => toTimestamp(new Date(ms).toISOString(), 'D'));
  // The day on which clocks go back has 25 hours.
  const isOneDay = toMs - fromMs < 1.5 * 86_400_000;
  return isOneDay
    ? t('bot.ask.day', { day: from ?? '', isWhole: String(isWhole) })
    : t('bot.ask.days', { from: from ?? '', to: to ?? '', isWhole: String(isWhole) });
}

const mostKept = 12;

/** The messages that the answer before cites, the first claims first; they are read again as they are now. */
function toKept(earlier: StoredSummary | null): readonly Place[] {
  if (earlier === null) return [];
  const toPlace = toPlaceOf(earlier);
  const ids = new Set(toCitedAnswer(earlier).claims.flatMap(({ messageIds }) => messageIds));
  return [...ids].slice(0, mostKept).map(id => ({ id, channel_id: toPlace(id) }));
}

type Searched = {
  readonly words: readonly string[];
  readonly start: string | undefined;
  readonly isSearched: boolean;
  readonly onDays: DaysRead | null;
  readonly pages: QuestionPages;
};

/** What was read, and since when all of it. */
function toReadWords({ records, reached, begun, failures }: QuestionPages, all: number, t: Texts): string {
  const [latest] = [...reached.values()].sort((a, b) => compareSnowflakes(b, a));
  const messages = records.size;
  const channels = begun.filter(({ id }) => reached.has(id) || !failures.has(id)).length;
  return latest === undefined
    ? t('bot.ask.readAll', { messages, channels, all })
    : t('bot.ask.readSince', { messages, channels, all, from: toTimestamp(toInstant(latest)) });
}

function toNotes(
  { channels, botBlind, ageRestricted }: Everywhere,
  { words, start, isSearched, onDays, pages }: Searched,
  t: Texts,
): readonly string[] {
  const all = channels.length;
  const searched = Math.min(all, maxSearchedChannels);
  const unread = pages.failures.size;
  return [
    ...(isSearched && words.length > 0
      ? [
          t('bot.ask.searched', { channels: searched, words: t.list(words.map(word => toInline(word))) }),
          ...(searched < all ? [t('bot.ask.notSearched', { channels: all - searched })] : []),
        ]
      : [t(isSearched ? 'bot.ask.noWords' : 'bot.ask.noSearch'), toReadWords(pages, all, t)]),
    ...(onDays === null ? [] : [toDaysWords(onDays, t)]),
    ...(start === undefined ? [] : [t('bot.ask.since', { from: start })]),
    ...(unread > 0 ? [t('bot.ask.unread', { channels: unread })] : []),
    ...(botBlind > 0 ? [t('bot.catchup.botBlind', { channels: botBlind })] : []),
    ...(ageRestricted > 0 ? [t('bot.ask.ageRestricted', { channels: ageRestricted })] : []),
  ];
}
