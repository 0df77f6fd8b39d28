import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { tokenize } from '../../core/conversation/tokens.ts';
import { toFunctionWords } from '../../core/select/languages.ts';
import { mostFound } from './find-news.ts';

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
