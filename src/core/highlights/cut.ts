import { widenToSpoilers } from '../conversation/spoilers.ts';
import { hasBracketedNumber } from '../conversation/text.ts';
import { type TextSpan, toSentences } from '../select/sentences.ts';
import { isInsideWord } from '../verify/words.ts';
import { notTyped } from './small-talk.ts';

/** How much the other sentences of a quote add to the best one. */
const restShare = 0.2;
/** In UTF-16 units, so that the shortest quotes do not always win. */
const extraLength = 10;

/** Words that would end our quotation marks and look like another speaker's turn: “… on Monday” → Ann: “yes”. */
const otherTurn =
  /(?:["“”„«»」』]|→)[^"“”„«»「『→]{0,120}[:：]\s*["“”„«»「『]|["”»」』]\s*→|→[^→]{1,100}[:：]\s/u;

export type Cut = { readonly span: TextSpan; readonly worth: number };

type CutOptions = {
  /** In UTF-16 units. */
  readonly longest: number;
  readonly toWorth: (sentence: string) => number;
  /** One sentence that fits must be in the quote, if there is any. */
  readonly prefers?: ((sentence: string) => boolean) | undefined;
};

/** The run of whole sentences that is worth most for its length; a single long one is cut at a word. Null if there is none. */
export function cutQuote(text: string, { longest, toWorth, prefers }: CutOptions): Cut | null {
  const sentences = toQuotable(text);
  const said = sentences.map(({ start, end }) => text.slice(start, end));
  const worths = said.map(toWorth);
  const wanted = new Set(prefers && said.some(prefers) ? said.filter(prefers) : said);
  let best: Cut | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const [from, first] of sentences.entries()) {
    let [highest, sum, isWanted] = [0, 0, false];
    for (const [to, last] of sentences.entries()) {
      if (to < from) continue;
      if (to > from && last.end - first.start > longest) break;
      // Text between two sentences that was left out would be quoted with them.
      if (to > from && text.slice(sentences[to - 1]?.end ?? 0, last.start).trim() !== '') break;
      if (otherTurn.test(text.slice(first.start, last.end))) break;
      highest = Math.max(highest, worths[to] ?? 0);
      sum += worths[to] ?? 0;
      isWanted ||= wanted.has(said[to] ?? '');
      const worth = highest + restShare * (sum - highest);
      const value = worth / Math.sqrt(extraLength + last.end - first.start);
      if (!isWanted || value <= most) continue;
      most = value;
      best = { span: { start: first.start, end: last.end }, worth };
    }
  }
  const span = best && shorten(text, best.span, longest);
  return best && span && { span: widenToSpoilers(text, span), worth: best.worth };
}

const fence = /```[\s\S]*?(?:```|$)/g;

/** Only this much of a message is searched; it is Discord's longest message. */
const maxSearched = 4_000;

export function toQuotable(message: string): readonly TextSpan[] {
  const text = message.slice(0, maxSearched);
  const carried = [...text.matchAll(notTyped), ...text.matchAll(fence)].map(({ 0: own, index }) => ({
    start: index,
    end: index + own.length,
  }));
  return toSentences(text).filter(({ start, end }) => {
    const words = text.slice(start, end);
    return (
      /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) &&
      !hasBracketedNumber(words) &&
      !otherTurn.test(words) &&
      !carried.some(span => start < span.end && end > span.start)
    );
  });
}

/** Cuts a long span at a space; without one, anywhere in a script without spaces, else not at all. */
function shorten(text: string, span: TextSpan, longest: number): TextSpan | null {
  if (span.end - span.start <= longest) return span;
  const slice = text.slice(span.start, span.start + longest);
  const atSpace = slice.search(/\s\S*$/);
  if (atSpace > longest / 2) return { start: span.start, end: span.start + atSpace };
  for (let end = span.start + longest; end > span.start + longest / 2; end--) {
    if (!isInsideWord(text, end)) return { start: span.start, end };
  }
  return null;
}
