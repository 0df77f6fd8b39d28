import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import type { Weights } from '../../../src/core/highlights/score.ts';
import { learnWeights } from './learn.ts';
import type { MarkedTalk } from './marks.ts';

/** What the highlights of a conversation hold. */
export type HighlightScore = {
  readonly id: string;
  readonly messages: number;
  readonly must: number;
  readonly mustCited: number;
  readonly quotes: number;
  /** Quotes without any marked message. */
  readonly chatter: number;
  readonly cited: number;
  readonly links: number;
  readonly chatterLinks: number;
  /** With the links. */
  readonly mustListed: number;
};

/** Scores each conversation with weights learned from all others. */
export function measureLeavingOneOut(talks: readonly MarkedTalk[]): readonly HighlightScore[] {
  return talks.map(talk => measureHighlights(talk, learnWeights(talks.filter(other => other !== talk))));
}

export function measureHighlights(talk: MarkedTalk, weights: Weights): HighlightScore {
  const { id, evidence, languages, worth } = talk;
  const claims = toHighlights(evidence, { detail: 'standard', languages, weights });
  const quotes = claims.filter(({ kind }) => kind !== 'link').map(toPositions);
  const links = claims.filter(({ kind }) => kind === 'link').map(toPositions);
  const must = [...worth].filter(([, value]) => value === 2).map(([position]) => position);
  const isChatter = (positions: readonly number[]) => !positions.some(position => worth.has(position));
  const cited = new Set(quotes.flat());
  const listed = new Set([...quotes, ...links].flat());
  return {
    id,
    messages: evidence.messages.length,
    must: must.length,
    mustCited: must.filter(position => cited.has(position)).length,
    quotes: quotes.length,
    chatter: quotes.filter(isChatter).length,
    cited: cited.size,
    links: links.length,
    chatterLinks: links.filter(isChatter).length,
    mustListed: must.filter(position => listed.has(position)).length,
  };
}

function toPositions({ evidence }: { readonly evidence: readonly { readonly position: number }[] }) {
  return evidence.map(({ position }) => position);
}

/** All conversations as one. */
export function addScores(scores: readonly HighlightScore[]): HighlightScore {
  const sum = (toCount: (score: HighlightScore) => number) =>
    scores.reduce((total, score) => total + toCount(score), 0);
  return {
    id: 'all',
    messages: sum(({ messages }) => messages),
    must: sum(({ must }) => must),
    mustCited: sum(({ mustCited }) => mustCited),
    quotes: sum(({ quotes }) => quotes),
    chatter: sum(({ chatter }) => chatter),
    cited: sum(({ cited }) => cited),
    links: sum(({ links }) => links),
    chatterLinks: sum(({ chatterLinks }) => chatterLinks),
    mustListed: sum(({ mustListed }) => mustListed),
  };
}
