import type { Weights } from '../../../src/core/highlights/highlights.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { type Lesson, learnWeights } from './learn.ts';
import type { MarkedTalk } from './marks.ts';
import { measureWeek, type QuizScore, type QuizWeek } from './weeks.ts';

/** How many of some messages are cited. */
type Share = { readonly cited: number; readonly all: number };

/** What the highlights of a conversation hold. */
export type HighlightScore = {
  readonly id: string;
  readonly messages: number;
  /** As a reader sees them, without markers. */
  readonly words: number;
  readonly must: Share;
  readonly decisions: Share;
  readonly actions: Share;
  readonly quotes: number;
  /** Quotes without any marked message. */
  readonly chatter: number;
  readonly cited: number;
  readonly links: number;
  readonly chatterLinks: number;
};

/** Scores each conversation and week with weights learned from all others, and none from the same channel's weeks. */
export function measureLeavingOneOut(talks: readonly MarkedTalk[], weeks: readonly QuizWeek[]) {
  const all: readonly Lesson[] = [...talks, ...weeks];
  const without = (isOut: (lesson: Lesson) => boolean) => learnWeights(all.filter(each => !isOut(each)));
  return {
    talks: talks.map(talk =>
      measureHighlights(
        talk,
        without(each => each === talk || isShared(each, talk)),
      ),
    ),
    weeks: weeks.map((week): QuizScore => {
      const channel = weeks.filter(each => each.channel === week.channel);
      return measureWeek(
        week,
        without(each => channel.some(own => own === each || isShared(each, own))),
      );
    }),
  };
}

/** A marked conversation may have messages of a week. */
function isShared(a: Lesson, b: Lesson): boolean {
  const ids = new Set(a.evidence.messages.map(({ id }) => id).filter(id => id.length > 15));
  return b.evidence.messages.some(({ id }) => ids.has(id));
}

export function measureHighlights(talk: MarkedTalk, weights: Weights): HighlightScore {
  const { id, evidence, languages, marks } = talk;
  const claims = toHighlights(evidence, { detail: 'standard', languages, weights });
  const quotes = claims.filter(({ kind }) => kind !== 'link').map(toPositions);
  const links = claims.filter(({ kind }) => kind === 'link').map(toPositions);
  const isChatter = (positions: readonly number[]) => !positions.some(position => marks.has(position));
  const cited = new Set(quotes.flat());
  const toShare = (isMeant: (mark: { readonly worth: number; readonly kind?: string }) => boolean): Share => {
    const meant = [...marks.values()].filter(isMeant);
    return { cited: meant.filter(({ n }) => cited.has(n)).length, all: meant.length };
  };
  return {
    id,
    messages: evidence.messages.length,
    words: countShownWords(claims.map(({ text }) => text)),
    must: toShare(({ worth }) => worth === 2),
    decisions: toShare(({ kind }) => kind === 'decision'),
    actions: toShare(({ kind }) => kind === 'action'),
    quotes: quotes.length,
    chatter: quotes.filter(isChatter).length,
    cited: cited.size,
    links: links.length,
    chatterLinks: links.filter(isChatter).length,
  };
}

function toPositions({ evidence }: { readonly evidence: readonly { readonly position: number }[] }) {
  return evidence.map(({ position }) => position);
}

/** The sum of each count; words are a mean. */
export function addCounts<Score extends { readonly words: number }>(scores: readonly Score[]): Score {
  const sums: Record<string, unknown> = {};
  for (const score of scores)
    for (const [name, count] of Object.entries(score))
      if (typeof count === 'number') sums[name] = Number(sums[name] ?? 0) + count;
  const words = Math.round(Number(sums['words'] ?? 0) / Math.max(1, scores.length));
  return { ...sums, words } as unknown as Score;
}

/** All conversations as one. */
export function addScores(scores: readonly HighlightScore[]): HighlightScore {
  const add = (name: 'must' | 'decisions' | 'actions'): Share => ({
    cited: scores.reduce((sum, score) => sum + score[name].cited, 0),
    all: scores.reduce((sum, score) => sum + score[name].all, 0),
  });
  return {
    ...addCounts(scores),
    id: 'all',
    must: add('must'),
    decisions: add('decisions'),
    actions: add('actions'),
  };
}

/** The words of some texts as a reader counts them; marks alone are none. */
export function countShownWords(texts: readonly string[]): number {
  const words = texts.flatMap(text => text.split(/\s+/));
  return words.filter(word => /[\p{L}\p{N}]/u.test(word)).length;
}
