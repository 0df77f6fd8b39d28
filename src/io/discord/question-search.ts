import { type GuildTextBasedChannel, MessageSearchSortMode } from 'discord.js';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { tokenize } from '../../core/conversation/tokens.ts';
import { toFunctionWords } from '../../core/select/languages.ts';
import type { NamedDays } from '../../core/select/named-days.ts';
import { type Find, maxSearchedChannels, mostFound } from './find-news.ts';
import { type MessageRecord, toFirstId } from './history/message.ts';

/** Between the words of a query, Discord's search skips at most two others unless it is told otherwise. */
const anyDistance = 100;

/** The most searches for a question; half of them on the days that it names. */
const mostSearches = 20;

/** The most searches in one span of time. */
export function toMostSearches(days: NamedDays | null): number {
  return days === null ? mostSearches : mostSearches / 2;
}

/** What Discord's search finds in channels for words, the best first, and before that what was said on the days named. */
export async function findHits(
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
    return searchWords(words, content => find({ content, ...how, ...within }), toMostSearches(days));
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

const mostWords = 8;
/** Words that only other wordings of a question have. */
const mostOtherWords = 6;

/** The longest words that say what questions are about: those of the first question come first, of other wordings last. */
export function toSearchWords(
  questions: readonly string[],
  languages: readonly string[],
  wordings: readonly string[] = [],
): readonly string[] {
  const empty = toFunctionWords([...languages, 'en']);
  const chosen = new Set<string>();
  const choose = (texts: readonly string[], most: number) => {
    for (const text of texts) {
      const words = [...new Set(tokenize(text))].filter(word => !empty.has(word) && !chosen.has(word));
      const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, most - chosen.size));
      for (const word of words) if (longest.has(word)) chosen.add(word);
    }
  };
  choose(questions, mostWords);
  choose(wordings, chosen.size + mostOtherWords);
  return [...chosen];
}

/** Searches for each word alone, because a search finds only messages with all words, and for pairs of frequent ones; the best first. */
export async function searchWords<Hit extends { readonly id: string }>(
  words: readonly string[],
  find: (content: string) => Promise<{ readonly records: readonly Hit[]; readonly total: number } | null>,
  most: number = Number.POSITIVE_INFINITY,
): Promise<readonly Hit[]> {
  const scores = new Map<string, number>();
  const hits = new Map<string, Hit>();
  const common = new Set<string>();
  let left = most;
  const search = async (content: string) => {
    if (left === 0) return;
    left -= 1;
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
